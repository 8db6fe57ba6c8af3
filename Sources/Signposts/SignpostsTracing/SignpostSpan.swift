import Signposts
public import Tracing

/// A span of `SignpostTracer`: a signpost interval.
///
/// What is told it goes into the trace at once, so that a program that crashes leaves it there; the
/// trace's own clock says when, and instants that are given count for nothing. A span that began
/// while nobody recorded keeps nothing and emits nothing, also where a recording begins before its
/// end.
///
/// Isolation: any thread or task.
public final class SignpostSpan: Span {
  /// The context that this span's children and requests are to get; where nobody records, the one
  /// that the span was started with.
  public let context: ServiceContext

  let record: SpanRecord?
  private let initialName: String

  init(_ operationName: String, context: ServiceContext, record: SpanRecord?) {
    initialName = operationName
    self.context = context
    self.record = record
  }

  /// Whether the span goes into a trace: from its start to its end, if somebody recorded at its
  /// start.
  public var isRecording: Bool { record.map { !$0.isEnded } ?? false }

  /// The name of the operation; a new one is recorded as field `name`.
  public var operationName: String {
    get { record?.operationName ?? initialName }
    set { record?.operationName = newValue }
  }

  /// The span's attributes, each recorded as a field of its type when it gets a value or a new one.
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
    Signposter.emitField(key: "status.code", text: code, of: record.id)
    guard let message = status.message else { return }
    Signposter.emitField(key: "status.message", text: message, of: record.id)
  }

  /// Records an event, whose parent is the span, with its attributes as fields.
  public func addEvent(_ event: SpanEvent) {
    guard let record, !record.isEnded else { return }
    record.emitEvent(event.name, attributes: event.attributes) { _ in }
  }

  /// Records an event `exception` with the fields `exception.type` and `exception.message`, and the
  /// attributes.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - attributes: What else there is to say of it.
  ///   - instant: Not asked for: it is recorded now.
  public func recordError<Instant: TracerInstant>(
    _ error: any Error,
    attributes: SpanAttributes,
    at instant: @autoclosure () -> Instant
  ) {
    guard let record, !record.isEnded else { return }
    record.emitEvent("exception", attributes: attributes) { event in
      Signposter.emitFields(of: error, to: event)
    }
  }

  /// Records a link to a span of `SignpostTracer`, or to one that a request has brought along; its
  /// attributes follow as fields of this span, each key after `link.`.
  public func addLink(_ link: SpanLink) {
    guard let record, !record.isEnded, let other = link.context.spanContext else { return }
    Signposter.emitSpanLink(of: record.id, traceID: other.traceID, spanID: other.spanID)
    link.attributes.emit(of: record.id, prefix: "link.")
  }

  /// Ends the span; a second time is ignored.
  ///
  /// - Parameter instant: Not asked for: the span ends now.
  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    record?.end()
  }
}
