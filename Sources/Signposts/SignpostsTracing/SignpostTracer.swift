import Signposts
public import Tracing

/// A tracer of swift-distributed-tracing that records spans as signpost intervals in an LTTng trace.
///
///     InstrumentationSystem.bootstrap(SignpostTracer())
///
/// From then on, all users of swift-distributed-tracing, such as a server's or a client's middleware, appear in the trace of
/// `hamon record -- program`, with their attributes, events and errors. What `Signposter` marks within a span is the span's child. Traces
/// continue across processes through the headers `traceparent` and `tracestate`.
///
/// While nobody records, a span is one small object that passes its context on.
///
/// Isolation: any thread or task.
public struct SignpostTracer: Tracer {
  private let subsystem: TraceName
  private let category: TraceName?

  /// Makes a tracer.
  ///
  /// - Parameters:
  ///   - subsystem: The subsystem of the intervals.
  ///   - category: Their category; by default the span's kind, such as `server`.
  public init(subsystem: String = "tracing", category: String? = nil) {
    self.subsystem = TraceName(subsystem)
    self.category = category.map { TraceName($0) }
    SpanSource.install { bound in
      ServiceContext.current?.parentSpan?.record?.innermost(of: bound) ?? bound
    }
  }

  /// Begins a span.
  ///
  /// Its parent is the span in the context; if that has none of this process, the current task's innermost interval.
  ///
  /// - Parameters:
  ///   - operationName: The name by which the report groups, so there should be few.
  ///   - context: The context that the span belongs to.
  ///   - kind: The interval's category, unless the tracer has one.
  ///   - instant: Ignored: the span begins now.
  ///   - function: Not recorded.
  ///   - fileID: Not recorded.
  ///   - line: Not recorded.
  /// - Returns: The span, which must be ended.
  public func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> SignpostSpan {
    var context = context()
    guard Signposter.areIntervalsRecorded else {
      return SignpostSpan(operationName, context: context, record: nil)
    }
    let parent = context.parentSpan
    let bound = SignpostID.bound
    let signposter = Signposter(subsystem: subsystem, category: category ?? kind.traceName)
    let interval = signposter.beginInterval(
      named: operationName,
      parent: parentID(parent?.record, bound: bound)
    )
    // The recording may have ended in the meantime.
    guard interval.id != .none else {
      return SignpostSpan(operationName, context: context, record: nil)
    }
    let spanContext = parent?.spanContext.makeChild() ?? .makeRoot()
    Signposter.emitSpanContext(
      of: interval.id,
      traceID: spanContext.traceID,
      spanID: spanContext.spanID,
      parentSpanID: parent?.spanContext.spanID ?? 0
    )
    let record = SpanRecord(
      operationName,
      signposter: signposter,
      interval: interval,
      spanContext: spanContext,
      boundAtStart: bound
    )
    context.parentSpan = .local(record)
    return SignpostSpan(operationName, context: context, record: record)
  }

  /// The span that a context belongs to, if it is recorded and has not ended.
  public func activeSpan(identifiedBy context: ServiceContext) -> SignpostSpan? {
    guard let record = context.parentSpan?.record, !record.isEnded else { return nil }
    return SignpostSpan(record.operationName, context: context, record: record)
  }

  /// Does nothing: emitted events are already in the trace.
  public func forceFlush() {}

  private func parentID(_ parent: SpanRecord?, bound: SignpostID) -> SignpostID {
    guard let parent else { return bound }
    // As a rule; it saves a look-up in the task.
    if parent.innermost(of: bound) == parent.id { return parent.id }
    // A context that was kept from elsewhere has precedence over this task's current interval.
    let isCurrent = ServiceContext.current?.parentSpan?.record === parent
    return isCurrent ? parent.innermost(of: bound) : parent.id
  }
}

extension SignpostTracer {
  /// Reads the headers `traceparent` and `tracestate` of a request, so that spans in the context continue the trace that it was sent in.
  ///
  /// Headers that are missing or invalid by W3C Trace Context leave the context unchanged.
  ///
  /// - Parameters:
  ///   - carrier: The request.
  ///   - context: The context of the spans that handle it.
  ///   - extractor: Reads headers.
  public func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {
    guard let traceparent = extractor.extract(key: "traceparent", from: carrier),
      let spanContext = SpanContext(
        traceparent: traceparent,
        tracestate: extractor.extract(key: "tracestate", from: carrier)
      )
    else { return }
    context.parentSpan = .remote(ParentSpan.RemoteSpan(spanContext))
  }

  /// Writes the headers `traceparent` and `tracestate` of a request that is sent in a span.
  ///
  /// While nobody records, they are the incoming ones, if any.
  ///
  /// - Parameters:
  ///   - context: The span's context.
  ///   - carrier: The request.
  ///   - injector: Writes headers.
  public func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {
    guard let spanContext = context.spanContext else { return }
    injector.inject(spanContext.traceparent, forKey: "traceparent", into: &carrier)
    if spanContext.state.isEmpty { return }
    injector.inject(spanContext.state, forKey: "tracestate", into: &carrier)
  }
}
