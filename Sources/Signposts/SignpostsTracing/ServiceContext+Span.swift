public import Tracing

extension ServiceContext {
  /// Who the span is that this context belongs to, for what is to bear its ids, such as log records.
  ///
  /// `nil` outside of spans; and where nobody records, unless a request has brought one along.
  public var spanContext: SpanContext? { parentSpan?.spanContext }

  var parentSpan: ParentSpan? {
    get { self[ParentSpanKey.self] }
    set { self[ParentSpanKey.self] = newValue }
  }

  private enum ParentSpanKey: ServiceContextKey {
    typealias Value = ParentSpan
    static var nameOverride: String? { "signpost-span" }
  }
}
