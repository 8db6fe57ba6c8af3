/// What to record, and where to.
public struct RecordingOptions: Sendable {
  /// The command or the process to record.
  public var target: RecordingTarget

  /// The directory for the trace, new or empty; `nil` stands for `./trace-YYYYMMDD-HHMMSS`.
  public var outputDirectory: String?

  /// Whether the command waits for room in the buffers where it would lose an event.
  public var isLossless: Bool

  /// The events to enable, as `lttng enable-event` names them.
  public var eventPatterns: [String]

  /// How long to record before the command is ended; `nil` for as long as it lives.
  public var timeLimit: Duration?

  /// Context fields for each event, beside its process, its thread and the thread's name.
  public var contexts: [String] = []

  /// The size in bytes that the trace stays below, its oldest events overwritten; `nil` for none.
  public var sizeLimit: Int?

  /// Whether, and how, events are kept in memory until there is a reason to write them.
  public var flightRecorder: FlightRecorder?

  /// The relay daemon that the trace is sent to, in place of a directory.
  public var relay: RelayAddress?

  /// Whether forks are followed from the command on, although it is not linked with LTTng itself.
  public var followsForks = false

  /// Creates options.
  ///
  /// - Parameters:
  ///   - target: The command or the process to record.
  ///   - outputDirectory: The directory for the trace; `nil` for a new one named after the time.
  ///   - isLossless: Whether the command waits rather than loses an event.
  ///   - eventPatterns: The events to enable.
  ///   - timeLimit: How long to record before the command is ended.
  public init(
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

extension RecordingOptions {
  /// All contexts, each once: LTTng refuses a second one.
  var allContexts: [String] {
    ContextCatalog.standard
      + contexts.reduce(into: []) { list, context in
        if !(list + ContextCatalog.standard).contains(context) { list.append(context) }
      }
  }

  /// The layout of the channel.
  var layout: ChannelLayout {
    if let flightRecorder { return .memory(of: flightRecorder.bufferSize) }
    return sizeLimit.map { .files(below: $0) } ?? .standard
  }

  /// Refuses what cannot be recorded.
  func check() throws(RecordingError) {
    for context in contexts { try ContextCatalog.check(context) }
    let memory = ChannelLayout.smallestMemory()
    if let size = flightRecorder?.bufferSize, size < memory {
      throw .buffersTooSmall(size, smallest: memory)
    }
    let smallest = ChannelLayout.smallestFileLimit()
    if let sizeLimit, sizeLimit < smallest {
      throw .sizeLimitTooSmall(sizeLimit, smallest: smallest)
    }
  }
}
