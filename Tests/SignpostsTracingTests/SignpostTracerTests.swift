import Signposts
import SignpostsTracing
import Testing
import Tracing

/// What can be seen without a recording; HamonTests looks at what is recorded.
@Suite(.timeLimit(.minutes(30)))
struct SignpostTracerTests {
  private let tracer = SignpostTracer()
  private let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  private enum UserKey: ServiceContextKey {
    typealias Value = String
  }

  @Test func `without a recording a span keeps nothing and hands its context on`() {
    var context = ServiceContext.topLevel
    context[UserKey.self] = "kim"
    let span = tracer.startSpan("work", context: context)
    #expect(!span.isRecording)
    #expect(span.operationName == "work")
    span.attributes["key"] = 1
    span.operationName = "other"
    #expect(span.attributes.isEmpty)
    #expect(span.context[UserKey.self] == "kim")
    #expect(span.context.spanContext == nil)
    #expect(tracer.activeSpan(identifiedBy: span.context) == nil)
    span.end()
    span.end()
  }

  @Test func `without a recording nothing is evaluated`() async {
    final class Evaluation: Sendable, Error, CustomStringConvertible {
      let confirm: Confirmation
      init(_ confirm: Confirmation) { self.confirm = confirm }
      var description: String {
        confirm()
        return "evaluated"
      }
    }
    func instant(_ confirm: Confirmation) -> DefaultTracerClock.Timestamp {
      confirm()
      return DefaultTracerClock.now
    }
    await confirmation(expectedCount: 0) { confirm in
      let value = Evaluation(confirm)
      let span = tracer.startSpan("work", at: instant(confirm))
      span.attributes["key"] = SpanAttribute.stringConvertible(value)
      span.addEvent(SpanEvent(name: "event", attributes: ["key": .stringConvertible(value)]))
      span.recordError(value, attributes: [:], at: instant(confirm))
      span.setStatus(SpanStatus(code: .error, message: "failed"))
      span.addLink(SpanLink(context: .topLevel, attributes: ["key": .stringConvertible(value)]))
      span.end(at: instant(confirm))
    }
  }

  @Test func `a trace that comes in goes out again, through all spans`() {
    let incoming = ["traceparent": traceparent, "tracestate": "vendor=opaque, other=@~"]
    var context = ServiceContext.topLevel
    tracer.extract(incoming, into: &context, using: HeaderExtractor())
    #expect(context.spanContext?.traceparent == traceparent)
    var outgoing: Headers = [:]
    tracer.withSpan("outer", context: context) { _ in
      tracer.withSpan("inner") { span in
        tracer.inject(span.context, into: &outgoing, using: HeaderInjector())
      }
    }
    #expect(outgoing == incoming)
  }

  @Test(arguments: ["", "nonsense", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"])
  func `headers that are malformed change nothing`(header: String) {
    var context = ServiceContext.topLevel
    context[UserKey.self] = "kim"
    let malformed = ["traceparent": header, "tracestate": "a=1"]
    tracer.extract(malformed, into: &context, using: HeaderExtractor())
    tracer.extract(["tracestate": "a=1"], into: &context, using: HeaderExtractor())
    #expect(context.count == 1)
    var outgoing: Headers = [:]
    tracer.inject(context, into: &outgoing, using: HeaderInjector())
    #expect(outgoing == [:])

    // A trace that is known already goes on.
    tracer.extract(["traceparent": traceparent], into: &context, using: HeaderExtractor())
    tracer.extract(malformed, into: &context, using: HeaderExtractor())
    tracer.inject(context, into: &outgoing, using: HeaderInjector())
    #expect(outgoing == ["traceparent": traceparent])
  }

  @Test func `results and errors come through the tracer's own spans`() async throws {
    struct Failure: Error {}
    #expect(tracer.withSpan("work") { _ in 42 } == 42)
    await #expect(throws: Failure.self) {
      try await tracer.withSpan("work") { _ in
        await Task.yield()
        throw Failure()
      }
    }
  }

  @Test func `the tracer can be the system's`() {
    withTracer(tracer) {
      #expect(InstrumentationSystem.tracer is SignpostTracer)
      let isSignpostSpan = withSpan("work") { $0 is SignpostSpan }
      #expect(isSignpostSpan)
    }
  }
}
