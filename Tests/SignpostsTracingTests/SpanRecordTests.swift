import Testing
import Tracing

@testable import Signposts
@testable import SignpostsTracing

/// A recorded span, without a recording: what it emits goes nowhere.
@Suite(.timeLimit(.minutes(30)))
struct SpanRecordTests {
  private func makeSpan(bound: SignpostID = .none) -> SignpostSpan {
    let record = SpanRecord(
      "work",
      signposter: Signposter(subsystem: "test", category: "test"),
      interval: SignpostIntervalState(id: .makeUnique(), ending: .unrecorded),
      spanContext: .makeRoot(),
      boundAtStart: bound
    )
    var context = ServiceContext.topLevel
    context.parentSpan = .local(record)
    return SignpostSpan("work", context: context, record: record)
  }

  @Test func `a span keeps what it is told until it ends`() {
    let span = makeSpan()
    #expect(span.isRecording)
    span.operationName = "other"
    span.attributes["number"] = 1
    span.updateAttributes { $0["text"] = "two" }
    #expect(span.operationName == "other")
    #expect(span.attributes == ["number": 1, "text": "two"])
    span.end()
    span.end()
    #expect(!span.isRecording)
    span.operationName = "late"
    span.attributes["late"] = true
    #expect(span.operationName == "other")
    #expect(span.attributes.count == 2)
  }

  @Test func `the span of a context is found until it ends`() throws {
    let tracer = SignpostTracer()
    let span = makeSpan()
    let found = try #require(tracer.activeSpan(identifiedBy: span.context))
    found.attributes["key"] = 1
    #expect(span.attributes == ["key": 1])
    found.end()
    #expect(!span.isRecording)
    #expect(tracer.activeSpan(identifiedBy: span.context) == nil)
    #expect(tracer.activeSpan(identifiedBy: .topLevel) == nil)
  }

  @Test func `a request that is sent in a span bears its ids`() throws {
    let span = makeSpan()
    let own = try #require(span.context.spanContext)
    var headers: Headers = [:]
    SignpostTracer().inject(span.context, into: &headers, using: HeaderInjector())
    #expect(headers == ["traceparent": own.traceparent])
    var context = span.context
    SignpostTracer().extract(headers, into: &context, using: HeaderExtractor())
    #expect(context.spanContext == own)
    #expect(SignpostTracer().activeSpan(identifiedBy: context) == nil)
  }

  @Test func `an attribute may look at its own span while it is compared and described`() {
    struct Looking: CustomStringConvertible, Sendable {
      let span: SignpostSpan
      var description: String { "\(span.operationName) \(span.attributes.count)" }
    }
    let span = makeSpan()
    span.attributes["key"] = SpanAttribute.stringConvertible(Looking(span: span))
    span.attributes["key"] = SpanAttribute.stringConvertible(Looking(span: span))
    span.end()
  }

  @Test func `the innermost of spans and intervals is the current one`() async throws {
    _ = SignpostTracer()
    #expect(SignpostID.current == .none)
    let outer = SignpostID.makeUnique()
    await outer.asCurrent {
      #expect(SignpostID.current == outer)
      let span = makeSpan(bound: outer)
      await ServiceContext.withValue(span.context) {
        #expect(SignpostID.current == span.record?.id)
        await Task { #expect(SignpostID.current == span.record?.id) }.value
        let inner = SignpostID.makeUnique()
        inner.asCurrent {
          #expect(SignpostID.current == inner)
          let innermost = makeSpan(bound: inner)
          ServiceContext.withValue(innermost.context) {
            #expect(SignpostID.current == innermost.record?.id)
          }
          #expect(SignpostID.current == inner)
        }
        // Where only the context was handed on.
        let context = span.context
        await Task.detached {
          ServiceContext.withValue(context) { #expect(SignpostID.current == span.record?.id) }
        }.value
        // An id from elsewhere, which is greater than all that are given out.
        SignpostID(.max).asCurrent {
          let later = makeSpan(bound: SignpostID(.max))
          ServiceContext.withValue(later.context) {
            #expect(SignpostID.current == later.record?.id)
          }
        }
      }
      #expect(SignpostID.current == outer)
    }
    #expect(SignpostID.current == .none)
  }
}
