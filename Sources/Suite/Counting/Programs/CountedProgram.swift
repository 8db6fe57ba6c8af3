import BenchmarkResults
import CommandRunning
import Foundation
import Glibc
package import ProcessLaunching
package import SuiteErrors
import Synchronization

/// A benchmark executable whose rows are counted under valgrind.
///
/// A copy without debug information, because valgrind 3.19 aborts on some. It is removed with its last reference.
package final class CountedProgram: Sendable {
  /// The copy; it runs where the original does.
  let program: BenchmarkProgram
  /// An executable with the same code at the same addresses and with debug information.
  private let symbolized: String
  private let directory: String

  /// Makes the copy.
  ///
  /// - Parameters:
  ///   - original: The benchmark executable.
  ///   - symbolized: An executable with the same code at the same addresses that has source lines; `nil` for `original`.
  /// - Throws: `SuiteError` if valgrind or strip is missing or strip fails.
  package init(
    _ original: BenchmarkProgram,
    symbolizedBy symbolized: String? = nil
  ) async throws(SuiteError) {
    for tool in ["valgrind", "strip"] { try Self.checkTool(tool) }
    let size = try? URL(filePath: original.path).resourceValues(forKeys: [.fileSizeKey]).fileSize
    // Room for the copy, and for valgrind's output.
    directory = try WorkDirectory.makeTemporary("counts", holding: (size ?? 0) + 1 << 20)
    program = original.at("\(directory)/program")
    self.symbolized = symbolized ?? original.path
    let strip = try await Command("strip", ["--strip-debug", "-o", program.path, original.path])
      .run()
    guard strip.isSuccess else {
      let reason = strip.errors.split(separator: "\n").first ?? "it says nothing"
      throw SuiteError(
        original.path,
        "strip failed: \(reason)",
        remedy: "give what strip can read"
      )
    }
    ProgramNeighbours.link(of: original.path, into: directory)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// Counts one row and keeps the profiles.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: The iterations that the slope covers. The time is proportional to them, and fifty times that of the program alone.
  ///   - timeout: How long each of the two runs may take.
  ///   - layout: The heap layout, from 0; see ``HeapLayout``.
  /// - Returns: The counts of one operation.
  /// - Throws: `SuiteError` if the program or valgrind fails, or takes longer.
  package func measure(
    row: String,
    iterations: Int,
    timeout: Duration = .seconds(3600),
    layout: Int = 0
  ) async throws -> CountedRow {
    let run = try run(row, iterations, timeout, HeapLayout(layout))
    async let short = profile(run, iterations: run.start)
    async let long = profile(run, iterations: run.start + iterations)
    let (fewer, more) = (try await short, try await long)
    return CountedRow(
      counts: more.sum.counts(beyond: fewer.sum, operations: iterations),
      runs: CountedRuns(short: fewer.texts, long: more.texts, operations: Double(iterations))
    )
  }

  /// Runs one row once more in a layout, for the cost of each of its instructions by address.
  ///
  /// - Returns: The graph of an operation, which includes a share of the start-up, small relative to the iterations.
  package func sites(
    row: String,
    iterations: Int,
    timeout: Duration = .seconds(3600),
    layout: Int = 0
  ) async throws -> SiteProfile {
    var run = try run(row, iterations, timeout, HeapLayout(layout))
    run.options.append("--dump-instr=yes")
    var graph = CallGraph()
    for text in try await profile(run, iterations: iterations).texts {
      graph.add(
        CallGraphReader.graph(of: text, keepsSites: true),
        scale: 1 / Double(max(iterations, 1))
      )
    }
    return SiteProfile(program: symbolized, graph: graph)
  }

  /// Runs valgrind, or another program, with a time limit; at the limit, it is killed with all its children.
  ///
  /// - Parameters:
  ///   - timeout: The time limit.
  ///   - row: The subject of the error.
  ///   - name: What the program is called there.
  ///   - body: Runs the program, and reports its process number once started.
  /// - Returns: What the closure returns.
  /// - Throws: `SuiteError` if it takes longer, or the error of the closure.
  package static func limited<Result: Sendable>(
    to timeout: Duration,
    row: String,
    of name: String = "valgrind",
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
        // A counted command's shell has children, which would survive if only the shell were killed.
        process.kill()
        throw SuiteError(
          row,
          "\(name) took longer than \(timeout)",
          remedy: "choose a smaller row"
        )
      }
      return result
    }
  }

  /// A process to kill at a limit, or when it starts if that is later.
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
  /// callgrind sees calls of `malloc` but not their arguments, so this takes two more runs under dhat, whose totals are exact.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: The iterations that the slope covers.
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
    // This many iterations fill caches and tables; the slope begins after them, and so does an injected change: amounts rounded up in both
    // runs would cancel in their difference.
    let start: Int
    let timeout: Duration
    /// Options of valgrind.
    var options: [String] = []
  }

  private func run(
    _ row: String,
    _ iterations: Int,
    _ timeout: Duration,
    _ layout: HeapLayout
  ) throws -> RowRun {
    RowRun(
      row: row,
      path: try layout.program(program.path),
      start: max(iterations / 10, 1),
      timeout: timeout,
      options: layout.options
    )
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

  /// Runs one row under valgrind with options that say what it writes.
  private func valgrind(_ options: [String], _ run: RowRun, iterations: Int) async throws {
    let command = Command(
      "valgrind",
      options + [
        run.path, "--one-shot", "\(iterations)",
        "--filter", RowName.pattern(run.row),
      ],
      environment: program.environment.merging([
        "SWIFT_DETERMINISTIC_HASHING": "1", InjectionVariable.start.rawValue: "\(run.start)",
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

  /// Checks that a program is on PATH.
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
  /// A row that could not be counted; if no room is left for valgrind's output, the error says that instead.
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
