package import BenchmarkResults

/// The code of a row, ready to run.
///
/// The harness asks the body for many iterations at a time: the body contains the loop over them, which costs no call. A body runs one
/// sample at a time.
public struct BenchmarkBody {
  enum Workload {
    case synchronous((Int) throws -> Void)
    case asynchronous(@Sendable (Int) async throws -> Void)
    case team(ThreadTeam)
    case timedSynchronous((Int, inout Stopwatch) throws -> Void)
    case timedAsynchronous(@Sendable (Int, inout Stopwatch) async throws -> Void)
    case figure(() throws -> UInt64)
  }

  let workload: Workload
  package let verify: @MainActor (Int) throws -> Void
  package let tearDown: @MainActor () -> Void
  private(set) var memory: (@MainActor () -> Int?)?
  /// The clock for CPU time, if not the workload's.
  private(set) var timedClock: CPUClock?
  /// The most samples to take.
  private(set) var sampleLimit = Int.max
  /// How its runs are counted, if each is a sample.
  private(set) var singleRuns: SingleRuns?

  /// Samples of one iteration each, and no other iterations: each may be long, or have effects.
  package struct SingleRuns: Sendable {
    /// How many iterations warm the row up.
    let warmUp: Int
    /// The time of a round, in nanoseconds; there are as many samples as fit into it by the time of the first, and at least one.
    let roundNanoseconds: UInt64

    package init(warmUp: Int, roundNanoseconds: UInt64) {
      self.warmUp = warmUp
      self.roundNanoseconds = roundNanoseconds
    }
  }

  /// Creates a body that runs on the main thread.
  ///
  /// A `var` that the closures share costs an exclusivity check per access. If that would affect the result, keep mutable data in the state
  /// of ``init(state:run:verify:tearDown:)``.
  ///
  /// - Parameters:
  ///   - run: Runs so many iterations. If it throws, the row fails.
  ///   - verify: Checks the answer after so many iterations in total, since the set-up. It is called
  ///     after the calibration and at the end; it throws, for example a ``VerificationError``, if
  ///     the answer is wrong.
  ///   - tearDown: Releases what the set-up acquired.
  @MainActor
  public init(
    run: @escaping (Int) throws -> Void,
    verify: @escaping (Int) throws -> Void,
    tearDown: @escaping () -> Void = {}
  ) {
    self.workload = .synchronous(run)
    self.verify = { try verify($0) }
    self.tearDown = { tearDown() }
  }

  /// Creates a body that runs on the main thread and changes a state of its own.
  ///
  /// - Parameters:
  ///   - state: What the iterations work on.
  ///   - run: Runs so many iterations on the state. If it throws, the row fails.
  ///   - verify: Checks the state after so many iterations in total, since the set-up. It is called
  ///     after the calibration and at the end; it throws, for example a ``VerificationError``, if
  ///     the answer is wrong.
  ///   - tearDown: Releases what the set-up acquired.
  @MainActor
  public init<State: ~Copyable>(
    state: consuming State,
    run: @escaping (inout State, Int) throws -> Void,
    verify: @escaping (inout State, Int) throws -> Void,
    tearDown: @escaping (inout State) -> Void = { _ in }
  ) {
    let storage = StateStorage(state)
    self.workload = .synchronous { try run(&storage.state, $0) }
    self.verify = { try verify(&storage.state, $0) }
    self.tearDown = { tearDown(&storage.state) }
  }

  /// Creates a body that suspends; it runs on the global concurrent executor.
  ///
  /// - Parameters:
  ///   - runAsync: Runs so many iterations. If it throws, the row fails. CPU time is that of the
  ///     whole process.
  ///   - verify: Checks the answer after so many iterations in total, since the set-up. It is called
  ///     after the calibration and at the end; it throws, for example a ``VerificationError``, if
  ///     the answer is wrong.
  ///   - tearDown: Releases what the set-up acquired.
  public init(
    runAsync: @escaping @Sendable (Int) async throws -> Void,
    verify: @escaping @Sendable (Int) async throws -> Void,
    tearDown: @escaping @Sendable () async -> Void = {}
  ) {
    self.workload = .asynchronous(runAsync)
    self.verify = { iterations in try BlockingTask.runHook { try await verify(iterations) } }
    self.tearDown = { try? BlockingTask.runHook { await tearDown() } }
  }

  /// Creates a body that several threads run at once.
  ///
  /// The time of a sample runs from the release of the threads until the last one is done; an iteration's is that divided by the iterations
  /// of all threads. CPU time is that of the whole process. The team stops when the row is done.
  ///
  /// - Parameters:
  ///   - team: The threads and what they run.
  ///   - verify: Checks the answer after so many iterations in total, of all threads, since the set-up. No thread of the team runs
  ///     meanwhile.
  ///   - tearDown: Releases what the set-up acquired, after the team has stopped.
  @MainActor
  public init(
    team: ThreadTeam,
    verify: @escaping (Int) throws -> Void,
    tearDown: @escaping () -> Void = {}
  ) {
    self.workload = .team(team)
    self.verify = { try verify($0) }
    self.tearDown = {
      team.stop()
      tearDown()
    }
  }

