import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// One request of a trace as a tree, found by its id or as the slowest of its name.
@Suite struct RequestTests {
  /// Two requests in one process and one in another, with an update that waits and an item that is retried.
  private static func emit(_ events: inout EventFactory) {
    events.begin("GET /a", id: 1, at: 0)
    events.begin("GET /a", id: 2, at: 1_000_000, tid: 2)
    events.begin("query", id: 3, at: 2_000_000, parent: 1)
    events.end(id: 3, at: 5_000_000)
    events.emit(at: 6_000_000) {
      .dispatchEnqueue(
        id: 4,
        parentID: 1,
        kind: $0.symbol(for: "side_effect"),
        name: $0.symbol(for: "Save"),
        depth: 3
      )
    }
    events.end(id: 2, at: 7_000_000, tid: 2)
    events.emit(at: 8_000_000, tid: 3) {
      .begin(.sideEffect, id: 4, parentID: 1, name: $0.symbol(for: "Save"))
    }
    events.begin("write", id: 5, at: 8_500_000, tid: 3, parent: 4)
    events.end(id: 5, at: 8_600_000, tid: 3)
    events.emit(at: 9_000_000, tid: 3) {
      .end(.sideEffect, id: 4, $0.symbol(for: "failure"))
    }
    events.emit(at: 9_000_000, tid: 3) {
      .dispatchRetry(
        id: 4,
        name: $0.symbol(for: "Save"),
        attempt: 1,
        delay: 250_000_000,
        error: "Busy()"
      )
    }
    events.end(id: 1, at: 10_000_000)
    events.begin("GET /a", id: 1, at: 11_000_000, pid: 2)
    events.end(id: 1, at: 12_000_000, pid: 2)
    events.begin("query", id: 3, at: 13_000_000, parent: 0)
    events.end(id: 3, at: 14_000_000)
    events.analyzer.finish()
  }

  private func tree(
    _ query: String,
    of emit: (inout EventFactory) -> Void = { Self.emit(&$0) }
  ) throws -> String {
    let catalog = EventFactory().catalog
    let search = RequestSearch(RequestQuery(query), catalog: catalog)
    var events = EventFactory(catalog: catalog, sink: search)
    emit(&events)
    let recorder = try RequestRecorder(search, catalog: catalog)
    var again = EventFactory(catalog: catalog, sink: recorder)
    emit(&again)
    return recorder.renderedText()
  }

  @Test func `a request is a tree of what came about in it, with waits, outcomes and retries`()
    throws
  {
    let lines = try tree("1:1").split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(lines[0] == "GET /a [s/c] (thread, pid 1, id 1)")
    #expect(
      Array(lines.dropFirst(3)) == [
        "+0.00 ns 10.0 ms 6.00 ms - GET /a [s/c]", "+2.00 ms 3.00 ms 3.00 ms - query [s/c]",
        "+8.00 ms 1.00 ms 900 us 2.00 ms side effect Save failure",
        "+8.50 ms 100 us 100 us - write [s/c]",
        "+9.00 ms * Save is tried again, for time 1, after 250 ms: Busy()",
      ]
    )
  }

  @Test(arguments: [UInt64(1) << 63, .max])
  func `the largest ids are found as they are told, and as tools tell them that read a sign`(
    id: UInt64
  ) throws {
    for query in ["\(id)", "1:\(id)", "\(Int64(bitPattern: id))", "1:\(Int64(bitPattern: id))"] {
      let text = try tree(query) { events in
        events.begin("large", id: id, at: 0)
        events.end(id: id, at: 1)
        events.analyzer.finish()
      }
      #expect(text.hasPrefix("large [s/c] (thread, pid 1, id \(id))"))
    }
    let error = RequestError.missing(RequestQuery("\(Int64(bitPattern: id))"))
    #expect("\(error)".hasPrefix("\(id): "))
  }

  @Test func `what comes about after the end of an interval takes none of its time`() throws {
    let text = try tree("push") { events in
      events.begin("push", id: 1, at: 0)
      events.begin("frame", id: 2, at: 1_000_000, parent: 1)
      events.end(id: 2, at: 2_000_000)
      events.end(id: 1, at: 4_000_000)
      events.begin("frame", id: 3, at: 9_000_000, parent: 1)
      events.end(id: 3, at: 10_000_000)
      events.analyzer.finish()
    }
    let lines = text.split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(lines.contains("+0.00 ns 4.00 ms 3.00 ms - push [s/c]"))
    #expect(lines.contains("+9.00 ms 1.00 ms 1.00 ms - frame [s/c]"))
  }

  @Test func `the slowest of a name is the one of all processes that took longest`() throws {
    #expect(try tree("GET /a") == tree("1:1"))
    #expect(try tree("write").contains("pid 1, id 5)"))
  }

  @Test func `an id that no interval has, or several processes, is an error that says what to do`()
  {
    #expect(throws: RequestError.ambiguous(id: 1, processes: [1, 2])) { try tree("1") }
    #expect(throws: RequestError.missing(.id(99, processID: nil))) { try tree("99") }
    #expect(throws: RequestError.missing(.slowest(name: "GET /b"))) { try tree("GET /b") }
    #expect("\(RequestError.ambiguous(id: 1, processes: [7, 8]))".hasSuffix("as in 7:1"))
  }
}
