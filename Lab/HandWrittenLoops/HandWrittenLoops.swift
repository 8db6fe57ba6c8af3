package import BenchmarkHarness
import CMachine
import Glibc

/// The work of a floor or a peer as a plain loop in the same program, which calls nothing generic.
///
/// A peer counts only if it is as fast as hand-written code. The source doesn't show that: a closure that the compiler doesn't specialize
/// costs a metadata look-up and a witness call per operation. So a row's instructions are counted next to those of a loop (`--by-hand`,
/// under valgrind).
package struct HandWrittenLoops: Sendable {
  private struct Loop: Sendable {
    /// The row that the loop is compared with.
    let row: String
    /// Prepares the loop; `nil` without a loop.
    let setUp: (@MainActor @Sendable () throws -> BenchmarkBody)?
    /// Why there is no loop.
    let reason: String?
  }

  private var loops: [Loop] = []

  package init() {}

  /// Adds a loop that does the work of a floor or a peer by hand.
  ///
  /// - Parameters:
  ///   - row: The row's name. Rows that differ from it only in numbers count as the same code.
  ///   - setUp: Prepares and returns the loop, which runs a given number of iterations.
  package mutating func add(
    _ row: String,
    setUp: @escaping @MainActor @Sendable () throws -> (Int) throws -> Void
  ) {
    add(row, body: { BenchmarkBody(run: try setUp(), verify: { _ in }) })
  }

  /// Adds a loop that changes state of its own; see ``add(_:setUp:)``.
  ///
  /// Each access to a `var` shared by a closure is checked for exclusivity, which a hand-written loop doesn't need.
  package mutating func add<State>(
    _ row: String,
    state: @escaping @MainActor @Sendable () throws -> State,
    run: @escaping @Sendable (inout State, Int) throws -> Void
  ) {
    add(row, body: { BenchmarkBody(state: try state(), run: run, verify: { _, _ in }) })
  }

  /// Adds a loop that suspends; see ``add(_:setUp:)``.
  package mutating func add(
    _ row: String,
    runAsync: @escaping @Sendable (Int) async throws -> Void
  ) {
    add(row, body: { BenchmarkBody(runAsync: runAsync, verify: { _ in }) })
  }

  /// Adds a loop that is only partly timed, like the row; see ``add(_:setUp:)``.
  package mutating func addTimed(
    _ row: String,
    setUp: @escaping @MainActor @Sendable () throws -> (Int, inout Stopwatch) throws -> Void
  ) {
    add(row, body: { BenchmarkBody(runTimed: try setUp(), verify: { _ in }) })
  }

  private mutating func add(
    _ row: String,
    body: @escaping @MainActor @Sendable () throws -> BenchmarkBody
  ) {
    loops.append(Loop(row: row, setUp: body, reason: nil))
  }

  /// Records why a floor or a peer has no hand-written loop.
  package mutating func addNone(_ row: String, because reason: String) {
    loops.append(Loop(row: row, setUp: nil, reason: reason))
  }

  /// The floors and peers that have neither a loop nor a reason for having none.
  func rowsWithout(in suite: BenchmarkSuite) -> [String] {
    let names = Set(loops.map(\.row))
    let covered = suite.benchmarks.filter { names.contains($0.rowName) }
    return suite.benchmarks.filter { benchmark in
      benchmark.kind != .ours
        && !covered.contains {
          $0.name == benchmark.name && $0.wordParameters == benchmark.wordParameters
        }
    }.map(\.rowName)
  }

  /// How often both run: if threads are woken, one run may have more instructions than another.
  private static let repetitions = 3

  /// Runs each row and its hand-written loop in turn, with equally many iterations and a mark in between.
  ///
  /// valgrind writes a profile at each mark (`--dump-before=cmachine_mark`). A row's first profile covers everything before it; then its
  /// own profiles and its loop's follow in turn.
  ///
  /// - Returns: Whether all gave the right answer.
  @MainActor
  func run(
    beside suite: BenchmarkSuite,
    filter: Regex<AnyRegexOutput>? = nil,
    print: (String) -> Void
  ) async -> Bool {
    for row in rowsWithout(in: suite) { print("without a loop by hand: \(row)") }
    for loop in loops {
      if let reason = loop.reason { print("none by hand, because \(reason): \(loop.row)") }
    }
    var isRight = true
    for benchmark in suite.benchmarks {
      let name = benchmark.rowName
      guard filter.map({ name.contains($0) }) ?? true,
        let setUp = loops.first(where: { $0.row == name })?.setUp
      else { continue }
      do {
        let body = try await BlockingTask.setUp(benchmark)
        defer { body.tearDown() }
        let byHand = try setUp()
        let count = try Self.iterations(ofTasks: byHand.isConcurrent(threads: 1)) {
          try body.run(iterations: $0)
        }
        try byHand.run(iterations: count.last)
        for _ in 0..<Self.repetitions {
          cmachine_mark()
          try body.run(iterations: count.last)
          cmachine_mark()
          try byHand.run(iterations: count.last)
        }
        cmachine_mark()
        try body.verify(count.total + count.last * Self.repetitions)
        print("\(count.last) iterations \(Self.repetitions) times by hand: \(name)")
      } catch {
        isRight = false
        // Its marks may be missing, so later profiles would be mistaken for others.
        print("failed: \(name): \(error)")
        break
      }
    }
    return isRight
  }

  /// Runs more and more iterations until they take long enough to count; this also warms up the loop.
  private static func iterations(
    ofTasks isAsynchronous: Bool,
    _ run: (Int) throws -> Void
  ) throws -> (last: Int, total: Int) {
    var count = 1
    var total = 0
    while true {
      // Processor time: on a loaded machine, even few iterations take long.
      let start = clock()
      try run(count)
      total += count
      let elapsed = clock() - start
      // About a million instructions under valgrind; more if threads may be woken, which happens now and then.
      let enough = count < 16 ? 300_000 : count < 64 ? 100_000 : 10_000
      if elapsed >= (isAsynchronous ? 10 * enough : enough) || count >= 1 << 20 {
        return (count, total)
      }
      count *= 4
    }
  }
}

extension BenchmarkSuite {
  /// Runs what the command line requests; with `--by-hand` and a pattern of rows, runs floors and peers next to hand-written loops.
  @MainActor
  package func main(orByHand add: (inout HandWrittenLoops) -> Void) async -> Never {
    let words = CommandLine.arguments.dropFirst()
    guard words.first == "--by-hand" else { await main() }
    var loops = HandWrittenLoops()
    add(&loops)
    let filter = words.dropFirst().first.flatMap { try? Regex($0) }
    exit(await loops.run(beside: self, filter: filter) { print($0) } ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}

extension Benchmark {
  /// The parameters that aren't numbers: rows that differ in these have different code.
  fileprivate var wordParameters: [BenchmarkParameter] {
    parameters.filter { Double($0.value) == nil }
  }
}
