public import Katana

/// A description whose props the store's state completes.
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

  /// Completes props from the state: when the node is made, when its parent gives it props, and in each frame after the store's state
  /// changed in something that the node ``reads(props:)``.
  ///
  /// - Throws: What is wrong; the node keeps its former props.
  static func connect(props: inout PropsType, to storeState: StoreState) throws

  /// The parts of the state that ``connect(props:to:)`` reads with these props; by default, all of it.
  ///
  /// Nodes that read the same part share its comparison. While it is equal, none of them is asked.
  static func reads(props: PropsType) -> StateReads<StoreState>
}

extension ConnectedNodeDescription {
  /// All of the state.
  @inlinable
  public static func reads(props: PropsType) -> StateReads<StoreState> { .everything }
}
