/// An item that is dispatched when the state changes in a certain way.
public protocol StateObserverDispatchable: Dispatchable {
  /// Makes the item of the states before and after the change, or nothing.
  init?(prevState: any State, currentState: any State)
}

/// An item that is dispatched when a part of the state changes; see
/// `ObserverInterceptor.ObserverType.onChange(of:_:)`.
public protocol ChangeObserverDispatchable<Value>: Dispatchable {
  /// The type of the part.
  associatedtype Value: Sendable

  /// Makes the item of the part before and after the change, or nothing.
  init?(oldValue: Value, newValue: Value)
}
