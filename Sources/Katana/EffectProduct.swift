/// What the body of a side effect returned, if it ran.
final class EffectProduct: Sendable {
  private let product = OrderedMutex<(any Sendable)?>(nil)

  func set(_ value: any Sendable) {
    product.withLock { $0 = value }
  }

  /// The value in the type that the handle promises.
  ///
  /// - Throws: `StoreError.noValue` if an interceptor has seen to it that there is none.
  func value<Value: Sendable>(of effect: any AnySideEffect) throws -> Value {
    let value = product.withLock { $0 }
    if let value = value as? Value { return value }
    // Side effects without a value are finished also where they were dropped.
    if let none = () as? Value { return none }
    throw StoreError.noValue(item: effect.debugDescription, expected: "\(Value.self)")
  }
}
