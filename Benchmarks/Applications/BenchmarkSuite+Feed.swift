import BenchmarkHarness
import Foundation
import Katana
import NativeViews

/// Posts of a page.
private let pageLength = 8
/// Pages after which there are as many rows as at the beginning again.
private let pageLimit = 125

extension BenchmarkSuite {
  /// A page for a table of so many rows whose end isn't in sight: from the request to the frame that knows it.
  mutating func addFeedAppend(_ rowCount: Int, bars: [Bar]) {
    add(
      Benchmark(
        "feed-append",
        parameters: ["rows": rowCount],
        floors: ["feed-append-by-hand"],
        bars: bars
      ) {
        let state = try ReaderState.read(rowCount)
        let feed = ShownFeed(state)
        let page = nextPage(after: rowCount)
        let kept = memory(of: feed, beyond: state, page)
        let (created, views) = (feed.stage.created, feed.stage.viewCount)
        return appendingBody(rowCount) {
          feed.append(page)
        } restore: {
          feed.restore(state.rows)
        } verify: { expected in
          let found = feed.store.state.rows.count
          try VerificationError.check("rows", found: found, expected: expected)
          let made = feed.stage.created - created
          try VerificationError.check("nodes that were made", found: made, expected: 0)
          try VerificationError.check("views", found: feed.stage.viewCount, expected: views)
        }
        .reportingMemory { kept }
      }
    )
    add(
      Benchmark("feed-append-by-hand", parameters: ["rows": rowCount], kind: .floor) {
        let stage = ApplicationStage(size: Look.size)
        let feed = try HandWrittenFeed.numbered(rowCount, in: stage.tree)
        let page = nextPage(after: rowCount)
        return appendingBody(rowCount) {
          feed.append(page)
        } restore: {
          feed.restore(rowCount)
        } verify: { expected in
          try VerificationError.check("rows", found: feed.rowCount, expected: expected)
        }
      }
    )
  }

  /// A step of a row through a table of so many, to its end and back again.
  mutating func addFeedScroll(_ rowCount: Int, bars: [Bar]) {
    add(
      Benchmark(
        "feed-scroll",
        parameters: ["rows": rowCount],
        floors: ["feed-scroll-by-hand"],
        bars: bars,
        // A step, for a percentile of single ones.
        sampleDuration: .microseconds(30)
      ) {
        // Its end isn't to ask for a page.
        var state = try ReaderState.read(rowCount)
        state.become(.ended)
        let feed = ShownFeed(state)
        let created = feed.stage.created
        return scrollingBody(feed.stage, rowCount) {
          let made = feed.stage.created - created
          try VerificationError.check("nodes that were made", found: made, expected: 0)
        }
      }
    )
    add(
      Benchmark("feed-scroll-by-hand", parameters: ["rows": rowCount], kind: .peer) {
        let stage = ApplicationStage(size: Look.size)
        let feed = try HandWrittenFeed.numbered(rowCount, in: stage.tree)
        return scrollingBody(stage, rowCount) {
          try VerificationError.check("rows", found: feed.rowCount, expected: rowCount)
        }
      }
    )
  }
}

/// The posts that follow on so many.
func nextPage(after count: Int) -> [Post] { (count..<count + pageLength).map { .numbered($0) } }

extension HandWrittenFeed {
  /// A table of so many posts.
  static func numbered(_ count: Int, in tree: ViewTree) throws -> HandWrittenFeed {
    HandWrittenFeed((0..<count).map { .numbered($0) }, try .onePixel, in: tree)
  }
}

/// Appends pages, of which the first behind the rows of the beginning isn't timed: it copies what it shares with those.
@MainActor
private func appendingBody(
  _ rowCount: Int,
  append: @escaping () -> Void,
  restore: @escaping () -> Void,
  verify: @escaping (_ rowCount: Int) throws -> Void
) -> BenchmarkBody {
  var appended = pageLimit
  return BenchmarkBody(
    runTimed: { iterations, stopwatch in
      for _ in 0..<iterations {
        if appended == pageLimit {
          restore()
          append()
          appended = 1
        }
        stopwatch.start()
        append()
        stopwatch.stop()
        appended += 1
      }
    },
    verify: { _ in try verify(rowCount + appended * pageLength) }
  )
}

/// The bytes that stay on the heap of pages whose rows are gone again: none, unless something is kept of each.
@MainActor
private func memory(of feed: ShownFeed, beyond state: ReaderState, _ page: [Post]) -> Int {
  func appendAndRestore() {
    for _ in 0..<pageLimit { feed.append(page) }
    feed.restore(state.rows)
  }
  // What is made once is there.
  appendAndRestore()
  let before = HeapUsage.mainThreadBytes
  for _ in 0..<8 { appendAndRestore() }
  return max(HeapUsage.mainThreadBytes - before, 0)
}

/// Turns the wheel by a row, to the end and back; the rows in sight are seen, and those beside them aren't.
@MainActor
private func scrollingBody(
  _ stage: ApplicationStage,
  _ rowCount: Int,
  verify: @escaping () throws -> Void
) -> BenchmarkBody {
  // Six rows and a part of another.
  let seen = 7
  var (first, step) = (0, 1)
  return BenchmarkBody(
    run: { iterations in
      for _ in 0..<iterations {
        if !(0...rowCount - seen).contains(first + step) { step = -step }
        first += step
        stage.scroll(by: CGFloat(step) * HandWrittenFeed.rowHeight)
      }
    },
    verify: { _ in
      for (row, isSeen) in [
        (first - 1, false), (first, true), (first + seen - 1, true), (first + seen, false),
      ] {
        let found = stage.tree.label("Post \(row)").exists
        try VerificationError.check("row \(row) is seen", found: found, expected: isSeen)
      }
      try verify()
    }
  )
}

extension ApplicationStage {
  /// Turns a wheel over the table, and makes a frame.
  func scroll(by distance: CGFloat) {
    let event = ScrollEvent(
      at: CGPoint(x: 180, y: 340),
      by: CGSize(width: 0, height: distance)
    )
    tree.handle(.scroll(event))
    tree.flush()
  }
}
