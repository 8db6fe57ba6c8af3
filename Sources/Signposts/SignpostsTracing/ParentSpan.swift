public import Tracing

/// The span of a service context, with its identity.
enum ParentSpan: Sendable {
  /// A span of this process that is recorded.
  case local(SpanRecord)
  /// A span of another process, or one of this process that came in through headers.
  case remote(RemoteSpan)

  var spanContext: SpanContext {
    switch self {
    case .local(let record): record.spanContext
    case .remote(let span): span.spanContext
    }
  }

  var record: SpanRecord? {
    guard case .local(let record) = self else { return nil }
    return record
  }

  /// A reference, so that a service context holds it without a box.
  final class RemoteSpan: Sendable {
    let spanContext: SpanContext

    init(_ spanContext: SpanContext) {
      self.spanContext = spanContext
    }
  }
}

extension ServiceContext {
  /// The identity of this context's span, for data that should have its ids, such as log records.
  ///
  /// `nil` outside spans; while nobody records, only a span that a request has brought along.
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
