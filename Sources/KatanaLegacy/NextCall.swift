import Synchronization

/// The right to call `next`, for as long as the middleware that got it runs.
///
/// A middleware may keep it and call it later, on any thread, so there is a lock.
final class NextCall {
  private var body: ((any Dispatchable) -> Void)?
  private let isOpen = Atomic<Bool>(true)

  init(_ body: @escaping (any Dispatchable) -> Void) {
    self.body = body
  }

  /// Hands an item on; returns false, and does nothing, when the middleware has returned.
  ///
  /// The body is touched by the thread that runs the middleware only: others come when it is closed.
  func perform(_ item: any Dispatchable) -> Bool {
    guard isOpen.load(ordering: .acquiring), let body else { return false }
    body(item)
    return true
  }

  /// Closes it, and lets go of what it refers to.
  func end() {
    isOpen.store(false, ordering: .releasing)
    body = nil
  }
}
