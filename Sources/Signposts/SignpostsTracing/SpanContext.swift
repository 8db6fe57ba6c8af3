/// Who a span is among all processes that take part in a trace, as W3C Trace Context has it.
///
/// Source: <https://www.w3.org/TR/trace-context/>
public struct SpanContext: Hashable, Sendable {
  /// The trace's id, which all spans of one request share; never 0.
  public let traceID: UInt128
  /// The span's own id; never 0.
  public let spanID: UInt64
  /// The trace flags, of which bit 0 says "sampled".
  public let flags: UInt8
  /// What other vendors hand on, the header `tracestate` as it came; empty where there was none.
  public let state: String

  /// The first span of a new trace.
  static func makeRoot() -> SpanContext {
    SpanContext(
      traceID: UInt128(RandomID.make()) << 64 | UInt128(RandomID.make()),
      spanID: RandomID.make(),
      flags: 1,
      state: ""
    )
  }

  /// A span of the same trace.
  ///
  /// Whether it is sampled stays what the trace's first process has decided: that somebody watches
  /// this process must change nothing for the others.
  func makeChild() -> SpanContext {
    SpanContext(traceID: traceID, spanID: RandomID.make(), flags: flags, state: state)
  }
}
