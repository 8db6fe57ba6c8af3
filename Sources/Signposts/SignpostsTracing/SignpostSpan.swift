import Signposts
public import Tracing

/// A span of `SignpostTracer`: a signpost interval.
///
/// Its data go into the trace at once, so they survive a crash of the program. The trace's own clock gives the times; given instants are
/// ignored. A span that began while nobody recorded keeps nothing and emits nothing, even if a recording begins before its end.
///
/// Isolation: any thread or task.
public final class SignpostSpan: Span {
  /// The context for this span's children and requests; while nobody records, the one that the span was started with.
  public let context: ServiceContext

  let record: SpanRecord?
  private let initialName: String

  init(_ operationName: String, context: ServiceContext, record: SpanRecord?) {
    initialName = operationName
    self.context = context
    self.record = record
  }

  /// Whether the span goes into a trace: from its start to its end, if somebody recorded at its start.
  public var isRecording: Bool { record.map { !$0.isEnded } ?? false }

  /// The name of the operation; a new one is recorded as field `name`.
  public var operationName: String {
    get { record?.operationName ?? initialName }
    set { record?.operationName = newValue }
  }

  /// The span's attributes, each recorded as a field of its type when it is set or changes.
  ///
  /// Removing one removes it here, but not from the trace.
  public var attributes: SpanAttributes {
    get { record?.attributes ?? [:] }
    set { record?.attributes = newValue }
  }

  /// Records the fields `status.code`, "ok" or "error", and `status.message`.
  public func setStatus(_ status: SpanStatus) {
    guard let record, !record.isEnded else { return }
    let code = status.code == .ok ? "ok" : "error"
    Signposter.emitFields(of: record.id) { fields in
      fields.append("status.code", text: code)
      if let message = status.message { fields.append("status.message", text: message) }
    }
  }

  /// Records an event with its attributes as fields; its parent is the span.
  public func addEvent(_ event: SpanEvent) {
    guard let record, !record.isEnded else { return }
    record.emitEvent(event.name, attributes: event.attributes) { _ in }
  }

  /// Records an event `exception` with the fields `exception.type` and `exception.message`, and the attributes.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - attributes: Additional data.
  ///   - instant: Ignored: the error is recorded now.
  public func recordError<Instant: TracerInstant>(
    _ error: any Error,
    attributes: SpanAttributes,
    at instant: @autoclosure () -> Instant
  ) {
    guard let record, !record.isEnded else { return }
    record.emitEvent("exception", attributes: attributes) { $0.append(error) }
  }

  /// Records a link to a span of `SignpostTracer`, or to one that a request has brought along; its attributes follow as fields of this
  /// span, each key prefixed with `link.`.
  public func addLink(_ link: SpanLink) {
    guard let record, !record.isEnded, let other = link.context.spanContext else { return }
    Signposter.emitSpanLink(of: record.id, traceID: other.traceID, spanID: other.spanID)
    Signposter.emitFields(of: record.id) { link.attributes.add(to: &$0, prefix: "link.") }
  }

  /// Ends the span; a second call is ignored.
  ///
  /// - Parameter instant: Ignored: the span ends now.
  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    record?.end()
  }
}
