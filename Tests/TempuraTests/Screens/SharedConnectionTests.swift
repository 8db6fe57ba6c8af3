import Katana
import Testing

@testable import Tempura

private struct Part: State, Equatable {
  var number = 0
}

private struct Parts: State {
  var left = Part()
  var right = Part()
}

private struct Whole: State {
  var parts = Parts()
}

@MainActor
struct `what screens share` {
  private typealias Whole = Store<TempuraTests.Whole, Dependencies>

  @Test func `is the same for one part of one store, however often the part is made`() {
    let (store, other) = (Whole(), Whole())
    let parts = AnyScreenConnection.of(store.scope(\.parts))
    #expect(AnyScreenConnection.of(store.scope(\.parts)) === parts)
    #expect(AnyScreenConnection.of(store.scope(\.parts) { _ in NoDependencies() }) === parts)
    #expect(AnyScreenConnection.of(other.scope(\.parts)) !== parts)
    let left = AnyScreenConnection.of(store.scope(\.parts.left))
    #expect(AnyScreenConnection.of(store.scope(\.parts).scope(\.left)) === left)
    #expect(AnyScreenConnection.of(store.scope(\.parts.right)) !== left)
  }

  private struct NoDependencies: SideEffectDependencyContainer {
    init() {}
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }
}
