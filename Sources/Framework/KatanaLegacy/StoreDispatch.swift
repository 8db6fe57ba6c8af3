/// Hands an item to the store; returns at once.
public typealias StoreDispatch = @Sendable (any Dispatchable) -> Void
