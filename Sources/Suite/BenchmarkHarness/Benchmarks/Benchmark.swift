@_exported public import BenchmarkResults
import ProcessLaunching

/// One row of a suite: a name, what it is compared with, and how to prepare it.
public struct Benchmark: Sendable {
  /// The name of the benchmark, such as `dispatch`; rows that differ in their parameters share it.
  public let name: String

  /// The parameters of this row, in their order in ``rowName``.
  public let parameters: [BenchmarkParameter]

  /// The part of the row in a comparison.
  public let kind: BenchmarkKind

  /// The rows that this one is compared with: names of rows, or names of benchmarks.
  ///
  /// The name of a benchmark stands for its rows whose parameters have the same values as this
  /// row's, as far as both have them.
  public let floors: [String]

  /// The promises about the row.
  public let bars: [Bar]

  /// How many threads the body keeps busy.
  public let threads: Int

  /// How long a sample should take.
  public let sampleDuration: Duration

  let setUp: @MainActor @Sendable () async throws -> BenchmarkBody

  /// Creates a benchmark.
  ///
  /// A name, a number of threads or a duration that isn't allowed ends the program with a message that names the benchmark.
  ///
  /// - Parameters:
  ///   - name: What is measured. It must not be empty.
  ///   - parameters: What this row was given, in the order they shall stand in its name.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows it is compared with; see ``floors``.
  ///   - bars: What is promised of the row; their floors are floors of the row.
  ///   - threads: How many threads the body keeps busy, at least 1. With more than one, CPU time is that of the
  ///     whole process instead of that of the thread that calls the body.
  ///   - sampleDuration: How long a sample should take, over 0. Without it, 1 ms, or 10 ms with more than
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
    self.floors = floors + bars.flatMap(\.floors).filter { !floors.contains($0) }
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

extension Benchmark {
  /// Creates a benchmark of a whole command: an iteration is one run from its start to its end.
  ///
  /// Wall time includes what starting a process costs; CPU time is that of the command and all that it
  /// has waited for; the memory is the most that one run had, where that is more than this process has.
  /// Its input is empty and its output thrown away. It fails where the command does.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - command: The program, looked for on PATH, and its arguments; at least the program.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows it is compared with.
  ///   - bars: What is promised of the row.
  public init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = []
  ) {
    self.init(
      name,
      command: command,
      kind: kind,
      floors: floors,
      bars: bars,
      timeout: nil,
      isInterrupted: { false }
    )
  }

  /// Creates a benchmark of a whole command, a run of which is ended after a time, or where it is interrupted.
  package init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    timeout: Duration?,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    guard !command.isEmpty else { fatalError("benchmark \(name): its command has no words") }
    self.init(
      name,
      kind: kind,
      floors: floors,
      bars: bars,
      // Long enough for several runs of a small program; a larger one is a sample by itself.
      sampleDuration: .milliseconds(20)
    ) {
      // What this process needs seems to be needed by each that it starts.
      InheritedPeak.lower()
      let command = WholeCommand(command, timeout: timeout, isInterrupted: isInterrupted)
      return BenchmarkBody(
        run: { count in for _ in 0..<count { try command.run() } },
        verify: { try VerificationError.check("runs", found: command.runs, expected: $0) }
      )
      .reportingMemory {
        InheritedPeak.isExceeded(by: command.peakMemory) ? command.peakMemory : nil
      }
      .timing(.children)
    }
  }
}
