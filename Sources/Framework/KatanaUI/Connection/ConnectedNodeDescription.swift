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
