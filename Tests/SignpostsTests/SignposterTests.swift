import Signposts
import Testing

/// What can be seen without a recording; HamonTests counts what is recorded.
@Suite struct SignposterTests {
  private struct Failure: Error {}
  private let signposter = Signposter(subsystem: "test", category: "unrecorded")

  @Test func `ids are unique`() async {
    let ids = await withTaskGroup(of: [SignpostID].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<1000).map { _ in signposter.makeSignpostID() } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(ids).count == 8000)
    #expect(!ids.contains(.none))
  }

  @Test func `without a recording nothing is enabled, begun or evaluated`() {
    var wasEvaluated = false
    func message() -> String {
      wasEvaluated = true
      return "expensive"
    }
    #expect(!signposter.isEnabled)
    let state = signposter.beginInterval("work")
    #expect(state.id == .none)
    signposter.endInterval("work", state)
    signposter.emitEvent("event", message())
    #expect(signposter.withIntervalSignpost(named: message()) { 42 } == 42)
    #expect(!wasEvaluated)
    #expect(!Signposter.disabled.isEnabled)
  }

  @Test func `a body's result and error come through`() async throws {
    #expect(signposter.withIntervalSignpost("work") { 42 } == 42)
    #expect(throws: Failure.self) {
      try signposter.withIntervalSignpost("work") { throw Failure() }
    }
    let value = await signposter.withIntervalSignpost("work") {
      await Task.yield()
      return "later"
    }
    #expect(value == "later")
    let name = "work that was named as the program ran"
    #expect(throws: Failure.self) {
      try signposter.withIntervalSignpost(named: name) { throw Failure() }
    }
    let named = await signposter.withIntervalSignpost(named: name) {
      await Task.yield()
      return name
    }
    #expect(named == name)
    await #expect(throws: Failure.self) {
      try await signposter.withIntervalSignpost("work") {
        await Task.yield()
        throw Failure()
      }
    }
  }
}
