import Dispatch
import Foundation
import Katana
import StoreWorkloads
import Synchronization

/// A thread that, at a signal, runs an updater which lasts until something was queued behind it: so
/// that what is awaited is always run by another thread.
final class StoreHolder: Sendable {
  private struct Hold: StateUpdater {
    let holder: StoreHolder

    func updateState(_ state: inout WordState) {
      holder.isHolding.store(true, ordering: .releasing)
      holder.mayRelease.spinUntilTrue()
    }
  }

  /// Without patience: a dispatch that waits for the store as for a lock would run its update itself, and the updater
  /// waits for the dispatch.
  private let store = BenchmarkStore<WordState>(
    configuration: StoreConfiguration(updates: .inPlace(patience: .zero))
  )
  private let isHolding = Atomic<Bool>(false)
  private let mayRelease = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  private let begin = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [self] in
      while true {
        begin.wait()
        if isStopped.load(ordering: .acquiring) { return }
        store.dispatch(Hold(holder: self))
      }
    }
  }

  var sum: Int { store.state.sum }

  func dispatchAndWait() async throws {
    mayRelease.store(false, ordering: .relaxed)
    isHolding.store(false, ordering: .relaxed)
    begin.signal()
    isHolding.spinUntilTrue()
    let handle = store.dispatch(Touch<WordState>(index: 0))
    mayRelease.store(true, ordering: .releasing)
    try await handle.value
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    begin.signal()
  }
}

extension Atomic<Bool> {
  /// Spins, and lets others run where the one that is waited for may have no core.
  fileprivate func spinUntilTrue() {
    var rounds = 0
    while !load(ordering: .acquiring) {
      rounds += 1
      if rounds > 10_000 { sched_yield() }
    }
  }
}
