/// Room for one value, of which only the newest matters.
@usableFromInline
final class LatestValue<Value: Sendable>: Sendable {
  @usableFromInline let value = OrderedMutex<Value?>(nil)

  @inlinable
  init() {}

  /// Puts a value in; returns whether there was none, so that somebody has to be sent for it.
  @inlinable
  func replace(with new: Value) -> Bool {
    // The value that was there goes away outside of the lock.
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    return old == nil
  }

  /// Takes the value out.
  @inlinable
  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
