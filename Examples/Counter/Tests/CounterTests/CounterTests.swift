import Foundation
import KatanaElements
import KatanaLegacy
import Testing

#if canImport(Counter)
@testable import Counter
#endif

@MainActor
struct `The counter` {
  private func user(count: Int = 0) -> User<Counter> {
    var options = Counter.Options()
    options.count = count
    return User(Counter(options))
  }

  @Test func `its buttons count up and down`() async throws {
    let user = user(count: 3)
    #expect(user.tree.label("Count: 3").exists)
    try await user.perform(user.application.ownSteps)
    #expect(user.tree.label("Count: 4").exists)
    #expect(user.application.store.state.counter == 4)
  }

  @Test func `a click asks one node, and patches what differs`() async throws {
    let user = user()
    let before = user.shown.counts
    try await user.perform(.tap("Increment"))
    #expect(user.shown.counts.connected == before.connected + 1)
    #expect(user.shown.counts.created == before.created)
  }

  @Test func `options that don't fit are told with what to do`() throws {
    func message(_ arguments: String...) -> String? {
      do {
        _ = try Program<Counter>(arguments)
        return nil
      } catch { return "\(error)" }
    }
    #expect(message("--count", "-3", "--headless", "--tap", "Increment") == nil)
    #expect(message("--gtk") == "--gtk: there is no such option; see Counter --help")
    #expect(message("--count", "x")?.hasPrefix("--count x: it isn't a number from") == true)
  }
}
