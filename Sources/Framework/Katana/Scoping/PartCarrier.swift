/// An updater that carries another to a part of the state.
protocol PartCarrier<Root, Slice>: AnyStateUpdater {
  associatedtype Root: State
  associatedtype Slice: State

  /// Where the part is.
  var keyPath: any WritableKeyPath<Root, Slice> & Sendable { get }
}

extension PartCarrier {
  /// An updater as if it had been dispatched to the same part: of the part, if its state is that, else of
  /// the whole state; one that fits several states is of the part.
  func scoped(_ item: any Dispatchable) -> any Dispatchable {
    KeyPathScope<Root, Slice>.updater(item, at: keyPath) ?? item
  }

  /// The part of the store that handles the updater, with the store's dependencies.
  private func part<S: State>(of core: StateCore<S>) -> KeyPathScope<Root, Slice>? {
    guard let core = core as? StateCore<Root>,
      let context = core.runtime.context.withLock({ $0 })
    else { return nil }
    return KeyPathScope(
      core: core,
      keyPath: keyPath,
      dependencies: context.anyDependencies
    )
  }

  /// Hands a side effect that an interceptor has put in the updater's place to the part.
  func anyDispatch<S: State>(_ item: any Dispatchable, to core: StateCore<S>) {
    if let part = part(of: core) { _ = part.anyDispatch(item) } else { _ = core.anyDispatch(item) }
  }

  /// Does what the carried updater has to do after its change, with the part's states and context.
  func followUp<S: State>(
    _ followed: any UpdaterWithFollowUp,
    previousState: S,
    currentState: S,
    in core: StateCore<S>
  ) {
    guard let previous = previousState as? Root, let current = currentState as? Root,
      let part = part(of: core)
    else { return }
    followed.followUp(
      previousState: previous[keyPath: keyPath],
      currentState: current[keyPath: keyPath],
      in: part.context
    )
  }
}
