import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import ReportRendering
import SuiteErrors

/// `hamon diff`: names the functions that differ between two commits, or two executables.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Names the functions that make the rows of two commits differ.",
    discussion: """
      Builds both sides, counts with valgrind what each row executes and calls, and names the functions that \
      differ: by how much, at which line, called from where. It judges nothing; hamon gate does.

      It compares exactly the named commits, as git diff does. If main has moved on since this branch left it, \
      give $(git merge-base main HEAD).

      EXAMPLES
        hamon diff main --filter 'parse/size=10'
        hamon diff v1.0 v1.1 --product MyBenchmark --pictures pictures
        hamon diff old/Benchmark new/Benchmark --filter parse
        hamon diff main --command '.build/release/tool run input.txt'

      EXIT STATUS
        0 if all rows were compared; 3 if some could not be, or hamon was interrupted; 1 if hamon itself failed; 64 for \
      a usage error.
      """
  )

  @Argument(help: ArgumentHelp("A commit, or an executable.", valueName: "base"))
  var base: String

  @Argument(
    help: ArgumentHelp(
      "A commit, or an executable if the base is one (default: the work tree).",
      valueName: "head"
    )
  )
  var head: String?

  @OptionGroup var package: ComparedPackageOptions

  @OptionGroup var rows: ComparedRowsOptions

  @Flag(inversion: .prefixedNo, help: "Find source lines, in another run under valgrind.")
  var lines = true

  @Option(help: ArgumentHelp("Write all measurements to this file as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Draw flame graphs of the differences as SVG into this directory.",
      valueName: "directory"
    )
  )
  var pictures: String?

  func run() async throws {
    try await exitWithCode(interrupted: "run it again") { () throws(SuiteError) in
      try await DiffSession(self).run()
    }
  }
}

/// One `hamon diff` from its arguments to its exit code.
struct DiffSession {
  private let command: DiffCommand
  private let request: SidesRequest
  private let terminal = GateTerminal()

  /// Checks what can be checked before anything is built.
  init(_ command: DiffCommand) async throws(SuiteError) {
    self.command = command
    if let json = command.json { _ = try ResultFile(path: json, expectedBytes: 1 << 16) }
    if let pictures = command.pictures {
      try WorkDirectory.make(pictures, orElse: "give another directory")
    }
    var repository: GateRepository?
    var (base, head) = (command.base, command.head)
    // A revision with the name of a file can be given as refs/heads/NAME.
    if let executable = head, [base, executable].contains(where: Self.isFile) {
      base = try BenchmarkProgram.executable(at: base)
      head = try BenchmarkProgram.executable(at: executable)
      guard command.package.commands.isEmpty, command.package.products.isEmpty else {
        throw SuiteError(
          command.base,
          "it is an executable, and --product and --command are for a package",
          remedy: "leave them out, or give commits"
        )
      }
    } else {
      repository = try await command.package.repository()
    }
    request = SidesRequest(
      package: command.package,
      repository: repository,
      base: base,
      baseOption: "",
      head: head
    )
  }

  private static func isFile(_ path: String) -> Bool {
    let path = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeRegular
  }

  /// Builds, counts and reports.
  func run() async throws(SuiteError) -> Int32 {
    defer { terminal.line.clear() }
    let report = try await request.report(options, in: "diff", terminal)
    print(report.differenceText(width: TerminalSize.outputWidth), terminator: "")
    do {
      if let json = command.json {
        try ResultFile(path: json, expectedBytes: 1 << 16).write(report)
      }
      if let pictures = command.pictures {
        for row in report.rows {
          _ = try GateOutputOptions.writeFlames(of: row, row.evidence.attribution, to: pictures)
        }
      }
    } catch {
      StandardError.error("\(error)")
      return 1
    }
    return report.isCompared ? 0 : 3
  }

  private var options: GateOptions {
    var options = command.rows.options
    options.timesRows = false
    options.controls = 0
    options.allowsOneSided = true
    options.attribution = .all
    options.findsLines = command.lines
    return options
  }
}
