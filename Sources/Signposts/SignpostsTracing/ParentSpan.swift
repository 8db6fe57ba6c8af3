import Tracing

/// What a service context says of the span that it belongs to.
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

  /// A reference, so that a service context holds it without a box around it.
  final class RemoteSpan: Sendable {
    let spanContext: SpanContext

    init(_ spanContext: SpanContext) {
      self.spanContext = spanContext
    }
  }
}
