import Foundation
import MadeSamples
import ReportRendering
import SeededRandom
import Testing

@testable import SampleAnalysis

/// What a page has of samples: that sums stay what they were, however much is left out.
@Suite struct SamplePageTests {
  private static func profile(_ samples: MadeSamples) throws -> SampleProfile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try samples.write(toTrace: folder)
    return try SampleProfile(inTrace: folder)
  }

  /// Threads that run, wait and are ready at random, with stacks at random.
  private static func random(_ random: inout SplitMix64, threads: Int, steps: Int) -> MadeSamples {
    var samples = MadeSamples()
    for thread in 0..<threads {
      var time: UInt64 = 1
      samples.goOn(thread: Int32(10 + thread), at: time)
      for _ in 0..<steps {
        let path = (0..<1 + random.next(below: 2)).map { _ in "f\(random.next(below: 2))" }
        time += UInt64(random.next(below: 1_000_000))
        samples.run(path + ["main"], thread: Int32(10 + thread), at: time)
        guard random.next(below: 3) == 0 else { continue }
        time += 10
        samples.stop(thread: Int32(10 + thread), at: time, isReady: random.next(below: 4) == 0)
        time += UInt64(1 + random.next(below: 3_000_000))
        if random.next(below: 2) == 0 {
          samples.wait(["libc/nanosleep"] + path, thread: Int32(10 + thread), at: time)
          time += 5
        }
        samples.goOn(thread: Int32(10 + thread), at: time)
      }
    }
    return samples
  }

  private static func lengths(_ lane: SampleLane) -> [SampleLane.State: Int64] {
    var sums: [SampleLane.State: Int64] = [:]
    for (index, piece) in lane.pieces.enumerated() {
      let end = index + 1 < lane.pieces.count ? lane.pieces[index + 1].begin : lane.end
      sums[piece.state, default: 0] += end - piece.begin
    }
    return sums.filter { $0.value > 0 }
  }

  @Test func `the paths of all stacks are one tree, and the heaviest are kept with their callers`()
    throws
  {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let stacks = (0..<500).map { _ in
      (0..<random.next(below: 12)).map { _ in Int32(random.next(below: 6)) }
    }
    let times = stacks.map { _ in UInt64(random.next(below: 1000)) }
    func path(_ node: Int32, _ paths: SamplePaths) -> [Int32] {
      var path: [Int32] = []
      var node = node
      while node >= 0 {
        path.append(paths.nodes[Int(node)].function)
        node = paths.nodes[Int(node)].parent
      }
      return path
    }
    let whole = SamplePaths(stacks, times: times)
    #expect(whole.leftOutCount == 0)
    for (stack, node) in zip(stacks, whole.nodeOfStack) {
      #expect(path(node, whole) == stack, "seed \(seed)")
    }
    let cut = SamplePaths(stacks, times: times, capacity: 100)
    #expect(cut.nodes.count == 100 && cut.leftOutCount == whole.nodes.count - 100)
    for (index, node) in cut.nodes.enumerated() { #expect(node.parent < index) }
    for (stack, node) in zip(stacks, cut.nodeOfStack) {
      // The outermost of it are kept.
      let kept = path(node, cut)
      #expect(stack.suffix(kept.count) == kept[...], "seed \(seed)")
    }
  }

  @Test func `however much is added up, each state and path has the time that it had`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let profile = try Self.profile(Self.random(&random, threads: 3, steps: 300))
    let whole = SampleLanes(profile, origin: 0)
    #expect(whole.omissions == [])
    #expect(whole.lanes.map(\.points.count).reduce(0, +) == 900)
    let few = SampleLanes(
      profile,
      origin: 0,
      limits: SampleLanes.Limits(points: 100, pieces: 50, threads: 3, drawn: 2)
    )
    #expect(few.omissions.count == 3, "\(few.omissions)")
    #expect(few.lanes.map(\.points.count).reduce(0, +) <= 100)
    #expect(few.lanes.map(\.pieces.count).reduce(0, +) <= 50)
    for (lane, cut) in zip(whole.lanes, few.lanes) {
      #expect(Self.lengths(lane) == Self.lengths(cut), "seed \(seed)")
      #expect(lane.end == cut.end)
      #expect(cut.pieces.map(\.begin) == cut.pieces.map(\.begin).sorted())
      func counts(_ lane: SampleLane) -> [Int32: UInt32] {
        Dictionary(lane.points.map { ($0.node, $0.count) }, uniquingKeysWith: +)
      }
      #expect(counts(lane) == counts(cut), "seed \(seed)")
    }
    // What the report says of all threads is what the lanes have.
    let report = SampleReport(profile, intervals: nil)
    let sums = whole.lanes.map(Self.lengths)
    let running = sums.reduce(0) { $0 + ($1[.running] ?? 0) }
    let ready = sums.reduce(0) { $0 + ($1[.ready] ?? 0) }
    let all = sums.reduce(0) { $0 + $1.filter { $0.key != .unknown }.values.reduce(0, +) }
    #expect(running == Int64(report.times.running))
    #expect(ready == Int64(report.times.ready))
    #expect(all == Int64(report.times.sum))
  }

  @Test func `where paths alone are too many, fewer are told`() throws {
    var samples = MadeSamples()
    for time in UInt64(0)..<2000 {
      samples.run(["f\(time)", "main"], thread: 7, at: time * 1_000_000)
    }
    let lanes = SampleLanes(
      try Self.profile(samples),
      origin: 0,
      limits: SampleLanes.Limits(points: 200, paths: 1000)
    )
    #expect(lanes.lanes.map(\.points.count).reduce(0, +) <= 200)
    #expect(lanes.lanes.first?.points.reduce(0) { $0 + $1.count } == 2000)
    #expect(lanes.omissions.contains { $0.contains("told as their callers") })
  }

  @Test func `threads beyond the limit share a lane`() throws {
    var random = SplitMix64(seed: 1)
    let profile = try Self.profile(Self.random(&random, threads: 8, steps: 20))
    let lanes = SampleLanes(
      profile,
      origin: 0,
      limits: SampleLanes.Limits(threads: 5, drawn: 2)
    )
    #expect(lanes.lanes.count == 6 && lanes.places.count == 5)
    #expect(lanes.lanes.count { $0.isDrawn } == 2)
    #expect(lanes.lanes.last?.name == "3 other threads")
    #expect(lanes.lanes.map(\.points.count).reduce(0, +) == 160)
    for (_, place) in lanes.places { #expect(place < 5) }
  }

  @Test func `a page of samples alone has its timeline, and no text of it is markup`() throws {
    let hostile = "</script><script>alert(1)</script><!--<img src=x onerror='a'>"
    var samples = MadeSamples()
    samples.name("<b>worker", thread: 7, at: 1)
    samples.goOn(thread: 7, at: 1)
    samples.run([hostile, "main"], thread: 7, at: 10)
    samples.stop(thread: 7, at: 20)
    let profile = try Self.profile(samples)
    let report = SampleReport(profile, intervals: nil)
    let part = SamplePage(profile, report: report, catalog: nil, clockOffset: nil)
    var page = HTMLPage(title: "Samples")
    try part.addTimeline(to: &page)
    try part.addSections(to: &page, origin: nil)
    let html = page.rendered()
    #expect(!html.contains("<script>alert") && !html.contains("<img") && !html.contains("<!--"))
    #expect(!html.contains("<b>worker"))
    // The data and scripts of the timeline, of samples, their graphs and their table, and three that these share.
    #expect(html.components(separatedBy: "<script").count == 10)
    #expect(!html.contains("http://") && !html.contains("https://"))
    #expect(html.contains("On the processor, by functions"))
  }

  @Test func `the line of a function is the one that ran most`() throws {
    var samples = MadeSamples()
    for time in UInt64(1)...3 { samples.run(["hot", "main"], thread: 7, at: time) }
    let profile = try Self.profile(samples)
    let report = SampleReport(profile, intervals: nil)
    let hot = try #require(report.functions.first { $0.name == "hot" })
    #expect(hot.source == SourceLine(file: "/work/Shop/Sources/Shop.swift", line: 10))
    #expect(hot.source.map { "\($0)" } == "Shop.swift:10")
    // Where a closure begins isn't told besides.
    let closure = "closure 1 in f(), Shop.swift:9"
    #expect(SourceLine.text(closure, at: hot.source) == "closure 1 in f() (Shop.swift:10)")
    #expect(SourceLine.cells(closure, at: hot.source) == ("closure 1 in f()", "Shop.swift:10"))
    #expect(SourceLine.text(closure, at: nil) == closure)
    // It only called.
    #expect(report.functions.first { $0.name == "main" }?.source?.line == 20)
  }
}
