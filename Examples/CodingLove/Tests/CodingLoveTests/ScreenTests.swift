import Foundation
import Katana
import KatanaElements
import KatanaTesting
import NativeViews
import Testing

#if canImport(CodingLove)
@testable import CodingLove
#endif

@MainActor
struct `Screens of the reader` {
  /// Makes a store that isn't hurried by a busy machine.
  private func makeStore(_ service: any PostsService) -> ReaderStore {
    ReaderStore(service: service, patience: Patience(notice: .seconds(600), end: .seconds(900)))
  }

  private func start(
    _ store: ReaderStore,
    size: CGSize = Look.size
  ) async throws -> User<ReaderApplication> {
    try await User.begin(ReaderApplication(store), size: size)
  }

  private func start(_ service: any PostsService) async throws -> User<ReaderApplication> {
    try await start(makeStore(service))
  }

  private func tree(_ user: User<ReaderApplication>) -> ViewTree { user.tree }
  private func store(_ user: User<ReaderApplication>) -> ReaderStore { user.application.store }

  @Test func `the end of the table asks for page after page`() async throws {
    let user = try await start(PromptService(count: 30))
    #expect(tree(user).label("What programmers feel").exists)
    try await user.perform(.tap("Read"))
    // One page fills the screen, so that the end isn't in sight.
    #expect(store(user).state.rows.count == 8)
    #expect(tree(user).label("Post 0").exists)
    for count in [16, 24, 30] {
      try await user.perform(.own(.scrollToEnd))
      #expect(store(user).state.rows.count == count)
    }
    try await user.perform(.own(.scrollToEnd))
    #expect(tree(user).label("That was all: 30 posts.").exists)
    #expect(tree(user).label("Post 29").exists)
    #expect(store(user).state.ids == Array(0..<30))
    try await user.perform(.tap("Top"))
    #expect(tree(user).label("Post 0").exists)
    try await user.perform(.tap("Back"))
    #expect(tree(user).label("30 posts are here").exists)
  }

  @Test func `pages are loaded until the window is full`() async throws {
    let store = makeStore(PromptService(count: 100, pageLength: 2))
    let user = try await start(store, size: CGSize(width: 360, height: 1000))
    try await user.perform(.tap("Read"))
    // 948 points of table, 96 a row: the tenth row is seen in part, and with it no end of the table.
    #expect(store.state.rows.count == 10)
  }

  @Test func `a row is tapped, and shows that it is loved`() async throws {
    let user = try await start(PromptService(count: 30))
    try await user.perform(.tap("Read"))
    #expect(!tree(user).label("loved").exists)
    try await user.perform(.tap("Post 2"))
    #expect(tree(user).label("loved").count == 1)
    try await user.perform(.tap("Post 2"))
    #expect(!tree(user).label("loved").exists)
  }

  @Test func `a page that fails is tried again, and a slow one is stopped`() async throws {
    let (service, clock) = (ScriptedService(), TestClock())
    let store = ReaderStore(service: service, clock: clock)
    let user = try await start(store)
    try await user.tap("Read")
    // By hand: `perform` would wait for an answer that this test has to give.
    try await user.see("Loading")
    try await service.waitForCall(0).fail()
    try await user.see("the test: it has said so")
    try await user.tap("Retry")
    let slow = try await service.waitForCall(1)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    try await user.see("This takes longer")
    try await user.tap("Stop")
    try await user.see("Stopped.")
    slow.answer(.some(0, of: .newest))
    try await user.rest()
    #expect(store.state.ids == [])
    try await user.tap("Retry")
    try await service.waitForCall(2).answer(.some(0, of: .newest, length: 8, count: 8))
    try await user.see("Post 5")
    try await user.rest()
    #expect(store.state.ids == Array(0..<8))
    #expect(service.callCount == 3)
  }

  @Test func `leaving the screen cancels, and coming back goes on where it was`() async throws {
    let service = ScriptedService()
    let store = makeStore(service)
    let user = try await start(store)
    try await user.tap("Read")
    // Frames are made by hand: the end of the table asks when it is shown.
    try await user.see("Loading")
    try await service.waitForCall(0).answer(.some(0, of: .newest, length: 8))
    try await user.rest()
    try user.scroll(by: 10_000)
    let call = try await service.waitForCall(1)
    try await user.tap("Back")
    try await user.see("8 posts are here")
    try await waitUntil { service.cancelledCount == 1 }
    call.answer(.some(1, of: .newest, length: 8))
    try await user.rest()
    #expect(store.state.ids == Array(0..<8))
    try await user.tap("Read")
    try await user.rest()
    #expect(service.callCount == 2)
    try user.scroll(by: 10_000)
    let again = try await service.waitForCall(2)
    #expect(again.number == 1)
    again.answer(.some(1, of: .newest, length: 8))
    try await user.rest()
    #expect(store.state.ids == Array(0..<16))
  }

  @Test func `as many cells are made for 10,000 rows as for 20`() async throws {
    let store = makeStore(PromptService(count: 10_016, pageLength: 8))
    let user = try await start(store)
    try await user.perform(.tap("Read"))
    for _ in 0..<2 {
      try await user.perform(.own(.scrollToEnd))
      try await user.perform(.own(.scroll(rows: -2)))
    }
    let rows = tree(user).query(role: .row)
    let (views, made) = (rows.count, user.shown.counts.created)
    // Appended while nobody looks at the end.
    for number in store.state.pageCount..<1_252 {
      try await store.dispatch(LoadPage()).value
      if number % 100 == 0 { try await user.rest() }
    }
    try await user.rest()
    #expect(store.state.rows.count == 10_016)
    #expect(user.shown.counts.created == made)
    // A cell is made where one more is seen than before, and else used for another row.
    var (seen, more) = (rows.count, 0)
    for _ in 0..<1_000 {
      try user.scroll(by: 7 * Look.rowHeight + 5)
      #expect(rows.count <= views + 1)
      more += max(rows.count - seen, 0)
      seen = rows.count
    }
    let nodesOfACell = 6
    #expect(user.shown.counts.created == made + nodesOfACell * more)
    #expect(tree(user).query(role: .label, containing: "Post 7").exists)
  }

  @Test func `a script has steps of its own, and mistakes are told with what to do`() throws {
    func message(_ arguments: String...) -> String? {
      do {
        _ = try Program<ReaderApplication>(arguments)
        return nil
      } catch { return "\(error)" }
    }
    let script = ["--tap", "Read", "--end", "--scroll", "-2", "--see", "Post", "--answer"]
    #expect(throws: Never.self) { try Program<ReaderApplication>(["--headless"] + script) }
    #expect(message("--end")?.hasPrefix("a script: a window has a user") == true)
    #expect(message("--scroll", "far")?.hasPrefix("--scroll far: it isn't a number from") == true)
    #expect(message("--see") == "--see: its value is missing; see CodingLove --help")
    #expect(message("--posts", "-1")?.hasPrefix("--posts -1: it isn't a number from 0") == true)
  }
}
