/// Something that can be handed to a store.
public protocol Dispatchable: Sendable {}
