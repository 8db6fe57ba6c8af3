import Dispatch
import Foundation
import Synchronization

/// A thread that answers each signal by one of its own: two hand-overs between threads.
final class PingPong: Sendable {
  private let ping = DispatchSemaphore(value: 0)
  private let pong = DispatchSemaphore(value: 0)
  private let isStopped = Atomic<Bool>(false)
  private let answered = Atomic<Int>(0)

  init() {
    Thread.detachNewThread { [self] in
      while true {
        ping.wait()
        if isStopped.load(ordering: .acquiring) { return }
        answered.add(1, ordering: .relaxed)
        pong.signal()
      }
    }
  }

  var count: Int { answered.load(ordering: .relaxed) }

  func run(_ iterations: Int) {
    for _ in 0..<iterations {
      ping.signal()
      pong.wait()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    ping.signal()
  }
}