  /// Creates a body that runs on the main thread and takes its own time.
  ///
  /// For iterations that need preparation or tidying up one by one: the result's times include only what runs while the ``Stopwatch`` does.
  /// Counts of instructions and allocations include the whole iterations. If less than a twentieth of a sample is measured, the sample has
  /// fewer iterations than its duration asks for, to keep the row short.
  ///
  /// - Parameters:
  ///   - runTimed: Runs so many iterations, and starts and stops the stopwatch. If it throws, or never starts the stopwatch, the row fails.
  ///     The stopwatch stops when it returns.
  ///   - verify: Checks the answer after so many iterations in total, since the set-up.
  ///   - tearDown: Releases what the set-up acquired.
  @MainActor
  public init(
    runTimed: @escaping (Int, inout Stopwatch) throws -> Void,
    verify: @escaping (Int) throws -> Void,
    tearDown: @escaping () -> Void = {}
  ) {
    self.workload = .timedSynchronous(runTimed)
    self.verify = { try verify($0) }
    self.tearDown = { tearDown() }
  }

  /// Creates a body that suspends and takes its own time; it runs on the global concurrent executor.
  ///
  /// - Parameters:
  ///   - runTimedAsync: Runs so many iterations, and starts and stops the stopwatch, as in
  ///     ``init(runTimed:verify:tearDown:)``. CPU time is that of the whole process.
  ///   - verify: Checks the answer after so many iterations in total, since the set-up.
  ///   - tearDown: Releases what the set-up acquired.
  public init(
    runTimedAsync: @escaping @Sendable (Int, inout Stopwatch) async throws -> Void,
    verify: @escaping @Sendable (Int) async throws -> Void,
    tearDown: @escaping @Sendable () async -> Void = {}
  ) {
    self.workload = .timedAsynchronous(runTimedAsync)
    self.verify = { iterations in try BlockingTask.runHook { try await verify(iterations) } }
    self.tearDown = { try? BlockingTask.runHook { await tearDown() } }
  }

  /// Creates a body whose samples are not times of iterations but its own figures in nanoseconds, such as a percentile of many requests'
  /// times.
  ///
  /// - Parameters:
  ///   - figure: Does all the work of a sample, checks its answer, and returns the figure.
  ///   - tearDown: Releases what the set-up acquired.
  @MainActor
  public init(figure: @escaping () throws -> UInt64, tearDown: @escaping () -> Void = {}) {
    self.workload = .figure(figure)
    self.verify = { _ in }
    self.tearDown = { tearDown() }
  }

  /// The same body, which also reports how many bytes it holds in memory.
  ///
  /// - Parameter memory: Returns the row's memory for the results, in bytes, or `nil` if it isn't known. Called after the last round.
  /// - Returns: The body.
  public func reportingMemory(_ memory: @escaping @MainActor () -> Int?) -> BenchmarkBody {
    var body = self
    body.memory = memory
    return body
  }

  /// The same body, limited to so many samples, at least one.
  package func takingAtMost(samples: Int) -> BenchmarkBody {
    var body = self
    body.sampleLimit = max(1, samples)
    return body
  }

  /// The same body, whose samples are single iterations.
  package func taking(_ runs: SingleRuns) -> BenchmarkBody {
    var body = self
    body.singleRuns = runs
    return body
  }

  /// The same body with another clock for CPU time.
  package func timing(_ clock: CPUClock) -> BenchmarkBody {
    var body = self
    body.timedClock = clock
    return body
  }

  private final class StateStorage<State: ~Copyable> {
    var state: State

    init(_ state: consuming State) {
      self.state = state
    }
  }
}

/// A benchmark computed a wrong answer.
public struct VerificationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The quantity that was checked, such as `counter`.
  public let subject: String

  /// The right answer.
  public let expected: String

  /// The answer the body gave.
  public let found: String

  /// Creates an error.
  public init(_ subject: String, expected: String, found: String) {
    self.subject = subject
    self.expected = expected
    self.found = found
  }

  /// Checks that an answer is right.
  ///
  /// - Parameters:
  ///   - subject: What is checked, such as `counter`.
  ///   - found: The answer the body gave.
  ///   - expected: The right answer.
  /// - Throws: ``VerificationError`` if they differ.
  public static func check<Answer: Equatable>(
    _ subject: String,
    found: Answer,
    expected: Answer
  ) throws(VerificationError) {
    guard found == expected else {
      throw VerificationError(subject, expected: "\(expected)", found: "\(found)")
    }
  }

  /// The quantity, the expected answer and the wrong one.
  public var description: String { "wrong \(subject): expected \(expected), found \(found)" }
}
