/// A slice of a store's state, by key path.
struct KeyPathScope<S: State, D: SideEffectDependencyContainer, Slice: State>: StoreScope {
  let parent: Store<S, D>
  let keyPath: any WritableKeyPath<S, Slice> & Sendable

  /// Whether two slices are equal; always false where they can't be compared.
  ///
  /// Found out at run time, so that it doesn't depend on what the caller knows of the type.
  private static func areEqual(_ old: Slice, _ new: Slice) -> Bool {
    guard let type = Slice.self as? any Equatable.Type else { return false }
    return areEqual(old, new, as: type)
  }

  private static func areEqual<E: Equatable>(_ old: Slice, _ new: Slice, as type: E.Type) -> Bool {
    (old as? E) == (new as? E)
  }

  var store: any AnyStore { parent }

  var slice: Slice { parent.core.read(keyPath) }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice {
    parent.core.dispatch(ScopedUpdater(updater, at: keyPath))
  }

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    guard let typed = updater as? any StateUpdater else {
      return parent.core.dispatchErased(ScopedErasedUpdater(keyPath: keyPath, updater: updater))
    }
    return dispatchOpened(typed)
  }

  /// Lets an updater of another state than the slice through to the store, which knows what to do.
  private func dispatchOpened<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    guard let path = keyPath as AnyKeyPath as? WritableKeyPath<S, Updater.StateType> else {
      return parent.core.dispatchErased(updater)
    }
    // SAFETY: it is the same, sendable key path, and `Sendable` has no representation.
    let sendable = unsafe unsafeBitCast(
      path,
      to: (any WritableKeyPath<S, Updater.StateType> & Sendable).self
    )
    return parent.core.dispatch(ScopedUpdater(updater, at: sendable))
  }

  func dispatchEffect(_ effect: any AnySideEffect) -> DispatchHandle<Void> {
    parent.core.dispatchEffect(effect)
  }

  func dispatchEffect<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    parent.core.dispatchEffect(effect)
  }

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    guard let updater = item as? any AnyStateUpdater, !(item is any AnySideEffect) else {
      return parent.core.anyDispatch(item)
    }
    return DispatchHandle(dispatchErased(updater).completion) { completion in
      try completion?.check()
      return ()
    }
  }

  func addListener(
    _ listener: @escaping @Sendable (Slice, Slice) -> Void
  ) -> @Sendable () -> Void {
    parent.addListener { [keyPath] old, new in
      let (old, new) = (old[keyPath: keyPath], new[keyPath: keyPath])
      if !Self.areEqual(old, new) { listener(old, new) }
    }
  }

  func scoped<Inner: State>(
    to inner: any WritableKeyPath<Slice, Inner> & Sendable
  ) -> any StoreScope<Inner> {
    let path = (keyPath as WritableKeyPath<S, Slice>)
      .appending(path: inner as WritableKeyPath<Slice, Inner>)
    // SAFETY: what two sendable key paths capture is sendable, and `Sendable` has no representation.
    let sendable = unsafe unsafeBitCast(path, to: (any WritableKeyPath<S, Inner> & Sendable).self)
    return KeyPathScope<S, D, Inner>(parent: parent, keyPath: sendable)
  }
}
