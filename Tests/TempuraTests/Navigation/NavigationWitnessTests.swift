import Katana
import Synchronization
import Tempura
import Testing

struct `A navigation witness` {
  private enum Screen: String { case home, item }

  @Test func `dispatches what the live one is asked for, and throws what comes of it`() async throws
  {
    let dispatched = Mutex<[String]>([])
    let store = Store<PlainState, EmptySideEffectDependencyContainer>()
    let witness = NavigationWitness.live { item in
      dispatched.withLock { $0.append(item.debugDescription) }
      return store.anyDispatch(item)
    }
    await #expect(throws: NavigatorError.self) { try await witness.show(Screen.home) }
    await #expect(throws: NavigatorError.self) { try await witness.show([Screen.home, .item]) }
    await #expect(throws: NavigatorError.self) { try await witness.hide(Screen.item, atomic: true) }
    await #expect(throws: NavigatorError.self) { try await witness.hide() }
    #expect(
      dispatched.withLock { $0 } == ["Show.home", "Show [home, item]", "Hide.item", "Hide"]
    )
  }

  @Test func `records what the mocked one is asked for, and calls its handlers`() async throws {
    let requests = NavigationRequests()
    let contexts = Mutex<[String]>([])
    let witness = NavigationWitness.mocked(
      appendTo: requests,
      showHandlers: [
        "item": { animated, context in
          contexts.withLock { $0.append("\(animated) \(context as? String ?? "")") }
        }
      ],
      hideHandlers: ["nil": { _, _, _ in throw CancellationError() }]
    )
    try await witness.show(["home", "item"], animated: true, context: "x")
    try await witness.hide("item")
    await #expect(throws: CancellationError.self) { try await witness.hide() }
    #expect(
      requests == [.show(Screen.home), .show(Screen.item), .hide(Screen.item), .hide("nil")]
    )
    #expect(requests.debugDescription == "[show home, show item, hide item, hide nil]")
    #expect(contexts.withLock { $0 } == ["true x"])
  }

  @Test func `throws what an unimplemented one has nothing for`() async throws {
    let witness = NavigationWitness.unimplemented(show: { _, _, _ in })
    try await witness.show("home")
    await #expect(throws: NavigatorError.unimplemented("hide item")) {
      try await witness.hide("item")
    }
    await #expect(throws: NavigatorError.unimplemented("hide the topmost screen")) {
      try await witness.hide()
    }
  }
}
