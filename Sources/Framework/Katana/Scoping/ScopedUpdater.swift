public import Signposts

/// An updater of a slice, as the store of the whole state applies and records it.
///
/// Interceptors, observers and loggers get the slice's updater instead, which it carries
/// (`Dispatchable.carriedItem`), and in traces and descriptions it has that one's name. What an
/// interceptor hands on in the place of the slice's updater is handled as if it had been dispatched to
/// the same scope: an updater of the slice or one that fits several states changes the slice, one of the
/// whole state the whole.
public struct ScopedUpdater<Root: State, Updater: StateUpdater>: StateUpdater {
  /// Where the slice is.
  public let keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  /// What changes the slice.
  public let updater: Updater

  /// Makes an updater of the whole state that changes a slice of it.
  public init(
    _ updater: Updater,
    at keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable
  ) {
    self.updater = updater
    self.keyPath = keyPath
  }

  /// Changes the slice where it lies.
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
