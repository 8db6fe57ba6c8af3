package import MemoryRecording
package import SampleFiles

/// The target, the events and the destination of a recording.
package struct TraceRecordingOptions: Sendable {
  /// The command or the process to record.
  package var target: RecordingTarget

  /// The directory for the trace, new or empty; `nil` stands for `./trace-YYYYMMDD-HHMMSS`.
  package var outputDirectory: String?

  /// Whether the command waits for room in the buffers instead of losing an event.
  package var isLossless: Bool

  /// The events to enable, as `lttng enable-event` names them.
  package var eventPatterns: [String]

  /// How long to record before the command is ended; `nil` for as long as it lives.
  package var timeLimit: Duration?

  /// Context fields for each event, in addition to its process, its thread and the thread's name.
  package var contexts: [String] = []

  /// The size in bytes that the trace stays below by overwriting its oldest events; `nil` for none.
  package var sizeLimit: Int?

  /// How to keep events in memory until there is a reason to write them; `nil` for writing them at once.
  package var flightRecorder: FlightRecorder?

  /// The relay daemon that receives the trace instead of a directory.
  package var relay: RelayAddress?

  /// How to sample call stacks next to the events; `nil` for no samples.
  package var sampling: SamplingRequest?

  /// How to record memory next to the events; `nil` for not at all.
  package var memory: MemoryRequest?

  /// Whether to record what the tasks of Swift's concurrency do.
  package var recordsTasks = false

  /// Whether to follow forks from the command on, even if it is not linked with LTTng itself.
  package var followsForks = false

  /// Whether to go on until all processes of the command have ended.
  package var recordsUntilAllEnd = false

  package init(
    target: RecordingTarget,
    outputDirectory: String? = nil,
    isLossless: Bool = false,
    eventPatterns: [String] = TracepointCatalog.defaultPatterns(includingCPUTime: false),
    timeLimit: Duration? = nil
  ) {
    self.target = target
    self.outputDirectory = outputDirectory
    self.isLossless = isLossless
    self.eventPatterns = eventPatterns
    self.timeLimit = timeLimit
  }
}

extension TraceRecordingOptions {
  /// The events that are asked for, and those without which they can't be read.
  var allPatterns: [String] {
    eventPatterns
      + TracepointCatalog.names.filter { !eventPatterns.contains($0) }
  }

  /// All contexts, each once: LTTng refuses a second one.
  var allContexts: [String] {
    ContextCatalog.standard
      + contexts.reduce(into: []) { list, context in
        if !(list + ContextCatalog.standard).contains(context) { list.append(context) }
      }
  }

  var layout: ChannelLayout {
    if let flightRecorder { return .memory(of: flightRecorder.bufferSize) }
    return sizeLimit.map { .files(below: $0) } ?? .standard
  }

  /// Refuses what cannot be recorded.
  func check() throws(RecordingError) {
    for context in contexts { try ContextCatalog.check(context) }
    func check(
      _ subject: String,
      _ size: Int?,
      purpose: String,
      smallest: Int
    )
      throws(RecordingError)
    {
      guard let size, size < smallest else { return }
      let problem = "\(size) bytes are too few for \(purpose)this machine's processors"
      throw RecordingError(
        subject,
        problem,
        remedy: "give at least \((smallest + 1023) / 1024)k"
      )
    }
    let (memory, files) = (ChannelLayout.smallestMemory(), ChannelLayout.smallestFileLimit())
    try check("buffers", flightRecorder?.bufferSize, purpose: "", smallest: memory)
    try check("size limit", sizeLimit, purpose: "a trace of ", smallest: files)
  }
}

/// A request for samples of call stacks.
package struct SamplingRequest: Sendable, Equatable {
  /// The number of samples per second of a running thread.
  package var frequency: Int

  /// The only engine to try; `nil` for the best that the machine allows.
  package var engine: SamplingEngine?

  package init(frequency: Int = 999, engine: SamplingEngine? = nil) {
    self.frequency = frequency
    self.engine = engine
  }
}

/// The command or process that a recording records.
package enum RecordingTarget: Sendable, Equatable {
  /// A command, with its arguments, and all that it starts.
  case command([String])

  /// A process that runs already, and nothing else.
  case process(Int32)
}

/// A recording that keeps the newest events in memory and writes them out when there is a reason.
package struct FlightRecorder: Sendable, Equatable {
  /// The time that a snapshot should hold.
  package var span: Duration

  /// The memory for the events, in bytes: of all processors, for the programs of one user.
  package var bufferSize: Int

  /// Whether a snapshot is written at the end in any case.
  package var isWrittenAtExit: Bool

  package init(span: Duration, bufferSize: Int = 64 << 20, isWrittenAtExit: Bool = false) {
    self.span = span
    self.bufferSize = bufferSize
    self.isWrittenAtExit = isWrittenAtExit
  }

  /// Whether the end of the target is a reason for a snapshot.
  ///
  /// - Parameter report: How the recording ended.
  /// - Returns: Also true for a process that ran already and ended: only its parent knows its status.
  func isWritten(for report: RecordingReport) -> Bool {
    if isWrittenAtExit { return true }
    if let end = report.attachmentEnd { return end != .timeLimit }
    return report.exitStatus != 0
  }
}
