/// Who a span is, in this process or another.
///
/// Source: W3C Trace Context, https://www.w3.org/TR/trace-context/.
public struct TraceSpanContext: Sendable, Hashable {
  /// The first half of the id that all spans of one request share.
  public let traceIDHigh: UInt64
  /// The second half of that id.
  public let traceIDLow: UInt64
  /// The id of the span.
  public let spanID: UInt64

  /// Makes the identity of a span of its parts.
  public init(traceIDHigh: UInt64, traceIDLow: UInt64, spanID: UInt64) {
    self.traceIDHigh = traceIDHigh
    self.traceIDLow = traceIDLow
    self.spanID = spanID
  }
}
