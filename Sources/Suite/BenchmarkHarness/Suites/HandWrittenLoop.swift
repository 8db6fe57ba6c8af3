import CMachine

/// The work of a floor or a peer once more, in a plain loop of the same program that calls nothing generic.
///
/// A peer counts only when it is as fast as written by hand. That can't be seen by looking: a closure that the compiler
/// doesn't specialize costs a look-up of metadata and a witness call an operation. So a row's instructions are counted
/// beside those of a loop (`--by-hand`, under valgrind).
struct HandWrittenLoop: Sendable {
  /// The row that the loop is beside.
  let row: String
  /// Prepares the loop; `nil` where there is none.
  let setUp: (@MainActor @Sendable () throws -> BenchmarkBody)?
  /// Why there is none.
  let reason: String?
}

extension BenchmarkSuite {
  /// Adds a loop that does the work of a floor or a peer by hand.
  ///
  /// - Parameters:
  ///   - row: The name of the row. The rows that differ from it in numbers only are taken for the same code.
  ///   - setUp: Prepares the loop, and returns it: it makes so many iterations.
  package mutating func addByHand(
    _ row: String,
    setUp: @escaping @MainActor @Sendable () throws -> (Int) throws -> Void
  ) {
    addByHand(row, body: { BenchmarkBody(run: try setUp(), verify: { _ in }) })
  }

  /// Adds a loop that changes a state of its own; see ``addByHand(_:setUp:)``.
  ///
  /// Each access to a `var` that a closure shares is checked for being exclusive, which a loop by hand needn't be.
  package mutating func addByHand<State>(
    _ row: String,
    state: @escaping @MainActor @Sendable () throws -> State,
    run: @escaping @Sendable (inout State, Int) throws -> Void
  ) {
    addByHand(row, body: { BenchmarkBody(state: try state(), run: run, verify: { _, _ in }) })
  }

  /// Adds a loop that suspends; see ``addByHand(_:setUp:)``.
  package mutating func addByHand(
    _ row: String,
    runAsync: @escaping @Sendable (Int) async throws -> Void
  ) {
    addByHand(row, body: { BenchmarkBody(runAsync: runAsync, verify: { _ in }) })
  }

  /// Adds a loop of which only a part is timed, where the row's is; see ``addByHand(_:setUp:)``.
  package mutating func addTimedByHand(
    _ row: String,
    setUp: @escaping @MainActor @Sendable () throws -> (Int, inout Stopwatch) throws -> Void
  ) {
    addByHand(row, body: { BenchmarkBody(runTimed: try setUp(), verify: { _ in }) })
  }

  private mutating func addByHand(
    _ row: String,
    body: @escaping @MainActor @Sendable () throws -> BenchmarkBody
  ) {
    handWrittenLoops.append(HandWrittenLoop(row: row, setUp: body, reason: nil))
  }

  /// Says why a floor or a peer has no loop by hand.
  package mutating func addNoneByHand(_ row: String, because reason: String) {
    handWrittenLoops.append(HandWrittenLoop(row: row, setUp: nil, reason: reason))
  }

  /// The floors and peers without a loop, and without a reason for that.
  var rowsWithoutLoop: [String] {
    let names = Set(handWrittenLoops.map(\.row))
    let covered = benchmarks.filter { names.contains($0.rowName) }
    return benchmarks.filter { benchmark in
      benchmark.kind != .ours
        && !covered.contains {
          $0.name == benchmark.name && $0.wordParameters == benchmark.wordParameters
        }
    }.map(\.rowName)
  }

  /// How often both are run: where threads are woken, one run may have more instructions than another.
  private static let repetitions = 3

  /// Runs each row that has a loop by hand and the loop in turn, as many iterations of each, with a mark between them.
  ///
  /// valgrind writes a profile at each mark (`--dump-before=cmachine_mark`). Of those of a row the first is of what is
  /// before it; then come its own and its loop's in turn.
  ///
  /// - Returns: Whether all of them gave the right answer.
  @MainActor
  func runByHand(
    _ selection: RowSelection,
    print: (String) -> Void
  ) async throws -> Bool {
    for row in rowsWithoutLoop { print("without a loop by hand: \(row)") }
    for loop in handWrittenLoops {
      if let reason = loop.reason { print("none by hand, because \(reason): \(loop.row)") }
    }
    var isRight = true
    for benchmark in selection.benchmarks {
      let name = benchmark.rowName
      guard let loop = handWrittenLoops.first(where: { $0.row == name }), let setUp = loop.setUp
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
        // Its marks may be missing, so that the profiles after it would be taken for others.
        print("failed: \(name): \(error)")
        break
      }
    }
    return isRight
  }

  /// Runs more and more iterations until they take long enough to be counted; they warm it up as well.
  private static func iterations(
    ofTasks isAsynchronous: Bool,
    _ run: (Int) throws -> Void
  ) throws -> (last: Int, total: Int) {
    var count = 1
    var total = 0
    while true {
      // Of the processor: a machine with other work makes few iterations long.
      let start = ClockReading.cpuNow(.process)
      try run(count)
      total += count
      let elapsed = ClockReading.cpuNow(.process) - start
      // Under valgrind about a million instructions; more where threads may be woken, which is done now and then.
      let enough: UInt64 = count < 16 ? 300_000_000 : count < 64 ? 100_000_000 : 10_000_000
      if elapsed >= (isAsynchronous ? 10 * enough : enough) || count >= 1 << 20 {
        return (count, total)
      }
      count *= 4
    }
  }
}

extension Benchmark {
  /// The parameters that are no numbers: rows that differ in others are of other code.
  fileprivate var wordParameters: [BenchmarkParameter] {
    parameters.filter { Double($0.value) == nil }
  }
}
