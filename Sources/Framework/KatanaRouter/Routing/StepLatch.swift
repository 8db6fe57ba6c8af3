/// Closed until it is opened once, or until the task that waits is cancelled.
@MainActor
final class StepLatch {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  var open: RoutableCompletion { { self.release() } }

  func wait() async {
    await withTaskCancellationHandler {
      guard !isOpen else { return }
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      Task { @MainActor in self.release() }
    }
  }

  private func release() {
    isOpen = true
    waiting?.resume()
    waiting = nil
  }
}
