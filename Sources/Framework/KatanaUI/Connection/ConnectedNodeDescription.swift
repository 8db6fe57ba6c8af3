public import Katana

/// A description whose props are completed by the store's state.
///
///     struct CounterScreen: ConnectedNodeDescription {
///       var props: CounterScreenProps
///       static func connect(props: inout CounterScreenProps, to storeState: CounterState) {
///         props.count = storeState.counter
///       }
///     }
///
/// Source: docs/semantics/ui.md, U11.
public protocol ConnectedNodeDescription: NodeDescription {
  /// The state of the store.
  associatedtype StoreState: State

  /// Completes props by the state: when the node is made, when its parent gives it props, and in each frame before which
  /// the store's state has changed in something that the node ``reads(props:)``.
  ///
  /// - Throws: What is wrong; the props are then those before.
  static func connect(props: inout PropsType, to storeState: StoreState) throws

  /// The parts of the state that ``connect(props:to:)`` reads with these props; unless it is said, all of it.
  ///
  /// Nodes that read the same part share its comparison, and none of them is asked while it is equal.
  static func reads(props: PropsType) -> StateReads<StoreState>
}

extension ConnectedNodeDescription {
  /// All of the state.
  @inlinable
  public static func reads(props: PropsType) -> StateReads<StoreState> { .everything }
}

/// The parts of a state that a node reads.
public struct StateReads<S: State>: Sendable {
  /// A part, and how it is compared.
  @usableFromInline
  struct Part: Sendable {
    @usableFromInline let keyPath: any AnyKeyPath & Sendable
    /// Which value of a collection it is.
    @usableFromInline let id: (any Hashable & Sendable)?
    @usableFromInline let makeComparison: @Sendable () -> PartComparison<S>

    @inlinable
    init(
      _ keyPath: any AnyKeyPath & Sendable,
      id: (any Hashable & Sendable)? = nil,
      _ make: @escaping @Sendable () -> PartComparison<S>
    ) {
      (self.keyPath, self.id) = (keyPath, id)
      makeComparison = make
    }
  }

  /// The parts, or `nil` where it may be anything.
  @usableFromInline let parts: [Part]?

  @inlinable
  init(parts: [Part]?) { self.parts = parts }

  /// Anything: the node is asked whenever the state has changed.
  @inlinable public static var everything: StateReads { StateReads(parts: nil) }

  /// Nothing: the node is asked when it is made and when it gets other props.
  @inlinable public static var nothing: StateReads { StateReads(parts: []) }

  /// A part, which is kept until it has changed; an array that updates change should be one of `Entities`, for it would be
  /// copied.
  @inlinable
  public static func part<Value: Equatable & Sendable>(
    _ keyPath: any KeyPath<S, Value> & Sendable
  ) -> StateReads {
    StateReads(parts: [Part(keyPath) { ValueComparison(keyPath) }])
  }

  /// What both read.
  @inlinable
  public func and(_ other: StateReads) -> StateReads {
    guard let parts, let others = other.parts else { return .everything }
    return StateReads(parts: parts + others)
  }
}
