import ArgumentParser
import BenchmarkResults
import RegressionGate
import SuiteErrors

/// `hamon release-notes`: what became faster and slower between two releases.
struct ReleaseNotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release-notes",
    abstract: "Tells what became faster and slower since the last release, as Markdown.",
    discussion: """
      Builds both commits, counts with valgrind what each row executes and calls, compares wall times in \
      interleaved pairs of processes, as hamon gate does, and writes the rows that are faster, slower and unknown, \
      each with its evidence and the functions behind it. Nothing fails because it is slower.

      EXAMPLES
        hamon release-notes                          # the last tag..HEAD; of a tagged commit, from the tag before
        hamon release-notes v1.0..v1.1 --output notes.md
        hamon release-notes v1.0..v1.1 --filter '^parse/' --no-wall

      EXIT STATUS
        0 if all rows of both were compared; 3 if some could not be, or hamon was interrupted; 1 if hamon itself \
      failed; 64 for a usage error.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The earlier and the later commit; without the later one, HEAD (default: the last tag..HEAD).",
      valueName: "a..b"
    )
  )
  var range: ReleaseRange?

  @OptionGroup var package: ComparedPackageOptions

  @OptionGroup var rows: ComparedRowsOptions

  @Flag(inversion: .prefixedNo, help: "Count instructions and calls with valgrind.")
  var counts = true

  @Flag(inversion: .prefixedNo, help: "Compare wall times.")
  var wall = true

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the notes to this file (default: stdout).", valueName: "file")
  )
  var output: String?

  func validate() throws {
    let refused: RefusedOptions = [
      "--no-counts --no-wall: nothing is left to compare; leave one out": !counts && !wall
    ]
    try refused.check()
  }

  func run() async throws {
    try await exitWithCode(interrupted: "run it again") { () throws(SuiteError) in
      try await write()
    }
  }

  /// Compares and writes; returns the exit code.
  private func write() async throws(SuiteError) -> Int32 {
    let terminal = GateTerminal(sparingOutput: true)
    defer { terminal.line.clear() }
    let remedy = "give --output a file that can be written"
    let file = try output.map { (path) throws(SuiteError) in
      try ResultFile(path: path, expectedBytes: 1 << 16, remedy: remedy)
    }
    let repository = try await package.repository()
    var range = range
    if range == nil {
      let found = try await ReleaseRange.sinceLastTag(in: repository)
      terminal.plan("comparing \(found.base)..\(found.head)")
      range = found
    }
    guard let range else { return 1 }
    let request = SidesRequest(
      package: package,
      repository: repository,
      base: range.base,
      baseOption: "",
      head: range.head
    )
    let report = try await request.report(options, in: "release-notes", terminal)
    let notes = report.releaseNotes()
    if let file { try file.write(bytes: Array(notes.utf8)) } else { print(notes, terminator: "") }
    return report.comparesAllRows ? 0 : 3
  }

  private var options: GateOptions {
    var options = rows.options
    options.countsRows = counts
    options.timesRows = wall
    options.allowsOneSided = true
    return options
  }
}
