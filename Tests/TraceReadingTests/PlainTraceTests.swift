import Foundation
import Testing

@testable import TraceReading

/// What is read without the library, held against what the library reads.
@Suite(.enabled(if: TraceReader.isSupported))
struct PlainTraceTests {
  /// All that a reader has told of a trace.
  private struct Reading {
    var events: [String] = []
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
      // Nobody says which of two streams comes first at the same time.
      self.events = events.sorted()
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
    #expect(own.summary == library.summary)
  }

  @Test func `whole traces of few parts need no library`() throws {
    let plain = try Fixture.traces.filter {
      try Reading(Fixture.path($0), byLibrary: false).isPlain
    }
    // These are of another tool, in several parts, or have what only the library knows.
    let others = Set(Fixture.traces).subtracting(plain)
    #expect(others == ["details", "foreign", "frames", "rotated", "store"])
  }
}
