#if HAS_BABELTRACE
import CTFPackets
import Foundation
import SeededRandom
import Testing

@testable import TraceReading

/// What threads decode ahead, held against what is decoded event by event.
///
/// `make check` runs these with ThreadSanitizer as well.
@Suite(.enabled(if: TraceReader.isSupported), .timeLimit(.minutes(30)))
struct TraceAheadTests {
  /// All that a reader tells, numbers of its catalog included.
  private struct Reading: Equatable {
    var events: [String] = []
    var summary: TraceReadSummary
    var threads: [TraceThread]
    var processes: [TraceProcess]
    var classes: [TraceEventClass]
    var texts: [String]
    var isPlain: Bool

    init(_ path: String, threads: Int, limits: StreamDecoder.Limits? = nil) throws {
      let reader = try TraceReader(path: path)
      reader.decodingThreads = threads
      reader.batchLimits = limits
      var events: [String] = []
      summary = try reader.read { events.append("\($0)") }
      isPlain = reader.isReadPlainly
      self.events = events
      self.threads = reader.catalog.threads
      processes = reader.catalog.processes
      classes = reader.catalog.eventClasses
      texts = (0..<reader.catalog.symbols.count).map {
        reader.catalog.string(TraceSymbol(index: Int32($0)))
      }
    }
  }

  private static let limits = [(1, 1), (3, 1), (7, 2), (1024, 2)].map { events, batches in
    StreamDecoder.Limits(events: events, bytes: 64 << 10, batches: batches)
  }

  @Test(arguments: Fixture.traces)
  func `a recorded trace is delivered as event by event`(name: String) throws {
    let expected = try Reading(Fixture.path(name), threads: 0)
    for limits in Self.limits {
      for threads in [1, 2, 5] {
        let found = try Reading(Fixture.path(name), threads: threads, limits: limits)
        #expect(found == expected)
      }
    }
  }

  @Test(
    arguments: ["packets", "mixed", "per-pid", "unpaired", "processes"],
    0..<6 as Range<UInt64>
  )
  func `a random trace is delivered as event by event`(name: String, seed: UInt64) throws {
    guard FileManager.default.fileExists(atPath: "\(Fixture.path(name))/\(Fixture.userDirectory)")
    else { return }
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: name, seed: seed)
      var random = SplitMix64(seed: seed)
      let fault = RandomTrace.Fault.allCases.dropFirst(random.next(below: 6)).first
      let streams = 1 + random.next(below: 6)
      let events = 2 + random.next(below: 600)
      try trace.write(to: directory, streams: streams, events: events, fault: fault)
      let expected = try Reading(directory, threads: 0)
      #expect(expected.isPlain)
      #expect(expected.summary.faults.count == (fault == nil ? 0 : 1))
      for limits in Self.limits.dropFirst() {
        let threads = 1 + random.next(below: 5)
        #expect(try Reading(directory, threads: threads, limits: limits) == expected)
      }
    }
  }

  @Test func `the fault of a stream is told where its events end, whatever the others have`() throws
  {
    for fault in RandomTrace.Fault.allCases {
      try Fixture.withDirectory { directory in
        var trace = try RandomTrace(declaringAs: "packets", seed: 7)
        try trace.write(to: directory, streams: 3, events: 500, fault: fault)
        let found = try Reading(directory, threads: 2, limits: Self.limits[1])
        #expect(found.summary.faults.map(\.code) == [.corrupt])
        #expect(found.events.count > 500)
        #expect(found == (try Reading(directory, threads: 0)))
      }
    }
  }

  @Test func `threads end when nobody wants more of what they decode`() throws {
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: "packets", seed: 3)
      try trace.write(to: directory, streams: 4, events: 2000, fault: nil)
      let traces = [try Self.metadata(of: directory)]
      let files = try Self.files(of: directory, traces[0])
      for taken in [0, 1, 5] {
        let limits = Self.limits[1]
        let threads = DecodingThreads(3, files: files, batches: limits.batches) { file in
          StreamDecoder(file, traces: traces, pairRules: [], limits: limits)
        }
        for place in 0..<taken { _ = threads.next(of: place % 4) }
        threads.stop()
        #expect(threads.runningCount == 0)
      }
    }
  }

  @Test func `what waits is bounded`() throws {
    #expect(MemoryLayout<DecodedBatch.Event>.stride <= 96)
    for (streams, megabytes) in [(1, 1), (2, 1), (64, 4), (256, 8)] {
      let limits = StreamDecoder.Limits.forStreams(streams)
      #expect(streams * (limits.batches + 2) * limits.events * 96 <= megabytes << 20)
    }
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: "packets", seed: 4)
      try trace.write(to: directory, streams: 2, events: 3000, fault: nil)
      let traces = [try Self.metadata(of: directory)]
      let files = try Self.files(of: directory, traces[0])
      let limits = StreamDecoder.Limits(events: 1024, bytes: 1 << 10, batches: 2)
      var decoder = try #require(
        StreamDecoder(files[0], traces: traces, pairRules: [], limits: limits)
      )
      var count = 0
      while true {
        let batch = decoder.next()
        // A thousand bytes of events are no hundred of them; the texts of a batch are its own.
        #expect(batch.events.count < 200)
        #expect(batch.symbols.count < 2000)
        count += batch.events.count
        if batch.end != nil { break }
      }
      #expect(count == 3000)
    }
  }

  @Test func `a stream that is gone meanwhile is told, and the others are read`() throws {
    try Fixture.withDirectory { directory in
      var trace = try RandomTrace(declaringAs: "packets", seed: 5)
      try trace.write(to: directory, streams: 2, events: 100, fault: nil)
      let traces = [try Self.metadata(of: directory)]
      let files = try Self.files(of: directory, traces[0])
      try FileManager.default.removeItem(atPath: files[0].path)
      let threads = DecodingThreads(2, files: files, batches: 2) { file in
        StreamDecoder(file, traces: traces, pairRules: [], limits: Self.limits[3])
      }
      defer { threads.stop() }
      #expect(threads.next(of: 0).end?.problem == "it can't be mapped into memory")
      #expect(threads.next(of: 1).events.count == 100)
    }
  }

  private static func metadata(of directory: String) throws -> UserSpaceMetadata {
    let text = try TraceMetadata(path: "\(directory)/metadata").text ?? Data()
    return try #require(UserSpaceMetadata(String(decoding: text, as: UTF8.self)))
  }

  private static func files(
    of directory: String,
    _ metadata: UserSpaceMetadata
  ) throws -> [UserSpaceStreamFile] {
    try TraceDirectory(path: directory).streamFiles.map { path in
      UserSpaceStreamFile(
        path: path,
        declaration: try #require(metadata.streams[0]),
        packets: try #require(PacketSequence(path: path)).packets,
        trace: 0,
        clockOffset: metadata.clockOffset
      )
    }
  }
}
#endif
