/// Where the samples of a recording are: a folder beside the streams of its trace.
package struct SampleDirectory: Sendable, Equatable {
  /// The folder in the directory of a trace.
  package static let name = "samples"
  /// The name of the library by which programs sample themselves.
  package static let libraryName = "libhamon-timers.so"

  package let path: String

  /// The folder of a trace.
  package init(ofTrace directory: String) { path = "\(directory)/\(Self.name)" }

  /// What was sampled, in the form of perf.
  package var data: String { "\(path)/perf.data" }

  /// The names of the functions, as they were when it was recorded.
  package var symbols: String { "\(path)/symbols" }

  /// How it was recorded, a line a fact.
  package var description: String { "\(path)/description" }

  /// The rings of programs that sample themselves, while it is recorded.
  package var rings: String { "\(path)/rings" }

  /// The library by which they do, where it was compiled for this recording.
  ///
  /// It stays where a program has outlived the recording.
  package var library: String { "\(path)/\(Self.libraryName)" }
}

/// What takes the samples.
package enum SamplingEngine: String, CaseIterable, Sendable {
  /// The kernel, by the processor's counter of cycles.
  case cycles = "perf-cycles"
  /// The kernel, by the time that a thread runs.
  case taskClock = "perf-clock"
  /// The programs themselves, by timers of their threads.
  case timers

  /// Its name in a sentence.
  package var title: String {
    switch self {
    case .cycles: "perf events, hardware cycles"
    case .taskClock: "perf events, task clock"
    case .timers: "thread timers with a signal"
    }
  }
}

/// How samples were recorded.
package struct SamplingDescription: Sendable, Equatable {
  /// The version of the folder's form.
  package static let version = 1
  /// Those that leave a nanosecond at least between two samples.
  private static let frequencies = 1...1_000_000_000

  /// What has taken them.
  package var engine: SamplingEngine
  /// Why it was that one.
  package var reason: String
  /// How many samples a second a running thread gives.
  package var frequency: Int
  /// Whether time in the kernel is sampled too.
  package var includesKernel: Bool
  /// How many stacks of waiting threads were not taken though the threads waited long enough, for there were too many, or they
  /// could not be read.
  package var missedWaits = 0
  /// What took part and was not sampled, and why: a line each.
  package var gaps: [String] = []
  /// What a time of the samples has to be added to for one since the Unix epoch, in nanoseconds, as the clocks stood when the recording
  /// began; `nil` where that wasn't written.
  package var epoch: Int64?
  /// Whether the recording came to its end.
  package var isComplete = false

  /// Describes a recording that begins.
  package init(engine: SamplingEngine, reason: String, frequency: Int, includesKernel: Bool) {
    self.engine = engine
    self.reason = reason
    self.frequency = frequency
    self.includesKernel = includesKernel
  }

  /// The time between two samples of a running thread, in nanoseconds.
  package var period: UInt64 { 1_000_000_000 / UInt64(max(1, frequency)) }

  /// How many samples a record of one is: the signal of a timer may come late, and stands for several then.
  package func count(of record: PerfRecord) -> Int {
    engine == .timers ? max(1, Int((record.period + period / 2) / period)) : 1
  }

  /// The text of the file.
  package var text: String {
    var lines = [
      "version \(Self.version)", "engine \(engine.rawValue)", "reason \(Self.line(reason))",
      "frequency \(frequency)", "kernel \(includesKernel)", "missed-waits \(missedWaits)",
    ]
    if let epoch { lines.append("epoch \(epoch)") }
    lines += gaps.map { "gap \(Self.line($0))" }
    lines.append("complete \(isComplete)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the text of a file; `nil` where it isn't one, or of a version that isn't known.
  package init?(_ text: String) {
    var facts: [Substring: String] = [:]
    var gaps: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "gap" {
        gaps.append(String(words[1]))
      } else {
        facts[words[0]] = String(words[1])
      }
    }
    guard facts["version"] == "\(Self.version)",
      let engine = facts["engine"].flatMap(SamplingEngine.init),
      let frequency = facts["frequency"].flatMap({ Int($0) }),
      Self.frequencies.contains(frequency)
    else { return nil }
    self.init(
      engine: engine,
      reason: facts["reason"] ?? "",
      frequency: frequency,
      includesKernel: facts["kernel"] == "true"
    )
    missedWaits = facts["missed-waits"].flatMap { Int($0) } ?? 0
    self.gaps = gaps
    // No machine has been on for longer than 73 years, and no sum with what is left can overflow.
    epoch = facts["epoch"].flatMap { Int64($0) }.flatMap { $0.magnitude < 1 << 61 ? $0 : nil }
    isComplete = facts["complete"] == "true"
  }

  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
