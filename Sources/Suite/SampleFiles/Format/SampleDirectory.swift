/// The folder with the samples of a recording, next to the streams of its trace.
package struct SampleDirectory: Sendable, Equatable {
  /// The folder in the directory of a trace.
  package static let name = "samples"
  /// The name of the library with which programs sample themselves.
  package static let libraryName = "libhamon-timers.so"

  package let path: String

  /// The folder of a trace.
  package init(ofTrace directory: String) { path = "\(directory)/\(Self.name)" }

  /// The samples, in perf's format.
  package var data: String { "\(path)/perf.data" }

  /// The names of the functions at the time of the recording.
  package var symbols: String { "\(path)/symbols" }

  /// How it was recorded, a line a fact.
  package var description: String { "\(path)/description" }

  /// The rings of programs that sample themselves, during the recording.
  package var rings: String { "\(path)/rings" }

  /// The library for that, if it was compiled for this recording.
  ///
  /// It stays if a program outlives the recording.
  package var library: String { "\(path)/\(Self.libraryName)" }
}

/// What takes the samples.
package enum SamplingEngine: String, CaseIterable, Sendable {
  /// The kernel, by the processor's counter of cycles.
  case cycles = "perf-cycles"
  /// The kernel, by a thread's running time.
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
  /// Samples whose stack is deeper than what is recorded of one.
  package struct TooDeep: Sendable, Equatable {
    package let samples: Int
    /// How much is recorded, in a line.
    package let limit: String

    package init(samples: Int, limit: String) {
      self.samples = samples
      self.limit = limit
    }
  }

  /// The version of the folder's form.
  package static let version = 1
  /// Frequencies with at least a nanosecond between two samples.
  private static let frequencies = 1...1_000_000_000

  package var engine: SamplingEngine
  package var reason: String
  /// Samples per second of a running thread.
  package var frequency: Int
  /// Whether time in the kernel is sampled too.
  package var includesKernel: Bool
  /// How many stacks of long waits were not taken, because there were too many or they could not be read.
  package var missedWaits = 0
  /// The programs and threads that were not sampled, and why: a line each.
  package var gaps: [String] = []
  /// How many samples have a stack that doesn't reach the beginning of its thread; `nil` if that wasn't written.
  package var cutStacks: Int?
  /// Those of them for which it is too deep; `nil` if there are none.
  package var tooDeep: TooDeep?
  /// How many samples are in asynchronous functions of which not all callers are known; `nil` if that wasn't written.
  package var unknownAwaiting: Int?
  /// Added to a time of the samples, gives the time since the Unix epoch, in nanoseconds, as the clocks stood when the recording began;
  /// `nil` if that wasn't written.
  package var epoch: Int64?
  /// Whether the recording was completed.
  package var isComplete = false

  /// Describes a new recording.
  package init(engine: SamplingEngine, reason: String, frequency: Int, includesKernel: Bool) {
    self.engine = engine
    self.reason = reason
    self.frequency = frequency
    self.includesKernel = includesKernel
  }

  /// The time between two samples of a running thread, in nanoseconds.
  package var period: UInt64 { 1_000_000_000 / UInt64(max(1, frequency)) }

  /// How many samples a record counts as: a timer's signal may be late, and then stands for several.
  package func count(of record: PerfRecord) -> Int {
    engine == .timers ? max(1, Int((record.period + period / 2) / period)) : 1
  }

  /// The text of the file.
  package var text: String {
    var lines = [
      "version \(Self.version)", "engine \(engine.rawValue)", "reason \(Self.line(reason))",
      "frequency \(frequency)", "kernel \(includesKernel)", "missed-waits \(missedWaits)",
    ]
    if let cutStacks { lines.append("cut-stacks \(cutStacks)") }
    if let tooDeep { lines.append("too-deep \(tooDeep.samples) \(Self.line(tooDeep.limit))") }
    if let unknownAwaiting { lines.append("unknown-awaiting \(unknownAwaiting)") }
    if let epoch { lines.append("epoch \(epoch)") }
    lines += gaps.map { "gap \(Self.line($0))" }
    lines.append("complete \(isComplete)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the text of a file; `nil` if it has another format or an unknown version.
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
    cutStacks = facts["cut-stacks"].flatMap { Int($0) }
    unknownAwaiting = facts["unknown-awaiting"].flatMap { Int($0) }
    if let words = facts["too-deep"]?.split(separator: " ", maxSplits: 1), words.count == 2,
      let samples = Int(words[0])
    {
      tooDeep = TooDeep(samples: samples, limit: String(words[1]))
    }
    self.gaps = gaps
    // No machine has been on for longer than 73 years, and no sum within that can overflow.
    epoch = facts["epoch"].flatMap { Int64($0) }.flatMap { $0.magnitude < 1 << 61 ? $0 : nil }
    isComplete = facts["complete"] == "true"
  }

  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
