import Dispatch
import Synchronization

/// The result of a dispatch in the originals: an object with a queue of its own, on which it is
/// settled and its observers are called.
///
/// Source: docs/semantics/store.md, K9, K32; docs/performance.md, The store.
package final class MiniaturePromise: Sendable {
  private struct Contents {
    var isSettled = false
    var observers: [@Sendable () -> Void] = []
  }

  private let queue = DispatchQueue(label: "promise")
  private let contents = Mutex(Contents())

  init() {}

  /// Notes the result, and tells the observers, each in a job of its own.
  func settle() {
    let observers = queue.sync {
      contents.withLock { contents in
        contents.isSettled = true
        defer { contents.observers = [] }
        return contents.observers
      }
    }
    for observer in observers { queue.async(execute: observer) }
  }

  /// Calls a closure when there is a result; on the promise's queue.
  func observe(_ observer: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      let isSettled = contents.withLock { contents in
        if !contents.isSettled { contents.observers.append(observer) }
        return contents.isSettled
      }
      if isSettled { observer() }
    }
  }

  /// Blocks the thread until there is a result, as the originals' `await` does.
  package func wait() {
    let semaphore = DispatchSemaphore(value: 0)
    observe { semaphore.signal() }
    semaphore.wait()
  }
}
