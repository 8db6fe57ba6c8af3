import Foundation
import SeededRandom
import Testing

@testable import TraceReading

/// Forms of traces that no recording here has: both headers of events, with what doesn't fit into them.
@Suite(.enabled(if: TraceReader.isSupported))
struct UserSpaceStreamTests {
  private struct Reading: Equatable {
    var events: [String] = []
    var faults: [String] = []
    var isPlain = false

    init(_ trace: MadeTrace, byLibrary: Bool = false) throws {
      (events, faults, isPlain) = try Fixture.withDirectory { directory in
        try trace.write(to: directory)
        let reader = try TraceReader(path: directory)
        var events: [String] = []
        let catalog = reader.catalog
        let summary = try reader.read(byLibrary: byLibrary) { event in
          events.append("\(event.timestamp) \(catalog.eventClasses[event.classIndex].fullName)")
        }
        return (events, summary.faults.map { "\($0)" }, reader.isReadPlainly)
      }
    }
  }

  /// Events at random times, of which some are further from the last one than the header has bits for.
  private static func events(
    _ random: inout SplitMix64,
    numbers: [UInt32],
    from time: inout UInt64
  ) -> [MadeTrace.Event] {
    (0..<1 + random.next(below: 30)).map { _ in
      // Up to 2^34 ns: both headers wrap around, and both need their long form.
      time += random.next() >> UInt64(30 + random.next(below: 34))
      return MadeTrace.Event(
        number: numbers[random.next(below: numbers.count)],
        time: time,
        text: String(repeating: "x", count: random.next(below: 20)),
        value: Int64(bitPattern: random.next())
      )
    }
  }

  @Test(arguments: MadeTrace.Header.allCases)
  func `times that wrap around and long numbers are read as the library reads them`(
    header: MadeTrace.Header
  ) throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<10 {
      let numbers: [UInt32] = [0, 1, 29, 30, 31, 32, 1000, 65_000]
      var trace = MadeTrace(header, numbers: numbers)
      var time: UInt64 = random.next() >> 20
      var made: [MadeTrace.Event] = []
      for _ in 0..<5 {
        let events = Self.events(&random, numbers: numbers, from: &time)
        trace.add(events)
        made += events
      }
      let own = try Reading(trace)
      #expect(own.isPlain && own.faults.isEmpty, "seed \(seed)")
      #expect(
        own.events == made.map { "\($0.time + 1000) \(MadeTrace.name($0.number))" },
        "seed \(seed)"
      )
      let library = try Reading(trace, byLibrary: true)
      #expect(!library.isPlain && own.events == library.events, "seed \(seed)")
    }
  }

  @Test(arguments: MadeTrace.Header.allCases)
  func `an event that goes over the end of its packet is a fault, and those before it are told`(
    header: MadeTrace.Header
  ) throws {
    // The last number, the end of the text and all of it, the header.
    for cut in [1, 8, 9, 12, 16] {
      var trace = MadeTrace(header, numbers: [3])
      let events = (1...3).map {
        MadeTrace.Event(number: 3, time: UInt64($0), text: "text", value: 7)
      }
      trace.add(events, cut: cut)
      let own = try Reading(trace)
      #expect(own.isPlain && own.events.count == 2)
      let fault = try #require(own.faults.first)
      #expect(fault.contains("over the end of its packet"), "\(fault)")
    }
  }

  @Test func `an event of a number that isn't declared is a fault`() throws {
    var trace = MadeTrace(.large, numbers: [1])
    trace.add([
      MadeTrace.Event(number: 1, time: 5, text: "", value: 0),
      MadeTrace.Event(number: 2, time: 6, text: "", value: 0),
    ])
    let own = try Reading(trace)
    #expect(own.events.count == 1)
    #expect(own.faults.first?.contains("No event class with ID 2") == true)
  }

  @Test(arguments: ["4294967295", "9223372036854775807", "65536"])
  func `numbers that no tracer gives are left to the library`(number: String) throws {
    var trace = MadeTrace(.large, numbers: [1])
    trace.replaced = [("\tid = 1;", "\tid = \(number);")]
    trace.add([MadeTrace.Event(number: 1, time: 5, text: "", value: 0)])
    #expect(try !Reading(trace).isPlain)
  }

  @Test(arguments: [
    ("byte_order = le;", "byte_order = be;"), ("\"lttng-ust\"", "\"lttng-modules\""),
    ("freq = 1000000000;", "freq = 1000000;"), ("string _text;", "string _text[3];"),
    ("{ size = 64; align = 8; signed = 1", "{ size = 64; align = 64; signed = 1"),
    ("{ size = 64; align = 8; signed = 1", "{ size = 24; align = 8; signed = 1"),
    ("signed = 1; encoding = none", "signed = 1; encoding = UTF8"),
    ("base = 10; } _value;", "base = 10; } _value[3];"),
    ("struct event_header_large;", "struct event_header;"),
    ("packet.context := struct packet_context;", "packet.context := struct other;"),
    ("stream {", "callsite {"), ("\tloglevel = 6;", "\tcontext := struct {};"),
  ])
  func `declarations of any other form are left to the library`(old: String, new: String) {
    var trace = MadeTrace(.large, numbers: [1])
    #expect(UserSpaceMetadata(trace.metadata) != nil)
    trace.replaced = [(old, new)]
    #expect(UserSpaceMetadata(trace.metadata) == nil)
  }
}
