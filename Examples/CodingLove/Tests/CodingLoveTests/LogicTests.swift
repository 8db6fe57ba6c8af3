import Katana
import KatanaTesting
import NativeViews
import Testing

#if canImport(CodingLove)
@testable import CodingLove
#endif

private typealias TestReader = TestStore<ReaderState, ReaderDependencies>

private func makeStore(
  _ service: any PostsService,
  _ clock: TestClock = TestClock()
) -> TestReader {
  TestReader(
    timeout: .seconds(600),
    dependencies: { _, _ in ReaderDependencies(service: service, clock: clock) }
  )
}

private func page(_ number: Int, images: [String: BitmapImage]) -> LoadedPage {
  let page = Page.some(number, of: .newest)
  return LoadedPage(posts: page.posts, images: images, isLast: page.isLast)
}

extension ReaderState {
  /// The ids of its posts, in the order of the rows.
  var ids: [Int] { (0..<rows.count).compactMap { rows[$0]?.id } }
}

struct `Reading a feed` {
  @Test func `a page is fetched with its pictures, and appended`() async throws {
    let service = ScriptedService()
    let store = makeStore(service)
    try await store.send(EnterFeed(feed: .newest)) {
      $0.becomeIdle()
      $0.isReading = true
    }
    store.send(LoadPage())
    try await store.receive(BeginPage(request: 1, isRetry: false)) {
      $0.become(.loading(request: 1, isSlow: false))
    }
    try await store.receive(
      FetchPage(request: 1, feed: .newest, number: 0, knownImages: [])
    )
    try await service.waitForCall(0).answer(.some(0, of: .newest))
    let image = try BitmapImage.tiny
    let added = AddPage(request: 1, page: page(0, images: ["picture": image]))
    try await store.receive(added) {
      for post in Page.some(0, of: .newest).posts { $0.rows.append(post, id: post.id) }
      $0.images = ["picture": image]
      $0.pageCount = 1
      $0.becomeIdle()
    }
    // The next one knows the picture already.
    store.send(LoadPage())
    try await store.receive(BeginPage(request: 2, isRetry: false)) {
      $0.become(.loading(request: 2, isSlow: false))
    }
    try await store.receive(
      FetchPage(request: 2, feed: .newest, number: 1, knownImages: ["picture"])
    )
    try await service.waitForCall(1).fail()
    let reason = "\(ServiceError.scripted)"
    try await store.receive(FailPage(request: 2, reason: reason)) {
      $0.become(.failed(reason: reason))
    }
    try await store.finish()
  }

  @Test func `a slow page is told after a second, and has failed after fifteen`() async throws {
    let (service, clock) = (ScriptedService(), TestClock())
    let store = makeStore(service, clock)
    try await store.store.dispatch(EnterFeed(feed: .newest)).value
    let handle = store.store.dispatch(LoadPage())
    let call = try await service.waitForCall(0)
    await clock.waitForSleepers(1)
    await clock.advance(by: .milliseconds(999))
    #expect(!store.store.state.phase.isSlow)
    await clock.advance(by: .milliseconds(1))
    try await waitUntil { store.store.state.phase.isSlow }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(14))
    try await waitUntil { service.cancelledCount == 1 }
    call.answer(.some(0, of: .newest))
    try await handle.value
    let reason = "page 1 of newest: there was no answer within 15.0 seconds; try again"
    #expect(store.store.state.phase == .failed(reason: reason))
    #expect(store.store.state.ids == [])
  }

  @Test func `leaving cancels, and what comes nonetheless is nobody's`() async throws {
    let service = ScriptedService()
    let store = ReaderStore(service: service, clock: TestClock())
    try await store.dispatch(OpenFeed(feed: .newest)).value
    let handle = store.dispatch(LoadPage())
    let call = try await service.waitForCall(0)
    try await store.dispatch(CloseFeed()).value
    try await waitUntil { service.cancelledCount == 1 }
    #expect(store.state.phase == .idle)
    call.answer(.some(0, of: .newest))
    try await handle.value
    #expect(store.state.ids == [])
    #expect(store.state.phase == .idle)
    // Nobody reads, so nothing is asked for.
    try await store.dispatch(LoadPage()).value
    #expect(service.callCount == 1)
  }

  @Test func `another feed takes the place of the one that is under way`() async throws {
    let service = ScriptedService()
    let store = ReaderStore(service: service, clock: TestClock())
    try await store.dispatch(OpenFeed(feed: .newest)).value
    let first = store.dispatch(LoadPage())
    let old = try await service.waitForCall(0)
    try await store.dispatch(OpenFeed(feed: .best)).value
    try await waitUntil { service.cancelledCount == 1 }
    let second = store.dispatch(LoadPage())
    try await service.waitForCall(1).answer(.some(0, of: .best))
    try await second.value
    old.answer(.some(0, of: .newest))
    try await first.value
    #expect(store.state.ids == [1_000_000, 1_000_001, 1_000_002])
    #expect(store.state.pageCount == 1)
  }

  @Test func `of many that ask at once, one is given the page`() async throws {
    let service = ScriptedService()
    let store = ReaderStore(service: service, clock: TestClock())
    try await store.dispatch(OpenFeed(feed: .newest)).value
    let handles = (0..<50).map { _ in store.dispatch(LoadPage()) }
    try await waitUntil { handles.count(where: \.isFinished) == 49 }
    try await service.waitForCall(0).answer(.some(0, of: .newest))
    for handle in handles { try await handle.value }
    #expect(service.callCount == 1)
    #expect(store.state.ids == [0, 1, 2])
  }

  @Test func `loving a post changes that row alone`() async throws {
    let store = ReaderStore(service: PromptService(count: 20), clock: TestClock())
    try await store.dispatch(OpenFeed(feed: .newest)).value
    try await store.dispatch(LoadPage()).value
    try await store.dispatch(LoveRow(row: 3)).value
    try await store.dispatch(LoveRow(row: 99)).value
    let loved = (0..<8).filter { store.state.rows[$0]?.isLoved == true }
    #expect(loved == [3])
  }
}
