import Katana
import KatanaTesting
import Testing

#if canImport(PokeAnimations)
@testable import PokeAnimations
#endif

@Suite(.locatedTestStoreErrors)
struct `The logic of the slides` {
  private let clock = TestClock()

  private func store(
    _ state: SlidesState = SlidesState()
  ) -> TestStore<SlidesState, SlidesDependencies> {
    let clock = clock
    return TestStore(
      timeout: .seconds(600),
      dependencies: { _, _ in SlidesDependencies(clock: clock) },
      initialState: state
    )
  }

  private func pass(_ duration: Duration) async {
    await clock.waitForSleepers(1)
    await clock.advance(by: duration)
  }

  @Test func `slides have their order`() {
    #expect(Slide.first.previous == nil)
    #expect(Slide.hill.next == .rain)
    #expect(Slide.party.next == nil)
    #expect(Slide.party.previous == .growth)
  }

  @Test func `slides play to the last, one each two seconds`() async throws {
    let store = store()
    store.send(Play())
    try await store.receive(BeginPlaying()) { ($0.isPlaying, $0.playCount) = (true, 1) }
    await pass(Play.pause)
    try await store.receive(Advance(playCount: 1)) { $0.slide = .rain }
    await pass(Play.pause)
    try await store.receive(Advance(playCount: 1)) { $0.slide = .growth }
    await pass(Play.pause)
    try await store.receive(Advance(playCount: 1)) { ($0.slide, $0.isPlaying) = (.party, false) }
    try await store.finish()
  }

  @Test func `whoever chooses a slide stops it from playing`() async throws {
    let store = store()
    store.send(Play())
    try await store.receive(BeginPlaying()) { ($0.isPlaying, $0.playCount) = (true, 1) }
    // Before, what plays might not begin to wait at all.
    await clock.waitForSleepers(1)
    try await store.send(ShowSlide(slide: .growth)) { ($0.slide, $0.isPlaying) = (.growth, false) }
    await pass(Play.pause)
    try await store.receive(Advance(playCount: 1))
    try await store.finish()
  }

  @Test func `playing that was stopped doesn't go on with the next`() async throws {
    let store = store()
    store.send(Play())
    try await store.receive(BeginPlaying()) { ($0.isPlaying, $0.playCount) = (true, 1) }
    await clock.waitForSleepers(1)
    try await store.send(StopPlaying()) { $0.isPlaying = false }
    await clock.advance(by: .seconds(1))
    store.send(Play())
    try await store.receive(BeginPlaying()) { ($0.isPlaying, $0.playCount) = (true, 2) }
    await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    try await store.receive(Advance(playCount: 1))
    await clock.advance(by: .seconds(1))
    try await store.receive(Advance(playCount: 2)) { $0.slide = .rain }
    try await store.send(StopPlaying()) { $0.isPlaying = false }
    await pass(Play.pause)
    try await store.receive(Advance(playCount: 2))
    try await store.finish()
  }

  @Test func `playing begins anew after the last`() async throws {
    let store = store(SlidesState(slide: .party))
    try await store.send(BeginPlaying()) {
      ($0.slide, $0.isPlaying, $0.playCount) = (.hill, true, 1)
    }
    try await store.finish()
  }
}
