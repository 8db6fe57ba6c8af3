/// All events of one name in a trace.
public struct TraceEventClass: Sendable, Equatable {
  /// The part of the name before the colon; empty if there is no colon.
  public let provider: String

  /// The part of the name after the colon.
  public let name: String

  /// How many such events have been read.
  public internal(set) var count: UInt64

  /// Whether the reader knows the event and its fields are those it expects; other events are
  /// delivered as ``TracePayload/other``.
  public let isDecoded: Bool

  /// The name as LTTng writes it.
  public var fullName: String { provider.isEmpty ? name : "\(provider):\(name)" }
}
