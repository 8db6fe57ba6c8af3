public import Synchronization

/// A `Mutex` that ThreadSanitizer understands.
///
/// The standard library's locks are in a binary that isn't instrumented. So ThreadSanitizer doesn't see that one critical section happens
/// after another, and reports false races. Each section therefore reads an atomic at its start and writes it at its end, which is
/// instrumented; on x86-64 and ARM64 that costs two plain moves.
@usableFromInline
package struct OrderedMutex<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let lastSection = Atomic<UInt8>(0)

  /// Makes a mutex around a value.
  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls `body` while no other thread is in a section of this mutex.
  @inlinable
  package borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = lastSection.load(ordering: .acquiring)
      defer { lastSection.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
