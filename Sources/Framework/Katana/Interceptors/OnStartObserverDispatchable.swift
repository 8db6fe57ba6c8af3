/// An item that is dispatched when a store starts.
///
/// Source: SEMANTICS.md, K20, 1.2.
public protocol OnStartObserverDispatchable: Dispatchable {
  /// Makes the item, or nothing.
  init?()
}
