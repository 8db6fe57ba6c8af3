/// An updater whose type is not known, for a slice.
struct ScopedErasedUpdater<Root: State, Slice: State>: PartCarrier {
  let keyPath: any WritableKeyPath<Root, Slice> & Sendable
  let updater: any AnyStateUpdater

  func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? Root else {
      throw StoreError.wrongStateType(
        item: debugDescription,
        expected: "\(Root.self)",
        found: "\(type(of: currentState))"
      )
    }
    try StateUpdate.apply(erased: updater, to: &state[keyPath: keyPath])
    return state
  }

  var debugDescription: String { updater.debugDescription }

  var carriedItem: (any Dispatchable)? { updater.carriedItem ?? updater }

  func carrying(_ item: any Dispatchable) -> any Dispatchable { scoped(updater.carrying(item)) }
}
