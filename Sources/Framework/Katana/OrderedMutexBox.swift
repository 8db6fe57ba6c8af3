/// A mutex that several closures share.
@usableFromInline
final class OrderedMutexBox<Value: Sendable>: Sendable {
  @usableFromInline let mutex: OrderedMutex<Value>

  @inlinable
  init(_ value: Value) {
    mutex = OrderedMutex(value)
  }
}
