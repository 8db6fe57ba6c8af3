import Katana
import Testing
import Tracing

@testable import Signposts
@testable import SignpostsTracing

/// A side effect belongs to the request that has dispatched it.
@Suite(.timeLimit(.minutes(30)))
struct SideEffectSpanTests {
  struct ShopState: State {}

  /// Calls another service, as a client does.
  struct CallService: ReturningSideEffect {
    let tracer: SignpostTracer
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Call {
      tracer.withSpan("call", ofKind: .client) { span in
        var headers: Headers = [:]
        tracer.inject(span.context, into: &headers, using: HeaderInjector())
        return Call(parent: ServiceContext.current?.parentSpan?.record, headers: headers)
      }
    }
  }

  struct CallThroughAnother: ReturningSideEffect {
    let tracer: SignpostTracer
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Call {
      try await context.dispatch(CallService(tracer: tracer)).value
    }
  }

  struct Call: Sendable {
    let parent: SpanRecord?
    let headers: Headers
  }

  @Test func `a client's span in a side effect has the request's span as its parent`() async throws
  {
    let tracer = SignpostTracer()
    let store = Store<ShopState, EmptySideEffectDependencyContainer>()
    let spanContext = SpanContext.makeRoot()
    let request = SpanRecord(
      "request",
      signposter: Signposter(subsystem: "test", category: "server"),
      interval: SignpostIntervalState(id: .makeUnique(), ending: .unrecorded),
      spanContext: spanContext,
      boundAtStart: .none
    )
    var context = ServiceContext.topLevel
    context.parentSpan = .local(request)
    try await ServiceContext.withValue(context) {
      for call in [
        try await store.dispatch(CallService(tracer: tracer)).value,
        try await store.dispatch(CallThroughAnother(tracer: tracer)).retry(1).value,
      ] {
        #expect(call.parent === request)
        // Where nobody records, the client hands the request's own ids on: one trace.
        #expect(call.headers["traceparent"] == spanContext.traceparent)
      }
    }
  }
}
