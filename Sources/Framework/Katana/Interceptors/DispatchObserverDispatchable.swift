/// An item that is dispatched when another item was handled.
public protocol DispatchObserverDispatchable: Dispatchable {
  /// Makes the item of the other and of the states around it, or nothing.
  init?(dispatchedItem: any Dispatchable, prevState: any State, currentState: any State)
}
