/// A store, or a part of one, without its other types: what scoped stores and the contexts of side effects work on.
protocol StoreScope<Slice>: Sendable {
  associatedtype Slice: State

  var slice: Slice { get }

  /// An identity that all scopes of the same part of the same store share.
  var identity: StoreIdentity { get }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func suspendingDispatch<Updater: StateUpdater>(_ updater: Updater) async -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  func startEffect(_ effect: any AnySideEffect) -> EffectRun

  /// Starts side effects of the whole store; `nil` for a part of one, which may have its own context.
  var wholeStore: (any EffectStarter)? { get }

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  func addListener(_ listener: @escaping @Sendable (Slice, Slice) -> Void) -> @Sendable () -> Void

  /// Makes a part of this part.
  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: any SideEffectDependencyContainer
  ) -> any StoreScope<Inner>
}

extension StateCore: StoreScope {
  var wholeStore: (any EffectStarter)? { self }

  var slice: S { snapshot() }

  var identity: StoreIdentity { StoreIdentity(core: self, keyPath: nil) }

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    dispatchErased(updater, from: 0)
  }

  func startEffect(_ effect: any AnySideEffect) -> EffectRun {
    startEffect(effect, in: nil, from: 0)
  }

  func addListener(_ listener: @escaping @Sendable (S, S) -> Void) -> @Sendable () -> Void {
    addListener(.pair(listener))
  }

  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<S, Inner> & Sendable,
    dependencies: any SideEffectDependencyContainer
  ) -> any StoreScope<Inner> {
    KeyPathScope(core: self, keyPath: keyPath, dependencies: dependencies)
  }
}

/// Distinguishes a store or a part of one from all others; valid while the store exists.
package struct StoreIdentity: Hashable, Sendable {
  private let core: ObjectIdentifier
  private let keyPath: (any AnyKeyPath & Sendable)?

  init(core: AnyObject, keyPath: (any AnyKeyPath & Sendable)?) {
    (self.core, self.keyPath) = (ObjectIdentifier(core), keyPath)
  }

  package static func == (left: StoreIdentity, right: StoreIdentity) -> Bool {
    left.core == right.core && left.keyPath == right.keyPath
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(core)
    hasher.combine(keyPath)
  }
}

struct KeyPathScope<S: State, Slice: State>: StoreScope {
  let core: StateCore<S>
  let keyPath: any WritableKeyPath<S, Slice> & Sendable
  /// The dependencies of the part's side effects.
  let dependencies: any SideEffectDependencyContainer

  var wholeStore: (any EffectStarter)? { nil }

  /// Whether two slices are equal; always false if they can't be compared.
  ///
  /// Determined at run time, so that it doesn't depend on what the caller knows of the type.
  private static func areEqual(_ old: Slice, _ new: Slice) -> Bool {
    func isEqual<E: Equatable>(_ old: E) -> Bool { old == new as? E }
    return (old as? any Equatable).map { isEqual($0) } ?? false
  }

  var slice: Slice { core.read(keyPath) }

  var identity: StoreIdentity { StoreIdentity(core: core, keyPath: keyPath) }

  /// The context of the part's side effects.
  var context: any AnySideEffectContext { makeContext(dependencies) }

  private func makeContext<D: SideEffectDependencyContainer>(
    _ dependencies: D
  ) -> any AnySideEffectContext {
    SideEffectContext<Slice, D>(self, dependencies: dependencies)
  }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice {
    core.dispatch(ScopedUpdater(updater, at: keyPath))
  }

  func suspendingDispatch<Updater: StateUpdater>(_ updater: Updater) async -> DispatchHandle<Void>
  where Updater.StateType == Slice {
    await core.suspendingDispatch(ScopedUpdater(updater, at: keyPath))
  }

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    core.dispatchErased(Self.updater(updater, at: keyPath) ?? updater)
  }

  /// The updater that changes the slice by an item; `nil` if the item is no updater, or one of another state than the slice, which the
  /// store handles.
  static func updater(
    _ item: any Dispatchable,
    at keyPath: any WritableKeyPath<S, Slice> & Sendable
  ) -> (any AnyStateUpdater)? {
    guard let updater = item as? any AnyStateUpdater else { return nil }
    guard let typed = updater as? any StateUpdater else {
      return ScopedErasedUpdater(keyPath: keyPath, updater: updater)
    }
    return opened(typed, at: keyPath)
  }

  private static func opened<Updater: StateUpdater>(
    _ updater: Updater,
    at keyPath: any WritableKeyPath<S, Slice> & Sendable
  ) -> (any AnyStateUpdater)? {
    guard let path = keyPath as AnyKeyPath as? WritableKeyPath<S, Updater.StateType> else {
      return nil
    }
    // SAFETY: it is the same, sendable key path, and `Sendable` has no representation.
    let sendable = unsafe unsafeBitCast(
      path,
      to: (any WritableKeyPath<S, Updater.StateType> & Sendable).self
    )
    return ScopedUpdater(updater, at: sendable)
  }

  /// Starts a side effect: in the part's context if its state is the slice, else in the store's.
  func startEffect(_ effect: any AnySideEffect) -> EffectRun {
    guard let typed = effect as? any SideEffect else { return core.startEffect(effect) }
    let context = context
    return core.startEffect(effect, in: typed.fits(context) ? context : nil)
  }

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    switch item.dispatchRole {
    case .updater(let updater): DispatchHandle(dispatchErased(updater).completion)
    case .sideEffect(let effect): DispatchHandle(startEffect(effect))
    case .invalid: core.anyDispatch(item)
    }
  }

  func addListener(
    _ listener: @escaping @Sendable (Slice, Slice) -> Void
  ) -> @Sendable () -> Void {
    core.addListener(
      .pair { [keyPath] old, new in
        let (old, new) = (old[keyPath: keyPath], new[keyPath: keyPath])
        if !Self.areEqual(old, new) { listener(old, new) }
      }
    )
  }

  func scoped<Inner: State>(
    to inner: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: any SideEffectDependencyContainer
  ) -> any StoreScope<Inner> {
    let path = (keyPath as WritableKeyPath<S, Slice>)
      .appending(path: inner as WritableKeyPath<Slice, Inner>)
    // SAFETY: what two sendable key paths capture is sendable, and `Sendable` has no representation.
    let sendable = unsafe unsafeBitCast(path, to: (any WritableKeyPath<S, Inner> & Sendable).self)
    return KeyPathScope<S, Inner>(
      core: core,
      keyPath: sendable,
      dependencies: dependencies
    )
  }
}
