import BenchmarkResults
import CommandRunning
import Foundation
import Glibc
package import ProcessLaunching
import SuiteErrors
import Synchronization

/// A benchmark executable whose rows are counted under valgrind.
///
/// It is a copy without debug information, some of which valgrind 3.19 aborts on.
package struct CountedProgram: Sendable {
  /// The copy, which runs where the program does.
  let program: BenchmarkProgram
  /// An executable with the same code at the same addresses, and its debug information.
  private let symbolized: String
  private let directory: String

  /// Makes the copy, lets a closure count with it, and removes it.
  ///
  /// - Parameters:
  ///   - original: The benchmark executable.
  ///   - symbolized: One with the same code at the same addresses that tells source lines; `nil` for the same.
  ///   - body: Receives the program.
  /// - Returns: What the closure returns.
  /// - Throws: `SuiteError` if valgrind or strip is missing, or what the closure throws.
  package static func open<Result>(
    _ original: BenchmarkProgram,
    symbolizedBy symbolized: String? = nil,
    _ body: (CountedProgram) async throws -> Result
  ) async throws -> Result {
    for tool in ["valgrind", "strip"] { try checkTool(tool) }
    let size = try? URL(filePath: original.path).resourceValues(forKeys: [.fileSizeKey]).fileSize
    // The copy, and what valgrind writes.
    let directory = try WorkDirectory.makeTemporary("counts", holding: (size ?? 0) + 1 << 20)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let copy = "\(directory)/program"
    let strip = try await Command("strip", ["--strip-debug", "-o", copy, original.path]).run()
    guard strip.isSuccess else {
      let reason = strip.errors.split(separator: "\n").first ?? "it says nothing"
      throw SuiteError(
        original.path,
        "strip failed: \(reason)",
        remedy: "give what strip can read"
      )
    }
    ProgramNeighbours.link(of: original.path, into: directory)
    return try await body(
      CountedProgram(
        program: original.at(copy),
        symbolized: symbolized ?? original.path,
        directory: directory
      )
    )
  }

  /// Counts one row, and keeps the profiles.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: How many the slope is over; ten times as many take ten times as long, and valgrind
  ///     takes fifty times as long as the program alone.
  ///   - arguments: What is injected, as `--inject-work 1`.
  ///   - timeout: How long each of the two runs may take.
  ///   - layout: Which heap layout it is counted in, from 0; see ``HeapLayout``.
  /// - Returns: The counts of one operation.
  /// - Throws: `SuiteError` if the program or valgrind fails, or takes longer.
  package func measure(
    row: String,
    iterations: Int,
    arguments: [String] = [],
    timeout: Duration = .seconds(3600),
    layout: Int = 0
  ) async throws -> CountedRow {
    let layout = HeapLayout(layout)
    let run = RowRun(
      row: row,
      path: try layout.program(program.path),
      start: max(iterations / 10, 1),
      timeout: timeout,
      arguments: arguments,
      options: layout.options
    )
    async let short = profile(run, iterations: run.start)
    async let long = profile(run, iterations: run.start + iterations)
    let (fewer, more) = (try await short, try await long)
    return CountedRow(
      counts: more.sum.counts(beyond: fewer.sum, operations: iterations),
      runs: CountedRuns(short: fewer.texts, long: more.texts, operations: Double(iterations))
    )
  }

  /// Runs one row once more, and tells the cost of each of its instructions by address.
  ///
  /// - Returns: The graph of an operation; a start-up that is short beside the iterations is a part of it.
  package func sites(
    row: String,
    iterations: Int,
    arguments: [String] = [],
    timeout: Duration = .seconds(3600)
  ) async throws -> SiteProfile {
    let run = RowRun(
      row: row,
      path: program.path,
      start: max(iterations / 10, 1),
      timeout: timeout,
      arguments: arguments,
      options: ["--dump-instr=yes"]
    )
    var graph = CallGraph()
    for text in try await profile(run, iterations: iterations).texts {
      graph.add(
        CallGraphReader.graph(of: text, keepsSites: true),
        scale: 1 / Double(max(iterations, 1))
      )
    }
    return SiteProfile(program: symbolized, graph: graph)
  }

  /// Gives up what takes longer; valgrind is ended then, with all that it has started.
  ///
  /// - Parameters:
  ///   - timeout: How long it may take.
  ///   - row: What the error is about.
  ///   - body: Runs valgrind, and says with which number it was started.
  /// - Returns: What the closure returns.
  /// - Throws: `SuiteError` if it takes longer, or what the closure throws.
  static func limited<Result: Sendable>(
    to timeout: Duration,
    row: String,
    _ body: @escaping @Sendable (_ started: @Sendable (Int32) -> Void) async throws -> Result
  ) async throws -> Result {
    let process = StartedProcess()
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body(process.note) }
      group.addTask {
        try await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() ?? nil else {
        // A shell whose command is counted has children, which go on when it alone is ended.
        process.kill()
        throw SuiteError(
          row,
          "valgrind took longer than \(timeout)",
          remedy: "choose a smaller row"
        )
      }
      return result
    }
  }

  /// A process that is ended at a limit, or where it starts after that.
  private final class StartedProcess: Sendable {
    private let state = Mutex<(number: Int32?, isLate: Bool)>((nil, false))

    @Sendable func note(_ number: Int32) {
      let isLate = state.withLock { state in
        state.number = number
        return state.isLate
      }
      if isLate { ProcessTree.kill(number) }
    }

    func kill() {
      let number = state.withLock { state in
        state.isLate = true
        return state.number
      }
      if let number { ProcessTree.kill(number) }
    }
  }

  /// Counts the bytes that one row allocates and the blocks it frees.
  ///
  /// callgrind sees that `malloc` is called, and not with what; so these are of two more runs, under
  /// dhat, whose totals are exact.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: How many the slope is over.
  ///   - timeout: How long each of the two runs may take.
  /// - Returns: The bytes and blocks of one operation.
  /// - Throws: `SuiteError` if the program or valgrind fails, or takes longer.
  package func countHeap(
    row: String,
    iterations: Int,
    timeout: Duration = .seconds(3600)
  ) async throws -> (bytes: Double, frees: Double) {
    let start = max(iterations / 10, 1)
    let run = RowRun(row: row, path: program.path, start: start, timeout: timeout)
    let fewer = try await heap(run, iterations: start)
    let more = try await heap(run, iterations: start + iterations)
    return (
      Double(more.bytes - fewer.bytes) / Double(iterations),
      Double(more.frees - fewer.frees) / Double(iterations)
    )
  }

  /// What the runs of a row have in common.
  private struct RowRun {
    let row: String
    let path: String
    // That many iterations make caches and tables; the slope begins after them. So does what is injected: what is rounded up in both
    // runs would be in neither's difference.
    let start: Int
    let timeout: Duration
    var arguments: [String] = []
    /// Options of valgrind.
    var options: [String] = []
  }

  private func heap(_ run: RowRun, iterations: Int) async throws -> HeapTotals {
    let output = "\(directory)/\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: output) }
    try await valgrind(HeapTotals.options(output: output), run, iterations: iterations)
    guard let totals = FileManager.default.contents(atPath: output).flatMap(HeapTotals.init) else {
      throw SuiteError.uncounted(run.row, "valgrind reported no heap usage", in: directory)
    }
    return totals
  }

  private func profile(
    _ run: RowRun,
    iterations: Int
  ) async throws -> (sum: CallgrindProfile, texts: [String]) {
    let place = "\(directory)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let output = "\(place)/profile"
    let options = [
      "--tool=callgrind", "--separate-threads=yes", CallgrindProfile.systemCallOption,
      "--callgrind-out-file=\(output)",
    ]
    try await valgrind(options + run.options, run, iterations: iterations)
    guard let profile = CallgrindProfile.threads(at: output) else {
      throw SuiteError.uncounted(run.row, "valgrind reported no total", in: directory)
    }
    return profile
  }

  /// Runs one row under valgrind, which writes what its options say.
  private func valgrind(_ options: [String], _ run: RowRun, iterations: Int) async throws {
    let command = Command(
      "valgrind",
      options + [
        run.path, "--one-shot", "\(iterations)",
        "--filter", RowName.pattern(run.row),
      ] + run.arguments,
      environment: program.environment.merging([
        "SWIFT_DETERMINISTIC_HASHING": "1", ServeProtocol.injectionStartVariable: "\(run.start)",
      ]) { $1 },
      in: program.directory
    )
    let result = try await Self.limited(to: run.timeout, row: run.row) {
      try await command.run(started: $0)
    }
    guard result.isSuccess else {
      throw SuiteError.uncounted(
        run.row,
        "it could not be counted: it \(result.end.clause): \(ValgrindMessage.reason(result.errors))",
        in: directory
      )
    }
    guard OneShotRun.isWhole(iterations, of: run.row, in: result.output) else {
      throw SuiteError.uncounted(
        run.row,
        "it could not be counted: its process ended before \(iterations) iterations were run and checked",
        in: directory
      )
    }
  }

  /// Makes sure that a program is on PATH.
  static func checkTool(_ name: String) throws(SuiteError) {
    guard ProgramSearch.path(of: name) != nil else {
      throw SuiteError(
        name,
        "not found",
        remedy: "run tools/setup, or install valgrind and binutils"
      )
    }
  }
}

extension SuiteError {
  /// A row that could not be counted; where no room is left for what valgrind writes, that is why.
  static func uncounted(_ row: String, _ problem: String, in directory: String) -> SuiteError {
    guard WorkDirectory.hasRoom(in: directory, for: 1 << 16) else {
      return SuiteError(
        directory,
        "there is no room for what valgrind writes",
        remedy: SystemReason.remedy(ENOSPC, orElse: WorkDirectory.otherTemporary)
      )
    }
    return SuiteError(row, problem, remedy: "run it alone to see why")
  }
}
