package import BenchmarkResults
package import CommandRunning
import Foundation
import ProcessLaunching
import SuiteErrors

/// A whole command counted under valgrind, including all processes that it starts.
package struct CountedCommand: Sendable {
  /// The counts of two runs of a command.
  package struct Result: Sendable {
    /// The smaller value of each count; ``RowCounts/iterations`` is 1.
    package let counts: RowCounts
    /// Whether both runs allocated equally often; if not, the counts depend on threads or the time of day.
    package let isRepeatable: Bool
  }

  private let command: String
  private let directory: String
  private let environment: [String: String]
  private let timeout: Duration
  /// The words that run a line.
  private let words: @Sendable (String) -> [String]
  private let accepts: @Sendable (CommandEnd) -> Bool

  /// How a shell runs a line.
  package static let shell: @Sendable (String) -> [String] = { ["/bin/sh", "-c", $0] }

  /// Prepares to count a command in a directory, given by an absolute path; a shell that runs its line is counted too.
  package init(
    _ command: String,
    in directory: String,
    environment: [String: String] = [:],
    timeout: Duration,
    words: @escaping @Sendable (String) -> [String] = Self.shell,
    accepting accepts: @escaping @Sendable (CommandEnd) -> Bool = { $0.isSuccess }
  ) {
    self.words = words
    self.accepts = accepts
    self.command = command
    self.directory = directory
    self.environment = environment
    self.timeout = timeout
  }

  /// Counts two runs of a command.
  package static func count(
    _ command: String,
    in directory: String,
    timeout: Duration
  ) async throws -> Result {
    try await CountedCommand(command, in: directory, timeout: timeout).countTwice()
  }

  /// Counts two runs, with what has to be done before and after each.
  package func countTwice(
    before: () throws -> Void = {},
    after: () throws -> Void = {}
  ) async throws -> Result {
    var runs: [RowCounts] = []
    for _ in 0..<2 {
      try before()
      do {
        runs.append(try await measure(layout: 0).counts)
      } catch {
        try? after()
        throw error
      }
      try after()
    }
    let (first, second) = (runs[0], runs[1])
    let counts = RowCounts.joining([first, second]) { $0.min() ?? 0 }
    return Result(counts: counts, isRepeatable: first.allocations == second.allocations)
  }

  /// Counts one run and keeps the profiles of its processes.
  package func measure(layout: Int) async throws -> CountedRow {
    try await profiles(layout: layout).row
  }

  /// Runs the command once more for the cost of each instruction of its program.
  ///
  /// - Returns: The costs; `nil` if the first word of the command names no program with debug information.
  package func sites(layout: Int) async throws -> SiteProfile? {
    let (row, stripped) = try await profiles(layout: layout, options: ["--dump-instr=yes"])
    guard let program = stripped.original, let copy = stripped.copy else { return nil }
    let name = URL(filePath: copy).lastPathComponent
    var graph = CallGraph()
    for text in row.runs.long {
      // The addresses of other processes belong to other programs.
      let command = text.split(separator: "\n", maxSplits: 8).first { $0.hasPrefix("cmd:") }
      let isProgram = command?.split(separator: " ").dropFirst().first?.hasSuffix(name) ?? false
      graph.add(CallGraphReader.graph(of: text, keepsSites: isProgram))
    }
    return SiteProfile(program: program, graph: graph)
  }

  private func profiles(
    layout: Int,
    options: [String] = []
  ) async throws -> (row: CountedRow, stripped: StrippedCommand) {
    try CountedProgram.checkTool("valgrind")
    let profiles = try WorkDirectory.makeTemporary("counts")
    defer { try? FileManager.default.removeItem(atPath: profiles) }
    let stripped = await StrippedCommand(command, in: directory)
    defer { stripped.remove() }
    var valgrind = Command(
      "valgrind",
      [
        "--tool=callgrind", "--trace-children=yes", "--separate-threads=yes",
        CallgrindProfile.systemCallOption, "--callgrind-out-file=\(profiles)/profile-%p",
      ] + options + words(stripped.line),
      in: directory
    )
    valgrind.exactEnvironment = CountedEnvironment(directory: directory, layout: layout)
      .variables(changes: environment)
    let result = try await CountedProgram.limited(to: timeout, row: command) { [valgrind] in
      try await valgrind.run(started: $0)
    }
    guard accepts(result.end) else {
      throw SuiteError(
        command,
        "it fails under valgrind: it \(result.end.clause): \(ValgrindMessage.reason(result.errors))",
        remedy: "run it under valgrind to see more"
      )
    }
    // A process that only starts another one has an empty profile.
    guard let (sum, texts) = CallgrindProfile.threads(at: "\(profiles)/profile"),
      sum.instructions > 0
    else {
      throw SuiteError(
        command,
        "valgrind reported no total",
        remedy: "run it under valgrind to see why"
      )
    }
    let runs = CountedRuns(short: [], long: texts, operations: 1)
    return (CountedRow(counts: sum.counts(), runs: runs), stripped)
  }
}

/// The environment in which a command is counted, for one of many memory layouts.
///
/// The instructions of a program depend a little on where its memory lies: comparing strings takes other instructions if one reaches into
/// the next page. The kernel puts the environment above the stack, so its length moves everything there. This environment is equally long
/// for directories with equally long paths, and an unused variable gets longer with each layout.
struct CountedEnvironment {
  static let filler = "HAMON_PADDING"

  /// The growth of the unused variable per layout: a prime, so that all alignments occur, and large enough to spread five layouts over more
  /// than a page.
  private static let step = 1237

  let directory: String
  /// The layout's number, from 0.
  let layout: Int

  /// The variables as `name=value` with a zero byte at the end, always in the same order.
  func variables(
    inherited: [String: String] = ProcessInfo.processInfo.environment,
    changes: [String: String] = [:]
  ) -> [[UInt8]] {
    var all = inherited.merging(changes) { $1 }
    for name in ["OLDPWD", "PWD", Self.filler] { all[name] = nil }
    all.merge(RepeatableHashing.variables(inherited: inherited)) { $1 }
    var list = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    // Shells use it as the path of the directory, even if that is a link.
    list.append("PWD=" + directory)
    list.append(Self.filler + "=" + String(repeating: "x", count: layout * Self.step))
    return list.map { Array($0.utf8) + [0] }
  }
}
