import Dispatch
import Katana

extension DispatchHandle<Void> {
  /// Blocks until the item was handled.
  func waitUntilFinished() {
    if isFinished { return }
    let semaphore = DispatchSemaphore(value: 0)
    Task {
      try? await value
      semaphore.signal()
    }
    semaphore.wait()
  }
}
