public import Signposts

/// An updater of a slice, as the store of the whole state applies and records it.
///
/// Interceptors, observers and loggers get the carried updater of the slice instead (`Dispatchable.carriedItem`), and traces and
/// descriptions show its name. If an interceptor replaces the slice's updater, the replacement is handled as if it had been dispatched to
/// the same scope: an updater of the slice, or one that fits several states, changes the slice; one of the whole state changes the whole.
public struct ScopedUpdater<Root: State, Updater: StateUpdater>: StateUpdater {
  /// Where the slice is.
  public let keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  /// The updater of the slice.
  public let updater: Updater

  /// Makes an updater of the whole state that changes a slice of it.
  public init(
    _ updater: Updater,
    at keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  ) {
    self.updater = updater
    self.keyPath = keyPath
  }

  /// Changes the slice in place.
  ///
  /// - Throws: What the slice's updater throws.
  public func updateState(_ state: inout Root) throws(Updater.Refusal) {
    try updater.updateState(&state[keyPath: keyPath])
  }

  /// Changes the slice, or leaves it exactly as it was.
  public func apply(to state: inout Root) -> (any Error)? {
    updater.change(&state[keyPath: keyPath])
  }

  /// The description of the slice's updater.
  public var debugDescription: String { updater.debugDescription }

  /// The slice's updater.
  public var carriedItem: (any Dispatchable)? { updater.carriedItem ?? updater }

  /// Carries another item to the same slice, if it is an updater of it.
  public func carrying(_ item: any Dispatchable) -> any Dispatchable {
    let inner = updater.carrying(item)
    if let inner = inner as? Updater { return ScopedUpdater(inner, at: keyPath) }
    return scoped(inner)
  }
}

extension ScopedUpdater: PartCarrier {
  typealias Slice = Updater.StateType
}

extension ScopedUpdater: TraceNamed {
  /// The name of the slice's updater.
  public static var traceName: String {
    (Updater.self as? any TraceNamed.Type)?.traceName ?? String(reflecting: Updater.self)
  }
}

/// An updater of unknown type, for a slice.
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
    try updater.apply(toAny: &state[keyPath: keyPath])
    return state
  }

  var debugDescription: String { updater.debugDescription }

  var carriedItem: (any Dispatchable)? { updater.carriedItem ?? updater }

  func carrying(_ item: any Dispatchable) -> any Dispatchable { scoped(updater.carrying(item)) }
}

/// An updater that carries another to a part of the state.
protocol PartCarrier<Root, Slice>: AnyStateUpdater {
  associatedtype Root: State
  associatedtype Slice: State

  var keyPath: any WritableKeyPath<Root, Slice> & Sendable { get }
}

extension PartCarrier {
  /// An item as if it had been dispatched to the same part: an updater of the part, or one that fits several states, changes the part;
  /// others change the whole state.
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

  /// Dispatches a side effect that replaces the updater to the part.
  func anyDispatch<S: State>(_ item: any Dispatchable, to core: StateCore<S>) {
    if let part = part(of: core) { _ = part.anyDispatch(item) } else { _ = core.anyDispatch(item) }
  }

  /// Runs the carried updater's follow-up, with the part's states and context.
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
