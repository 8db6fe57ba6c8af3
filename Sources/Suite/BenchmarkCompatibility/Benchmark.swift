import BenchmarkHarness

/// A benchmark, declared as for ordo-one's `Benchmark` package and run by this harness.
///
/// One call of the closure is one operation; if it runs ``scaledIterations``, each of those is one. Declaring a benchmark registers it; see
/// ``BenchmarkRunner``.
public final class Benchmark {
  /// A closure that is measured.
  public typealias BenchmarkClosure = (_ benchmark: Benchmark) -> Void
  /// A closure that is measured and may throw.
  public typealias BenchmarkThrowingClosure = (_ benchmark: Benchmark) throws -> Void
  /// A closure that is measured and suspends.
  public typealias BenchmarkAsyncClosure = (_ benchmark: Benchmark) async -> Void
  /// A closure that is measured, suspends and may throw.
  public typealias BenchmarkAsyncThrowingClosure = (_ benchmark: Benchmark) async throws -> Void
  /// A closure that runs before.
  public typealias BenchmarkSetupHook = () async throws -> Void
  /// A closure that runs after.
  public typealias BenchmarkTeardownHook = () async throws -> Void

  enum Workload {
    case synchronous(BenchmarkThrowingClosure)
    case asynchronous(BenchmarkAsyncThrowingClosure)
  }

  // SAFETY: for each use of these in this module: the statics are written while benchmarks are registered, on the main thread and before
  // any of them runs; the original's are as unprotected, and its users' code sets them from anywhere.

  /// The benchmarks that were declared and not skipped, in order.
  public nonisolated(unsafe) static internal(set) var benchmarks: [Benchmark] = []

  /// The defaults of a ``Configuration``.
  public nonisolated(unsafe) static var defaultConfiguration = Configuration.initial

  /// Runs before the first selected benchmark.
  public nonisolated(unsafe) static var setup: BenchmarkSetupHook?

  /// Runs after the last benchmark.
  public nonisolated(unsafe) static var teardown: BenchmarkTeardownHook?

  /// Runs before ``setup``; an older name for the same.
  public nonisolated(unsafe) static var startupHook: BenchmarkSetupHook?

  /// Runs after ``teardown``; an older name for the same.
  public nonisolated(unsafe) static var shutdownHook: BenchmarkTeardownHook?

  /// Always `false` unless set: thresholds are not checked here.
  public nonisolated(unsafe) static var checkAbsoluteThresholds = false

  /// The name without its tags.
  public var baseName: String

  /// How the benchmark was configured.
  public var configuration: Configuration

  /// Why it failed, if it has.
  public internal(set) var failureReason: String?

  /// How many calls of the closure came before, including the warm-up.
  public internal(set) var currentIteration = 0

  /// The value of the set-up, if it returns one.
  public internal(set) var setupState: Any?

  let workload: Workload
  var setup: BenchmarkSetupHook?
  let teardown: BenchmarkTeardownHook?
  let customMeasurements = CustomMeasurements()

  /// The stopwatch of the current sample.
  var stopwatch: Stopwatch?
  /// Whether the closure starts and stops the measurement itself.
  var takesOwnTime = false
  /// The first iteration of the sample.
  var firstIterationOfSample = 0
  /// The number of scaled iterations of the current call.
  var scaledCount = 1
  /// Whether the closure has used its scaled iterations, so that each of them is an operation.
  var isScaled = false
  /// Whether the closure fails with fewer scaled iterations than declared; then a call is an operation.
  var takesWholeFactor = false

  /// Declares a benchmark.
  ///
  /// - Parameters:
  ///   - name: A unique name.
  ///   - configuration: Its configuration; with `skip` it is not declared.
  ///   - closure: The measured code. If it throws, the benchmark fails.
  ///   - setup: Runs once, before the warm-up and off the main thread, which waits for it.
  ///   - teardown: Runs once, at the end.
  @discardableResult
  public convenience init?(
    _ name: String,
    configuration: Configuration = unsafe Benchmark.defaultConfiguration,
    closure: @escaping BenchmarkThrowingClosure,
    setup: BenchmarkSetupHook? = nil,
    teardown: BenchmarkTeardownHook? = nil
  ) {
    self.init(name, configuration, .synchronous(closure), setup: setup, teardown: teardown)
  }

  /// Declares a benchmark that suspends.
  ///
  /// - Parameters:
  ///   - name: A unique name.
  ///   - configuration: Its configuration; with `skip` it is not declared.
  ///   - closure: The measured code. If it throws, the benchmark fails. The main thread waits for it, so it must not wait for the main
  ///     actor.
  ///   - setup: Runs once, before the warm-up and off the main thread, which waits for it.
  ///   - teardown: Runs once, at the end.
  @discardableResult
  public convenience init?(
    _ name: String,
    configuration: Configuration = unsafe Benchmark.defaultConfiguration,
    closure: @escaping BenchmarkAsyncThrowingClosure,
    setup: BenchmarkSetupHook? = nil,
    teardown: BenchmarkTeardownHook? = nil
  ) {
    self.init(name, configuration, .asynchronous(closure), setup: setup, teardown: teardown)
  }

  init?(
    _ name: String,
    _ configuration: Configuration,
    _ workload: Workload,
    setup: BenchmarkSetupHook?,
    teardown: BenchmarkTeardownHook?
  ) {
    guard !configuration.skip else { return nil }
    self.baseName = name
    self.configuration = configuration
    scaledCount = configuration.scalingFactor.rawValue
    self.workload = workload
    self.setup = setup
    self.teardown = teardown
    unsafe Self.benchmarks.append(self)
  }

  /// The name of the benchmark, with its tags in the order of their names, as in
  /// `read (size: 1024)`.
  public var name: String {
    get {
      guard !configuration.tags.isEmpty else { return baseName }
      let tags = configuration.tags.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return "\(baseName) (\(tags.joined(separator: ", ")))"
    }
    set { baseName = newValue }
  }

  /// As many iterations as in ``Configuration/scalingFactor``; fewer, but at least one, if a sample has no room for all.
  public var scaledIterations: Range<Int> {
    isScaled = true
    return 0..<scaledCount
  }

  /// An older name of ``scaledIterations``.
  public var throughputIterations: Range<Int> { scaledIterations }

  /// Begins the measured part of this call of the closure.
  ///
  /// Earlier parts count in no time. Counts still cover whole calls.
  public func startMeasurement() {
    if !takesOwnTime {
      takesOwnTime = true
      // Earlier calls in the same sample were measured as a whole.
      if currentIteration > firstIterationOfSample { stopwatch?.stop() }
    }
    stopwatch?.start()
  }

  /// Ends the measured part of this call of the closure; a later start adds to it.
  public func stopMeasurement() {
    takesOwnTime = true
    stopwatch?.stop()
  }

  /// Fails the benchmark; its row fails with that text.
  public func error(_ description: String) {
    failureReason = description
  }

  /// Adds a value of a custom metric, from any thread.
  ///
  /// Their number, the smallest, the mean and the largest are written to standard error at the end, including the warm-up; they are not in
  /// the result file. A metric that is not custom is ignored.
  public func measurement(_ metric: BenchmarkMetric, _ value: Int) {
    guard case .custom(let name, _, _) = metric else { return }
    customMeasurements.add(value, to: name)
  }
}
