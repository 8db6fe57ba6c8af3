import Katana
import KatanaTesting
import Testing

#if canImport(CodingLove)
@testable import CodingLove
#endif

/// What is to be in the state, by the simplest means: nothing runs at the same time as anything else.
private struct PagingModel: Equatable {
  enum Phase: Equatable {
    case idle, loading, slow, failed, ended
  }

  var isReading = false
  var feed = Feed.newest
  var ids: [Int] = []
  var loved: Set<Int> = []
  var pageCount = 0
  var phase = Phase.idle

  init() {}

  /// What a state has of it.
  init(_ state: ReaderState) {
    (isReading, feed, pageCount) = (state.isReading, state.feed, state.pageCount)
    ids = state.ids
    loved = Set((0..<state.rows.count).filter { state.rows[$0]?.isLoved == true })
    phase =
      switch state.phase {
      case .idle: .idle
      case .loading(_, let isSlow): isSlow ? .slow : .loading
      case .failed: .failed
      case .ended: .ended
      }
  }

  var isLoading: Bool { phase == .loading || phase == .slow }

  /// Whether a request begins.
  func begins(isRetry: Bool) -> Bool {
    isReading && (phase == .idle || phase == .failed && isRetry)
  }

  mutating func open(_ feed: Feed, isFresh: Bool) {
    if feed != self.feed || isFresh {
      (ids, loved, pageCount, phase) = ([], [], 0, .idle)
    } else if !isReading, phase != .ended {
      phase = .idle
    }
    (self.feed, isReading) = (feed, true)
  }

  mutating func add(_ page: Page) {
    ids += page.posts.map(\.id)
    pageCount += 1
    phase = page.isLast ? .ended : .idle
  }
}

/// Numbers that look like chance, the same ones for the same seed.
private struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}

/// A store, what is to be in it, and the requests that are on their way.
private final class PagingRun {
  private typealias Request = (handle: DispatchHandle<Void>, call: ScriptedService.Call)

  private let service = ScriptedService()
  private let clock = TestClock()
  private let store: ReaderStore
  private var model = PagingModel()
  private var chance: Chance
  private var current: Request?
  /// Requests that nobody waits for, and that the service answers nonetheless, some time.
  private var stale: [Request] = []
  private var answered = 0
  private(set) var log: [String] = []

  init(seed: UInt64) {
    chance = Chance(state: seed)
    store = ReaderStore(service: service, clock: clock)
  }

  private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

  /// Does something, and compares.
  func step() async throws {
    let name = try await act()
    log.append("\(name): \(model)")
    let found = PagingModel(store.state)
    if found != model { throw Difference(expected: model, found: found) }
  }

  private func act() async throws -> String {
    switch pick(20) {
    case 0..<4:
      try await load(isRetry: false)
      return "scroll to the end"
    case 4..<7:
      try await load(isRetry: true)
      return "retry"
    case 7..<11:
      guard let request = current else { return "-" }
      let page = Page.some(model.pageCount, of: model.feed, count: 15)
      // A page that is asked for is the next one of what is read, never one that is there.
      #expect(request.call.number == model.pageCount && request.call.feed == model.feed)
      current = nil
      request.call.answer(page)
      try await request.handle.value
      model.add(page)
      return "an answer"
    case 11..<13:
      guard let request = current else { return "-" }
      current = nil
      request.call.fail()
      try await request.handle.value
      model.phase = .failed
      return "a failure"
    case 13: return try await becomeSlow()
    case 14: return try await takeTooLong()
    case 15:
      let wasLoading = model.isLoading
      if wasLoading { model.phase = .failed }
      try await store.dispatch(StopLoading()).value
      leaveBehind(wasLoading)
      return "stop"
    case 16:
      let wasLoading = model.isLoading
      model.isReading = false
      if wasLoading { model.phase = .idle }
      try await store.dispatch(CloseFeed()).value
      leaveBehind(wasLoading)
      return "leave"
    case 17:
      let (feed, isFresh) = (Feed.allCases[pick(2)], pick(3) == 0)
      let wasLoading = model.isLoading
      model.open(feed, isFresh: isFresh)
      try await store.dispatch(OpenFeed(feed: feed, isFresh: isFresh)).value
      leaveBehind(wasLoading && !model.isLoading)
      return "open \(feed), fresh: \(isFresh)"
    case 18:
      guard !stale.isEmpty else { return "-" }
      try await end(stale.remove(at: pick(stale.count)))
      return "a late answer"
    default:
      let row = pick(16)
      if model.ids.indices.contains(row) { model.loved.formSymmetricDifference([row]) }
      try await store.dispatch(LoveRow(row: row)).value
      return "love \(row)"
    }
  }

  private func load(isRetry: Bool) async throws {
    let (begins, calls) = (model.begins(isRetry: isRetry), service.callCount)
    let handle = store.dispatch(LoadPage(isRetry: isRetry))
    if begins {
      current = (handle, try await service.waitForCall(calls))
      model.phase = .loading
    } else {
      // Somebody else does it, or nobody may.
      try await handle.value
      #expect(service.callCount == calls)
    }
  }

  private func becomeSlow() async throws -> String {
    guard current != nil, model.phase == .loading else { return "-" }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    try await waitUntil { store.state.phase.isSlow }
    model.phase = .slow
    return "a second without an answer"
  }

  private func takeTooLong() async throws -> String {
    guard let request = current, model.phase == .slow else { return "-" }
    await clock.waitForSleepers(1)
    let cancelled = service.cancelledCount
    await clock.advance(by: .seconds(14))
    // It gives up; the service's task is ended before it says so.
    try await waitUntil { service.cancelledCount > cancelled }
    current = nil
    try await end(request)
    model.phase = .failed
    return "too long without an answer"
  }

  /// Takes note that nobody waits for a request any more; it may be answered later.
  private func leaveBehind(_ isStale: Bool) {
    guard isStale, let request = current else { return }
    current = nil
    stale.append(request)
  }

  /// Has the service answer a request that was given up.
  private func end(_ request: Request) async throws {
    if pick(2) == 0 {
      request.call.answer(.some(request.call.number, of: request.call.feed))
    } else {
      request.call.fail()
    }
    try await request.handle.value
  }

  /// Reads the feed to its end, and confirms that each post is there once, in order.
  func finish() async throws {
    for request in stale { try await end(request) }
    stale = []
    try await store.dispatch(OpenFeed(feed: .best)).value
    model.open(.best, isFresh: false)
    if let request = current, !model.isLoading {
      current = nil
      try await end(request)
    }
    while model.phase != .ended {
      if current == nil { try await load(isRetry: true) }
      guard let request = current else { throw WaitedTooLong() }
      let page = Page.some(model.pageCount, of: model.feed, count: 15)
      current = nil
      request.call.answer(page)
      try await request.handle.value
      model.add(page)
    }
    #expect(store.state.ids == Array(1_000_000..<1_000_015))
    #expect(PagingModel(store.state) == model)
    #expect(store.isIdle)
  }
}

private struct Difference: Error, CustomStringConvertible {
  let expected: PagingModel
  let found: PagingModel

  var description: String { "expected \(expected), found \(found)" }
}

struct `Paging by chance` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `no page is loaded twice, none is out of order, and no row is lost`(
    seed: UInt64
  ) async throws {
    let run = PagingRun(seed: seed)
    do {
      for _ in 0..<150 { try await run.step() }
      try await run.finish()
    } catch {
      Issue.record("seed \(seed): \(error)\n\(run.log.suffix(12).joined(separator: "\n"))")
    }
  }
}
