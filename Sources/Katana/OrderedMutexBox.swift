/// A mutex that several closures share.
final class OrderedMutexBox<Value: Sendable>: Sendable {
  let mutex: OrderedMutex<Value>

  init(_ value: Value) {
    mutex = OrderedMutex(value)
  }
}
