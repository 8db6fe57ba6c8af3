public import Katana

/// A part of the state of a store whose type its readers don't know; read in each update, and not kept.
@usableFromInline
struct StatePart<Value: Sendable>: Sendable {
  @usableFromInline let keyPath: any AnyKeyPath & Sendable
  @usableFromInline let stateName: String
  @usableFromInline let read: @MainActor @Sendable (AnyStoreConnection) -> Value?
  @usableFromInline let subscribe:
    @MainActor @Sendable (AnyStoreConnection, AnyNode) -> [Subscription]?
}

extension StatePart {
  @inlinable
  init<S: State>(_ keyPath: any KeyPath<S, Value> & Sendable) {
    self.keyPath = keyPath
    stateName = "\(S.self)"
    read = { ($0 as? StoreConnection<S>)?.read(keyPath) }
    // Being asked costs less than comparing the part to decide whether to ask.
    subscribe = { ($0 as? StoreConnection<S>)?.subscribe($1, to: .everything) }
  }

  /// A value made from the part.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> StatePart<Other> {
    StatePart<Other>(
      keyPath: keyPath,
      stateName: stateName,
      read: { [read] in read($0).map(transform) },
      subscribe: subscribe
    )
  }
}
