import Foundation
import ReportRendering
import SeededRandom
import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite struct TimelineTests {
  private typealias Item = TimelineRecorder.Item

  private func decode<Word: FixedWidthInteger>(_ base64: String, as: Word.Type) -> [Word] {
    let data = Data(base64Encoded: base64) ?? Data()
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: Word.bitWidth / 8).map {
        Word(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Word.self))
      }
    }
  }

  @Test func `a timeline of parts without events begins when they do`() {
    var events = EventFactory()
    let parts = [Int64(7_000)..<9_000, 8_000..<9_500]
    #expect(ThreadLanes(spans: parts, numbers: nil, in: events.report()).span == 7_000..<9_500)
    events.begin("a", id: 1, at: 6_000)
    events.end(id: 1, at: 6_500)
    #expect(ThreadLanes(spans: parts, numbers: nil, in: events.report()).span == 6_000..<9_500)
  }

  @Test func `intervals of one lane never overlap, and no lane is there in vain`() {
    let seed = RandomHistories.seed
    var generator = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let items = (0..<200).map { _ in
        let begin = Int64.random(in: 0...1000, using: &generator)
        let end = begin + Int64.random(in: 0...200, using: &generator)
        return Item(begin: begin, end: end, label: 0, track: 0, thread: 0)
      }
      let track = TimelineTrack(items)
      #expect(track.laneCounts.reduce(0, +) == items.count)
      var offset = 0
      for count in track.laneCounts {
        let lane = track.items[offset..<offset + count]
        for (a, b) in zip(lane, lane.dropFirst()) { #expect(a.end <= b.begin, "seed \(seed)") }
        offset += count
      }
      // As many lanes as intervals that hold one moment; those of no duration need one, too.
      let most =
        items.map { item in
          items.count { $0.begin <= item.begin && $0.end > item.begin }
        }.max() ?? 0
      #expect((most...most + 1).contains(track.laneCounts.count), "seed \(seed)")
    }
  }

  @Test func `a thousand at a time share the last lane, and the page says so`() {
    let items = (0..<1000).map { Item(begin: Int64($0), end: .max, label: 0, track: 0, thread: 0) }
    let track = TimelineTrack(items)
    #expect(track.laneCounts.count == TimelineTrack.maximumLanes)
    #expect(track.items.count == 1000)
    #expect(track.overlappingCount == 1000 - TimelineTrack.maximumLanes)
  }

  @Test func `of too many intervals the longest are kept`() throws {
    var events = EventFactory()
    let recorder = TimelineRecorder(catalog: events.catalog, capacity: 100, maximumMarks: 10)
    events.analyzer = TraceAnalyzer(catalog: events.catalog, sink: recorder)
    var durations = (1...1000).map { Int64($0) }
    durations.shuffle()
    var time: Int64 = 0
    for (index, duration) in durations.enumerated() {
      events.begin("a", id: UInt64(index + 1), at: time)
      time += duration
      events.end(id: UInt64(index + 1), at: time)
    }
    #expect(recorder.items.count <= 100)
    #expect(recorder.items.count + Int(recorder.leftOutCount) == 1000)
    let kept = recorder.items.map(\.duration)
    #expect(kept.allSatisfy { $0 >= recorder.longestLeftOut })
    // Whatever is longer than the longest that was left out is there.
    #expect(kept.count >= 1000 - Int(recorder.longestLeftOut))
  }

  @Test func `what the page draws is what was in the trace`() throws {
    var events = EventFactory()
    let recorder = TimelineRecorder(catalog: events.catalog)
    events.analyzer = TraceAnalyzer(catalog: events.catalog, sink: recorder)
    events.begin("outer", id: 1, at: 1000)
    events.begin("inner", id: 2, at: 1100, parent: 1)
    events.end(id: 2, at: 1250)
    events.end(id: 1, at: 1300)
    events.begin("open", id: 3, at: 1400)
    events.analyzer.finish()
    let data = TimelineData(report: events.report(), timeline: recorder)
    let track = try #require(data.tracks.first)
    #expect(data.tracks.count == 1)
    #expect(track.lanes == [2, 1])
    let begins = decode(track.begins, as: UInt64.self).map { Double(bitPattern: $0) }
    #expect(begins == [0, 400, 100])
    let durations = decode(track.durations, as: UInt32.self).map { Float(bitPattern: $0) }
    #expect(durations == [300, -1, 150])
    let labels = decode(track.labels, as: UInt32.self).map { data.labels[Int($0)] }
    #expect(labels == ["outer [s/c]", "open [s/c]", "inner [s/c]"])
    #expect(data.frames.map(\.name) == ["outer", "inner", "open"])
    #expect(data.frames.map(\.own) == [150, 150, 0])
    #expect(data.frames.map(\.parent) == [-1, 0, -1])
  }

  @Test func `no name of a trace is markup, in the tables, the data and the pictures`() throws {
    var events = EventFactory()
    let recorder = TimelineRecorder(catalog: events.catalog)
    events.analyzer = TraceAnalyzer(catalog: events.catalog, sink: recorder)
    let hostile = "</script><script>alert(1)</script><!--<img src=x onerror='a'>\"&"
    for id in UInt64(1)...3 {
      events.begin(hostile, id: id, at: Int64(id) * 10, host: hostile)
      events.end(id: id, at: Int64(id) * 10 + 5, host: hostile)
    }
    events.analyzer.finish()
    var page = HTMLPage(title: hostile)
    try events.report().addSections(to: &page, latencyPlot: nil, timeline: recorder)
    let html = page.rendered()
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains("<img"))
    #expect(!html.contains("<!--"))
    // The timeline's data, its script and those of the flame graph, and what scripts share.
    #expect(html.components(separatedBy: "<script").count == 6)
    #expect(html.components(separatedBy: "</script>").count == 6)
    #expect(html.contains("alert(1)"))
    #expect(html.contains("default-src 'none'"))
    #expect(!html.contains("http://") && !html.contains("https://"))
  }

  @Test func `a comparison tells what is longer, what is new and what has gone`() throws {
    func report(_ durations: [String: [Int64]]) -> TraceReport {
      var events = EventFactory()
      var id: UInt64 = 0
      var time: Int64 = 0
      for (name, durations) in durations.sorted(by: { $0.key < $1.key }) {
        for duration in durations {
          id += 1
          events.begin(name, id: id, at: time)
          time += duration
          events.end(id: id, at: time)
        }
      }
      return events.report()
    }
    let old = report(["a": [100, 100, 100, 100], "gone": [5], "same": [10, 20, 40]])
    var new = report(["a": [100, 100, 1000, 1000], "new": [7], "same": [10, 20, 40]])
    let comparison = TraceComparison(of: new, to: old)
    let rows = Dictionary(uniqueKeysWithValues: comparison.rows.map { ($0.name ?? "", $0) })
    #expect(comparison.rows.map(\.name) == ["a", "same", "new", "gone"])
    #expect(rows["a"]?.probabilityOfLonger == 0.75)
    #expect(rows["same"]?.probabilityOfLonger == 0.5)
    #expect(rows["new"]?.baselineCount == nil)
    #expect(rows["new"]?.probabilityOfLonger == nil)
    #expect(rows["gone"]?.count == nil)
    #expect(rows["gone"]?.baselineTotal == 5)
    new.comparison = comparison
    #expect(new.renderedText().contains("P(longer)"))
  }
}
