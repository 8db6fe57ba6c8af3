import Synchronization

/// A `Mutex` that ThreadSanitizer understands; the same as Katana's, which this module must not import.
///
/// The standard library's locks live in a binary that isn't instrumented: the atomic says in words that
/// are that each section comes after another.
struct OrderedMutex<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let lastSection = Atomic<UInt8>(0)

  /// Makes a mutex around a value.
  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls `body` while no other thread is in a section of this mutex.
  borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = lastSection.load(ordering: .acquiring)
      defer { lastSection.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
