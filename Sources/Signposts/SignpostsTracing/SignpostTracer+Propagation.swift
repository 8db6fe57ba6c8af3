public import Tracing

extension SignpostTracer {
  /// Reads the headers `traceparent` and `tracestate` of a request, so that spans in the context
  /// continue the trace that it was sent in.
  ///
  /// Headers that are missing, or aren't what W3C Trace Context allows, leave the context as it is.
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
  /// Where nobody records, they are the ones that have come in, if any.
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
