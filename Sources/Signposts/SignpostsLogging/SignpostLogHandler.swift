public import Logging
import Signposts

/// A log handler of swift-log that records each message as an event in an LTTng trace.
///
///     LoggingSystem.bootstrap { label in
///       MultiplexLogHandler([SignpostLogHandler(label: label), StreamLogHandler.standardError(label: label)])
///     }
///
/// The event is called `log`. Its subsystem is the logger's label, its category the level, its message the text, and its parent the
/// interval or span around the logging code. Metadata come before it as fields of the same id, nested values under keys such as
/// `request.id` and `items.0`; an error as `exception.type` and `exception.message`.
///
/// While nobody records, this handler only makes a test. `Logger` has then already built the text, unless `logLevel` is above the
/// message's.
///
/// Isolation: any thread or task.
public struct SignpostLogHandler: LogHandler {
  /// The level below which nothing is recorded.
  public var logLevel: Logger.Level
  /// Metadata of every message; a message's own and the provider's have precedence.
  public var metadata: Logger.Metadata = [:]
  /// Provides metadata that depend on where a message is logged.
  public var metadataProvider: Logger.MetadataProvider?
  /// Whether the fields `source`, `file`, `line` and `function` say where each message was logged.
  public var recordsSourceLocation: Bool

  private let label: TraceName

  /// Makes a handler.
  ///
  /// - Parameters:
  ///   - label: The logger's label, which is the events' subsystem.
  ///   - logLevel: Less severe messages aren't recorded.
  ///   - metadataProvider: Provides metadata that depend on where a message is logged.
  ///   - recordsSourceLocation: Whether fields say where each message was logged.
  public init(
    label: String,
    logLevel: Logger.Level = .trace,
    metadataProvider: Logger.MetadataProvider? = LoggingSystem.metadataProvider,
    recordsSourceLocation: Bool = false
  ) {
    self.label = TraceName(label)
    self.logLevel = logLevel
    self.metadataProvider = metadataProvider
    self.recordsSourceLocation = recordsSourceLocation
  }

  /// A value of the metadata of every message.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Records a message; `Logger` calls it.
  public func log(event: LogEvent) {
    guard Signposter.areEventsRecorded else { return }
    let id = SignpostID.makeUnique()
    let mergedMetadata = merged(event.metadata)
    for (key, value) in mergedMetadata { value.emit(key: key, of: id) }
    if let error = event.error { Signposter.emitFields(of: error, to: id) }
    if recordsSourceLocation {
      Signposter.emitField(key: "source", text: event.source, of: id)
      Signposter.emitField(key: "file", text: event.file, of: id)
      Signposter.emitField(key: "line", integer: Int64(clamping: event.line), of: id)
      Signposter.emitField(key: "function", text: event.function, of: id)
    }
    Signposter(subsystem: label, category: event.level.traceName).emitEvent(
      named: "log",
      id: id,
      parent: .current,
      message: event.message.description
    )
  }

  // In the order of precedence of swift-log's own handlers.
  private func merged(_ explicit: Logger.Metadata?) -> Logger.Metadata {
    var merged = metadata
    if let provided = metadataProvider?.get(), !provided.isEmpty {
      merged.merge(provided) { $1 }
    }
    if let explicit, !explicit.isEmpty { merged.merge(explicit) { $1 } }
    return merged
  }
}

extension Logger.Level {
  /// The level as an event's category.
  var traceName: TraceName { Self.traceNames[self] ?? TraceName(rawValue) }

  private static let traceNames = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, TraceName($0.rawValue)) }
  )
}

extension Logger.MetadataValue {
  /// Emits the value as text fields: one, or one for each value in it.
  func emit(key: String, of id: SignpostID) {
    switch self {
    case .string(let text): Signposter.emitField(key: key, text: text, of: id)
    case .stringConvertible(let value):
      Signposter.emitField(key: key, text: value.description, of: id)
    case .dictionary(let values):
      for (subkey, value) in values { value.emit(key: "\(key).\(subkey)", of: id) }
    case .array(let values):
      for (index, value) in values.enumerated() { value.emit(key: "\(key).\(index)", of: id) }
    }
  }
}
