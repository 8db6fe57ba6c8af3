/// An item that is dispatched when the state changes in a certain way.
public protocol StateObserverDispatchable: Dispatchable {
  /// Makes the item of the states before and after the change, or nothing.
  init?(prevState: any State, currentState: any State)
}
