/// One row of a suite: a name, what it is compared with, and how to prepare it.
public struct Benchmark: Sendable {
  /// What is measured, such as `dispatch`; rows that differ in their parameters share it.
  public let name: String

  /// What this row was given, in the order they stand in ``rowName``.
  public let parameters: [BenchmarkParameter]

  /// What the row is in a comparison.
  public let kind: BenchmarkKind

  /// The rows that this one is compared with: names of rows, or names of benchmarks.
  ///
  /// The name of a benchmark stands for its rows whose parameters have the same values as this
  /// row's, as far as both have them.
  public let floors: [String]

  /// What is promised of the row.
  public let bars: [Bar]

  /// How many threads the body keeps busy.
  public let threads: Int

  /// How long a sample should take.
  public let sampleDuration: Duration

  let setUp: @MainActor @Sendable () async throws -> BenchmarkBody

  /// Creates a benchmark.
  ///
  /// - Parameters:
  ///   - name: What is measured. It must not be empty.
  ///   - parameters: What this row was given, in the order they shall stand in its name.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows it is compared with; see ``floors``.
  ///   - bars: What is promised of the row; their floors are floors of the row.
  ///   - threads: How many threads the body keeps busy. With more than one, CPU time is that of the
  ///     whole process instead of that of the thread that calls the body.
  ///   - sampleDuration: How long a sample should take. Without it, 1 ms, or 10 ms with more than
  ///     one thread, where starting and stopping takes longer.
  ///   - setUp: Prepares the row. It runs on the main thread, once, before the row's warm-up, and
  ///     only if the row is wanted. If it throws, the row fails and the others are measured.
  public init(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    threads: Int = 1,
    sampleDuration: Duration? = nil,
    setUp: @escaping @MainActor @Sendable () async throws -> BenchmarkBody
  ) {
    // Not preconditions: their texts are left out of optimized programs, which benchmarks are.
    guard !name.isEmpty else { fatalError("the name of a benchmark is empty") }
    guard threads >= 1 else {
      fatalError("benchmark \(name): threads is \(threads), not at least 1")
    }
    if let sampleDuration, sampleDuration <= .zero {
      fatalError("benchmark \(name): sampleDuration is \(sampleDuration), not over 0")
    }
    self.name = name
    self.parameters = parameters.map { BenchmarkParameter(key: $0, value: "\($1)") }
    self.kind = kind
    self.floors = floors + bars.compactMap(\.floor).filter { !floors.contains($0) }
    self.bars = bars
    self.threads = threads
    self.sampleDuration = sampleDuration ?? .milliseconds(threads > 1 ? 10 : 1)
    self.setUp = setUp
  }

  /// The name of the row: the name of the benchmark, then its parameters, such as
  /// `dispatch/producers=2/state=8B`.
  public var rowName: String {
    ([name] + parameters.map(\.description)).joined(separator: "/")
  }

  /// How long a sample should take, in whole nanoseconds, at least 1.
  var sampleNanoseconds: UInt64 { UInt64(max(1, sampleDuration / .nanoseconds(1))) }
}
