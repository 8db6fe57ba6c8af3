import Glibc
import Logging
import Metrics
import Signposts
import SignpostsLogging
import SignpostsMetrics
import SignpostsTracing
import Tracing

// InstrumentedProgram WHAT COUNT: does something COUNT times through one of the three APIs.

struct Failure: Error, CustomStringConvertible {
  var description: String { "it failed" }
}

struct Extractor: Tracing.Extractor {
  func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
}

struct Injector: Tracing.Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
    carrier[key] = value
  }
}

/// Lets tasks go on when so many have come.
actor Rendezvous {
  private let count: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    self.count = count
  }

  func meet() async {
    if waiting.count + 1 < count {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      for task in waiting { task.resume() }
      waiting = []
    }
  }
}

let what = CommandLine.arguments.dropFirst().first ?? ""
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 0
let signposter = Signposter(subsystem: "program", category: "test")

InstrumentationSystem.bootstrap(SignpostTracer())
MetricsSystem.bootstrap(SignpostMetricsFactory())
LoggingSystem.bootstrap { label in
  MultiplexLogHandler([
    SignpostLogHandler(
      label: label,
      metadataProvider: Logger.MetadataProvider { ["who": "provider", "provider": "yes"] }
    ),
    SignpostLogHandler(
      label: "\(label).located",
      logLevel: .error,
      metadataProvider: nil,
      recordsSourceLocation: true
    ),
  ])
}

switch what {
case "attributes":
  // One of each type, one of them twice with one value and once with another.
  for index in 0..<count {
    withSpan("attributes", ofKind: .server) { span in
      span.attributes["integer"] = index
      span.attributes["integer"] = index
      span.attributes["float"] = 0.5
      span.attributes["boolean"] = true
      span.attributes["text"] = "one"
      span.updateAttributes {
        $0["text"] = "two"
        $0["array"] = ["a", "b"]
      }
      span.operationName = "renamed"
      span.setStatus(SpanStatus(code: .ok, message: "well"))
    }
  }
case "routes":
  // Requests that are open at once, each with a query; they learn their route when they are through.
  let rendezvous = Rendezvous(of: count)
  await withTaskGroup { group in
    for _ in 0..<count {
      group.addTask {
        await withSpan("GET", ofKind: .server) { span in
          await withSpan("query") { _ in await rendezvous.meet() }
          span.operationName = "GET /items/{id}"
        }
      }
    }
  }
case "events":
  for index in 0..<count {
    withSpan("events") { span in
      span.addEvent(SpanEvent(name: "happened", attributes: ["index": .int64(Int64(index))]))
    }
  }
case "errors":
  for _ in 0..<count {
    try? await withSpan("failing", ofKind: .client) { _ in
      await Task.yield()
      throw Failure()
    }
  }
case "nesting":
  // span > interval > span > interval in a child task, and an event of each of the inner two.
  for _ in 0..<count {
    await withSpan("outer") { _ in
      await signposter.withIntervalSignpost("middle") {
        await withSpan("inner") { _ in
          async let innermost: Void = signposter.withIntervalSignpost("innermost") {
            signposter.emitEvent("in innermost")
          }
          await innermost
          signposter.emitEvent("in inner")
        }
        signposter.emitEvent("in middle")
      }
    }
  }
case "request":
  // A span, whose headers lead to the span of a server; its client has sent a header itself.
  for _ in 0..<count {
    var incoming = ServiceContext.topLevel
    let tracer = InstrumentationSystem.tracer
    let headers = ["traceparent": "00-000000000000000a000000000000000b-000000000000000c-01"]
    InstrumentationSystem.instrument.extract(headers, into: &incoming, using: Extractor())
    let client = tracer.startSpan("client", context: incoming, ofKind: .client)
    var sent: [String: String] = [:]
    InstrumentationSystem.instrument.inject(client.context, into: &sent, using: Injector())
    var received = ServiceContext.topLevel
    InstrumentationSystem.instrument.extract(sent, into: &received, using: Extractor())
    let server = tracer.startSpan("server", context: received, ofKind: .server)
    let root = tracer.startSpan("root", context: .topLevel)
    root.addLink(SpanLink(context: server.context, attributes: ["reason": "test"]))
    for span in [root, server, client] { span.end() }
  }
case "late":
  // What comes after the end isn't recorded, nor is a second end.
  for _ in 0..<count {
    let span = InstrumentationSystem.tracer.startSpan("late")
    span.end()
    span.end()
    span.attributes["key"] = 1
    span.addEvent("event")
    span.recordError(Failure())
    span.setStatus(SpanStatus(code: .error))
    span.operationName = "other"
  }
case "logs":
  var logger = Logger(label: "program")
  logger[metadataKey: "who"] = "handler"
  logger[metadataKey: "handler"] = "yes"
  for index in 0..<count {
    withSpan("logging") { _ in
      logger.trace(
        "number \(index)",
        metadata: ["request": ["id": "\(index)", "parts": ["a", "b"]]]
      )
      logger.error("failed", metadata: ["who": "call"])
    }
  }
case "metrics":
  let gauge = Gauge(label: "gauge")
  let recorder = Recorder(label: "recorder")
  let timer = Timer(label: "timer", dimensions: [("route", "/"), ("method", "GET")])
  for index in 1...count {
    Counter(label: "counter", dimensions: [("b", "2"), ("a", "1")]).increment()
    FloatingPointCounter(label: "floating").increment(by: 0.5)
    Meter(label: "meter").increment()
    gauge.record(index)
    recorder.record(Double(index) + 0.5)
    timer.recordMilliseconds(index)
  }
case "unrecorded-spans":
  let tracer = InstrumentationSystem.tracer
  for _ in 0..<count {
    let span = tracer.startSpan("unrecorded", ofKind: .server)
    // An attribute would be a dictionary of the caller's, whatever the tracer.
    if span.isRecording { span.attributes["key"] = count }
    span.addEvent("event")
    span.setStatus(SpanStatus(code: .ok))
    span.end()
  }
case "unrecorded-metrics":
  let counter = Counter(label: "counter", dimensions: [("a", "1")])
  let floating = FloatingPointCounter(label: "floating")
  let meter = Meter(label: "meter")
  let recorder = Recorder(label: "recorder")
  let timer = Timer(label: "timer")
  for index in 0..<count {
    counter.increment()
    floating.increment(by: 0.5)
    meter.increment()
    recorder.record(index)
    timer.recordMilliseconds(index)
  }
case "unrecorded-logs":
  let logger = Logger(label: "program") { SignpostLogHandler(label: $0) }
  for _ in 0..<count { logger.info("message") }
default:
  print("usage: InstrumentedProgram WHAT COUNT")
  exit(64)
}
print("\(what) \(count)")
