@_exported public import BenchmarkResults
import ProcessLaunching

/// One row of a suite: a name, the rows to compare it with, and its set-up.
public struct Benchmark: Sendable {
  /// The name of the benchmark, such as `dispatch`; rows that differ in their parameters share it.
  public let name: String

  /// The parameters of this row, in their order in ``rowName``.
  public private(set) var parameters: [BenchmarkParameter]

  /// The part of the row in a comparison.
  public let kind: BenchmarkKind

  /// The rows to compare this one with: names of rows, or names of benchmarks.
  ///
  /// The name of a benchmark stands for those of its rows whose values agree with this row's in all parameters that both have.
  public let floors: [String]

  /// The promises about the row.
  public let bars: [Bar]

  /// How many threads the body keeps busy.
  public let threads: Int

  /// How long a sample should take.
  public let sampleDuration: Duration

  /// How much the row may grow by a change before `hamon gate` fails; `nil` for the gate's own limits.
  public let gate: RowLimit?

  let setUp: @MainActor @Sendable () async throws -> BenchmarkBody

  /// The name of the row, if it isn't made of the benchmark's name and the parameters.
  private var ownRowName: String?

  /// Creates a benchmark.
  ///
  /// An invalid name, number of threads or duration ends the program with a message that names the benchmark.
  ///
  /// - Parameters:
  ///   - name: What is measured. It must not be empty.
  ///   - parameters: The parameters of this row, in their order in its name.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows to compare it with; see ``floors``.
  ///   - bars: The promises about the row; their floors are floors of the row.
  ///   - threads: How many threads the body keeps busy, at least 1. With more than one, CPU time is that of the whole process instead of
  ///     the thread that calls the body.
  ///   - sampleDuration: How long a sample should take, over 0. The default is 1 ms, or 10 ms with more than one thread, because starting
  ///     and stopping takes longer.
  ///   - gate: How much the row may grow by a change before `hamon gate` fails, such as `.atMost(.percent(5))`; `nil` for the gate's own
  ///     limits.
  ///   - setUp: Prepares the row. It runs on the main thread, once, before the row's warm-up, and only if the row is selected. If it
  ///     throws, the row fails and the others are measured.
  public init(
    _ name: String,
    parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    threads: Int = 1,
    sampleDuration: Duration? = nil,
    gate: RowLimit? = nil,
    setUp: @escaping @MainActor @Sendable () async throws -> BenchmarkBody
  ) {
    // Not preconditions: optimized programs, such as benchmarks, omit their texts.
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
    self.gate = gate
    self.setUp = setUp
  }

  /// The name of the row: the benchmark's name, then the parameters, such as `dispatch/producers=2/state=8B`.
  public var rowName: String {
    ownRowName ?? ([name] + parameters.map(\.description)).joined(separator: "/")
  }

  /// How long a sample should take, in whole nanoseconds, at least 1.
  var sampleNanoseconds: UInt64 { UInt64(max(1, sampleDuration / .nanoseconds(1))) }
}

extension Benchmark {
  /// Creates a benchmark whose row has a name of its own.
  package init(
    _ name: String,
    parameters: [BenchmarkParameter],
    rowName: String,
    kind: BenchmarkKind,
    floors: [String],
    setUp: @escaping @MainActor @Sendable () async throws -> BenchmarkBody
  ) {
    self.init(name, kind: kind, floors: floors, setUp: setUp)
    self.parameters = parameters
    ownRowName = rowName
  }

  /// Creates a benchmark of a whole command: an iteration is one run from start to end.
  ///
  /// Wall time includes the cost of starting a process. CPU time is that of the command and of all processes it waited for. The memory is
  /// the peak of a single run, if that is more than this process has. The input is empty and the output discarded. The row fails if the
  /// command does.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - command: The program, searched on PATH, and its arguments; at least the program.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows to compare it with.
  ///   - bars: The promises about the row.
  ///   - gate: How much the row may grow by a change before `hamon gate` fails; `nil` for the gate's own limits.
  public init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    gate: RowLimit? = nil
  ) {
    self.init(
      name,
      command: command,
      kind: kind,
      floors: floors,
      bars: bars,
      gate: gate,
      timeout: nil
    )
  }

  /// Creates a benchmark of a whole command; ends a run after a time limit, or when interrupted.
  package init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    gate: RowLimit? = nil,
    timeout: Duration?
  ) {
    guard !command.isEmpty else { fatalError("benchmark \(name): its command has no words") }
    self.init(
      name,
      kind: kind,
      floors: floors,
      bars: bars,
      // Long enough for several runs of a small program; a larger one is a sample by itself.
      sampleDuration: .milliseconds(20),
      gate: gate
    ) {
      // The peak of this process would also count for each process that it starts.
      InheritedPeak.lower()
      let command = WholeCommand(command, timeout: timeout) { InterruptSignal.hasArrived }
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
