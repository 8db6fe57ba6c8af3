import CProcessor
import Katana

/// The right to call `next` directly: for the thread that runs the middleware, for as long as it does, and
/// not from within `next` (from a listener, or an inner middleware).
///
/// A middleware may keep it and call it later, on any thread.
final class NextCall: Sendable {
  private struct Progress {
    var isOpen = true
    var isInside = false
  }

  private let thread = cprocessor_thread_identity()
  private let progress = OrderedMutex(Progress())

  // SAFETY: only `thread` touches it, and only before or in `end`: `perform` looks at the thread and
  // at `isOpen` first. A later thread of the same identity finds it ended.
  private nonisolated(unsafe) var body: ((any Dispatchable) -> Void)?

  /// Makes it on the thread that will run the middleware.
  init(_ body: @escaping (any Dispatchable) -> Void) {
    unsafe self.body = body
  }

  /// Hands an item on; returns false, and does nothing, where that isn't possible now.
  func perform(_ item: any Dispatchable) -> Bool {
    guard cprocessor_thread_identity() == thread, enter(), let body = unsafe body else { return false }
    body(item)
    progress.withLock { $0.isInside = false }
    return true
  }

  private func enter() -> Bool {
    progress.withLock { progress in
      guard progress.isOpen, !progress.isInside else { return false }
      progress.isInside = true
      return true
    }
  }

  /// Closes it, and lets go of what it refers to.
  func end() {
    progress.withLock { $0.isOpen = false }
    unsafe body = nil
  }
}
