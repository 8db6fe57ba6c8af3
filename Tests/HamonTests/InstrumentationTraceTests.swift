import Testing
import TraceAnalysis
import TraceReading

/// Code that speaks swift-distributed-tracing, swift-log and swift-metrics, recorded.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct InstrumentationTraceTests {
  @Test func `attributes, name and status of a span are its fields, each change once`()
    async throws
  {
    let trace = try await record("attributes", 20)
    #expect(trace.intervals.count == 20)
    for (index, span) in trace.intervals.enumerated() {
      #expect(span.name == "attributes")
      #expect(span.kind == "tracing/server")
      #expect(span.isEnded)
      #expect(
        span.fields.sorted() == [
          #"array: text ["a", "b"]"#, "boolean: boolean true", "float: float 0.5",
          "integer: integer \(index)", "name: text renamed", "status.code: text ok",
          "status.message: text well", "text: text one", "text: text two",
        ]
      )
      // What changes comes in the order of the changes.
      #expect(span.fields.filter { $0.hasPrefix("text") } == ["text: text one", "text: text two"])
    }
    #expect(trace.points.count == 0)
  }

  @Test func `events of a span are its events`() async throws {
    let trace = try await record("events", 20)
    #expect(trace.intervals.map(\.kind) == Array(repeating: "tracing/internal", count: 20))
    #expect(trace.points.map(\.parentID) == trace.intervals.map(\.id))
    #expect(trace.points.map(\.fields) == (0..<20).map { ["index: integer \($0)"] })
    #expect(trace.points.allSatisfy { $0.name == "happened" && $0.kind == "tracing/internal" })
  }

  @Test func `an error is an event of the span, whose status tells of it`() async throws {
    let trace = try await record("errors", 20)
    #expect(trace.intervals.count == 20)
    #expect(trace.intervals.allSatisfy { $0.fields == ["status.code: text error"] && $0.isEnded })
    #expect(trace.points.map(\.parentID) == trace.intervals.map(\.id))
    for point in trace.points {
      #expect(point.name == "exception")
      #expect(
        point.fields == [
          "exception.type: text InstrumentedProgram.Failure",
          "exception.message: text it failed",
        ]
      )
    }
  }

  @Test func `spans and intervals are each other's parents`() async throws {
    let trace = try await record("nesting", 20)
    for name in ["outer", "middle", "inner", "innermost"] {
      #expect(trace.intervals(named: name).count == 20)
    }
    func parentNames(_ name: String) -> Set<String> {
      Set(trace.intervals(named: name).map { trace.interval($0.parentID)?.name ?? "none" })
    }
    #expect(parentNames("outer") == ["none"])
    #expect(parentNames("middle") == ["outer"])
    #expect(parentNames("inner") == ["middle"])
    #expect(parentNames("innermost") == ["inner"])
    #expect(Set(trace.intervals(named: "inner").map(\.parentID)).count == 20)
    #expect(trace.points.count == 60)
    for point in trace.points {
      #expect(point.name == "in \(trace.interval(point.parentID)?.name ?? "none")")
    }
    // Beyond the process, the parent is the span around.
    let outer = Dictionary(
      trace.intervals(named: "outer").map { ($0.context?.spanID, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(outer.count == 20)
    for inner in trace.intervals(named: "inner") {
      let parent = try #require(outer[inner.parentSpanID])
      #expect(inner.context?.traceIDLow == parent.context?.traceIDLow)
      #expect(inner.context?.traceIDHigh == parent.context?.traceIDHigh)
    }
    #expect(trace.intervals(named: "middle").allSatisfy { $0.context == nil })
  }

  @Test func `a trace goes on through headers, and links lead to its spans`() async throws {
    let trace = try await record("request", 20)
    let clients = trace.intervals(named: "client")
    let servers = trace.intervals(named: "server")
    let roots = trace.intervals(named: "root")
    #expect([clients.count, servers.count, roots.count] == [20, 20, 20])
    for ((client, server), root) in zip(zip(clients, servers), roots) {
      #expect(client.kind == "tracing/client")
      #expect(client.context?.traceIDHigh == 10)
      #expect(client.context?.traceIDLow == 11)
      #expect(client.parentSpanID == 12)
      #expect(server.context?.traceIDLow == 11)
      #expect(server.parentSpanID == client.context?.spanID)
      #expect(root.context?.traceIDLow != 11)
      #expect(root.parentSpanID == 0)
      #expect(root.links == [try #require(server.context)])
      #expect(root.fields == ["link.reason: text test"])
      #expect(root.parentID == 0)
    }
    let spans = Set(trace.intervals.compactMap { $0.context?.spanID })
    #expect(spans.count == 60)
    #expect(!spans.contains(0))
    #expect(Set(roots.compactMap { $0.context?.traceIDHigh }).count == 20)
  }

  @Test func `after its end a span records nothing`() async throws {
    let trace = try await record("late", 20)
    #expect(trace.intervals.count == 20)
    #expect(trace.intervals.allSatisfy { $0.fields.isEmpty && $0.isEnded })
    #expect(trace.points.isEmpty)
  }

  @Test func `messages are events of the span that they were logged in`() async throws {
    let trace = try await record("logs", 20)
    let traces = trace.points.filter { $0.kind == "program/trace" }
    let errors = trace.points.filter { $0.kind == "program/error" }
    let located = trace.points.filter { $0.kind == "program.located/error" }
    #expect([traces.count, errors.count, located.count, trace.points.count] == [20, 20, 20, 60])
    #expect(trace.points.allSatisfy { $0.name == "log" })
    for points in [traces, errors, located] {
      #expect(points.map(\.parentID) == trace.intervals.map(\.id))
    }
    #expect(traces.map(\.message) == (0..<20).map { "number \($0)" })
    for (index, point) in traces.enumerated() {
      #expect(
        point.fields.sorted() == [
          "handler: text yes", "provider: text yes", "request.id: text \(index)",
          "request.parts.0: text a", "request.parts.1: text b", "who: text provider",
        ]
      )
    }
    for point in errors {
      #expect(
        point.fields.sorted() == ["handler: text yes", "provider: text yes", "who: text call"]
      )
    }
    for point in located {
      let keys = point.fields.map { String($0.prefix { $0 != ":" }) }
      #expect(Set(keys) == ["handler", "who", "source", "file", "line", "function"])
      #expect(point.fields.contains("source: text InstrumentedProgram"))
      #expect(point.fields.contains { $0.hasPrefix("line: integer ") })
    }
  }

  @Test func `metrics are counters and measurements, with their dimensions`() async throws {
    let trace = try await record("metrics", 20)
    #expect(
      trace.counters.filter { $0.hasPrefix("metrics/counter") }
        == (1...20).map { "metrics/counter counter{a=1,b=2} = \($0)" }
    )
    #expect(
      trace.counters.filter { $0.hasPrefix("metrics/meter") }
        == (1...20).map { "metrics/meter meter = \($0)" }
    )
    #expect(trace.counters.count == 40)
    let steps: [Double] = (1...20).map { Double($0) }
    let values: [String: [Double]] = [
      "floating_point_counter floating": steps.map { $0 / 2 },
      "gauge gauge": steps,
      "recorder recorder": steps.map { $0 + 0.5 },
      "timer timer{method=GET,route=/}": steps.map { $0 * 1_000_000 },
    ]
    for (kind, values) in values {
      let prefix = "metrics/\(kind) = "
      let found = trace.measurements.filter { $0.hasPrefix(prefix) }
      #expect(found == values.map { "\(prefix)\($0)" })
    }
    #expect(trace.measurements.count == 80)
    #expect(trace.intervals.isEmpty)
  }

  @Test func `a report knows a span that learns its name late by that name all the time`()
    async throws
  {
    try await open("routes", 8) { fixture, trace in
      let report = try await fixture.report(of: trace)
      let route = try #require(report.intervals.first { $0.name == "GET /items/{id}" })
      #expect(route.count == 8)
      #expect(route.maximumParallelism == 8)
      let queries = try #require(report.slowest).filter { $0.name == "query" }
      #expect(Set(queries.map(\.parents)) == [["GET /items/{id}"]])
      #expect(report.nestings?.map(\.parent) == ["GET /items/{id}"])
      #expect(!report.intervals.contains { $0.name == "GET" })

      let tree = try await fixture.succeed(["report", trace, "--request", "GET /items/{id}"])
      #expect(tree.output.hasPrefix("GET /items/{id} [tracing/server] (InstrumentedProgram, pid "))
      #expect(tree.output.contains("  query [tracing/internal]"))
    }
  }

  private func record(_ what: String, _ count: Int) async throws -> TraceTranscript {
    var transcript: TraceTranscript?
    try await open(what, count) { _, trace in
      transcript = try TraceTranscript(ofTraceAt: trace)
    }
    let result = try #require(transcript)
    #expect(result.strays == [])
    return result
  }

  /// Records the program that does something so many times.
  private func open(
    _ what: String,
    _ count: Int,
    _ body: (ToolFixture, String) async throws -> Void
  ) async throws {
    let program = Built.program("InstrumentedProgram")
    try await ToolFixture.open { fixture in
      let (trace, outcome) = try await fixture.record([program, what, "\(count)"])
      #expect(outcome.output.contains("\(what) \(count)"))
      try await body(fixture, trace)
    }
  }
}
