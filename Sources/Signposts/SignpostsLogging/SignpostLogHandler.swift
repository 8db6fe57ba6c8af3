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
    Signposter.emitFields(of: id) { fields in
      // In the order of precedence of swift-log's own handlers; merging them would copy one.
      let explicit = event.metadata ?? [:]
      let provided = metadataProvider?.get() ?? [:]
      for (key, value) in explicit { value.add(to: &fields, key: key) }
      func isIn(_ others: Logger.Metadata, _ key: String) -> Bool {
        !others.isEmpty && others.index(forKey: key) != nil
      }
      for (key, value) in provided where !isIn(explicit, key) { value.add(to: &fields, key: key) }
      for (key, value) in metadata where !isIn(explicit, key) && !isIn(provided, key) {
        value.add(to: &fields, key: key)
      }
      if let error = event.error { fields.append(error) }
      guard recordsSourceLocation else { return }
      fields.append("source", text: event.source)
      fields.append("file", text: event.file)
      fields.append("line", integer: Int64(clamping: event.line))
      fields.append("function", text: event.function)
    }
    Signposter(subsystem: label, category: event.level.traceName).emitEvent(
      named: "log",
      id: id,
      parent: .current,
      message: event.message.description
    )
  }
}

extension Logger.Level {
  /// The level as an event's category.
  var traceName: TraceName {
    switch self {
    case .trace: Self.traceName
    case .debug: Self.debugName
    case .info: Self.infoName
    case .notice: Self.noticeName
    case .warning: Self.warningName
    case .error: Self.errorName
    case .critical: Self.criticalName
    }
  }

  private static let traceName = TraceName("trace")
  private static let debugName = TraceName("debug")
  private static let infoName = TraceName("info")
  private static let noticeName = TraceName("notice")
  private static let warningName = TraceName("warning")
  private static let errorName = TraceName("error")
  private static let criticalName = TraceName("critical")
}

extension Logger.MetadataValue {
  /// Adds the value as text fields: one, or one for each value in it.
  func add(to fields: inout FieldList, key: String) {
    switch self {
    case .string(let text): fields.append(key, text: text)
    case .stringConvertible(let value): fields.append(key, text: value.description)
    case .dictionary(let values):
      for (subkey, value) in values { value.add(to: &fields, key: "\(key).\(subkey)") }
    case .array(let values):
      for (index, value) in values.enumerated() { value.add(to: &fields, key: "\(key).\(index)") }
    }
  }
}
