import Foundation
import SeededRandom
import Testing

@testable import TraceReading

/// What is read without the library, held against what the library reads.
@Suite(.enabled(if: TraceReader.isSupported))
struct PlainTraceTests {
  /// All that a reader has told of a trace.
  private struct Reading {
    /// The events in the order in which they came.
    let delivered: [String]
    /// The same, sorted: nobody says which of two streams comes first at the same time.
    var events: [String] { delivered.sorted() }
    /// How many events each class has.
    let classes: [String]
    /// The threads with their names, and how many events each has.
    let threads: [String]
    var summary: TraceReadSummary
    var isPlain: Bool
    /// Whether each event came after those before it.
    var isInOrder = true

    init(_ path: String, byLibrary: Bool) throws {
      let reader = try TraceReader(path: path)
      let catalog = reader.catalog
      var events: [String] = []
      var last = Int64.min
      var isInOrder = true
      summary = try reader.read(byLibrary: byLibrary) { event in
        isInOrder = isInOrder && event.timestamp >= last
        last = event.timestamp
        let thread = catalog.threads[event.threadIndex]
        let process = catalog.processes[event.processIndex]
        let words: [Any] = [
          event.timestamp, catalog.eventClasses[event.classIndex].fullName, thread.threadID ?? -1,
          thread.name ?? "", process.processID ?? -1, process.hostname, event.payload,
        ]
        events.append(words.map { Self.text($0, catalog) }.joined(separator: " "))
      }
      isPlain = reader.isReadPlainly
      delivered = events
      classes = catalog.eventClasses.filter { $0.count > 0 }
        .map { "\($0.fullName) \($0.count) \($0.isDecoded)" }.sorted()
      threads = catalog.threads
        .map { "\($0.threadID ?? -1) \($0.name ?? "") \($0.eventCount)" }.sorted()
      self.isInOrder = isInOrder
    }

    /// A value as a text, in which numbers of a catalog are what they stand for: readers count differently.
    private static func text(_ value: Any, _ catalog: TraceCatalog) -> String {
      if let symbol = value as? TraceSymbol { return catalog.string(symbol) }
      if let kind = value as? TraceIntervalKind { return catalog.intervals[Int(kind.index)].label }
      let mirror = Mirror(reflecting: value)
      guard !mirror.children.isEmpty else { return "\(value)" }
      return mirror.children.map { "\($0.label ?? "")(\(text($0.value, catalog)))" }.joined()
    }
  }

  @Test(arguments: Fixture.traces)
  func `what is read is what the library reads`(name: String) throws {
    let own = try Reading(Fixture.path(name), byLibrary: false)
    let library = try Reading(Fixture.path(name), byLibrary: true)
    #expect(!library.isPlain)
    #expect(own.events == library.events)
    #expect(own.isInOrder && !own.events.isEmpty)
    #expect(own.classes == library.classes)
    #expect(own.summary == library.summary)
  }

  // Of one stream: of several the reader that comes first to one of two events at the same time names their thread.
  @Test(arguments: ["packets", "details", "frames", "no-contexts"], 0..<6)
  func `a random trace is read as the library reads it`(name: String, seed: UInt64) throws {
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: name, seed: seed)
      try trace.write(to: directory, streams: 1, events: 600, fault: nil)
      let own = try Reading(directory, byLibrary: false)
      let library = try Reading(directory, byLibrary: true)
      #expect(own.isPlain && own.isInOrder)
      #expect(own.delivered == library.delivered)
      #expect(own.classes == library.classes && own.threads == library.threads)
      #expect(own.summary == library.summary)
    }
  }

  @Test(arguments: RandomTrace.Fault.allCases, 0..<6)
  func `a stream ends at its fault, and the others are read`(
    fault: RandomTrace.Fault,
    seed: UInt64
  ) throws {
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: "packets", seed: seed)
      var random = SplitMix64(seed: seed)
      let streams = 2 + random.next(below: 5)
      try trace.write(to: directory, streams: streams, events: 500, fault: fault)
      let own = try Reading(directory, byLibrary: false)
      #expect(own.isPlain && own.isInOrder)
      #expect(own.summary.faults.map(\.code) == [.corrupt])
      // All of the others, and what was before the fault.
      #expect((500 * (streams - 1) + 1..<500 * streams).contains(own.delivered.count))
    }
  }

  @Test func `whole traces of few parts need no library`() throws {
    let plain = try Fixture.traces.filter {
      try Reading(Fixture.path($0), byLibrary: false).isPlain
    }
    // It is in several parts.
    let others = Set(Fixture.traces).subtracting(plain)
    #expect(others == ["rotated"])
  }
}
