import Dispatch
import Katana
import StoreWorkloads

/// A state behind a serial dispatch queue.
@safe final class SerialQueueCell<S: BenchmarkState>: Sendable, UpdateCounting {
  private let queue = DispatchQueue(label: "serial")
  // SAFETY: touched on `queue` only, and as old as the cell. No property, whose access would be checked at run time.
  private nonisolated(unsafe) let state = UnsafeMutablePointer<S>.allocate(capacity: 1)

  init() { unsafe state.initialize(to: S()) }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  var sum: Int { queue.sync { unsafe state.pointee.sum } }

  /// Updates so often, and waits for each.
  func touchEach(_ count: Int) {
    for index in 0..<count { queue.sync { unsafe state.pointee.touch(index) } }
  }

  /// Updates so often, and waits for the last.
  func touchEachLater(_ count: Int) {
    for index in 0..<count { queue.async { unsafe self.state.pointee.touch(index) } }
    queue.sync {}
  }
}
