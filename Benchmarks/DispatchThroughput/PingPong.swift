import BenchmarkHarness
import Dispatch
import Foundation
import Synchronization

/// A thread that answers each signal by one of its own: two hand-overs between threads.
final class PingPong: Sendable {
  private let ping = DispatchSemaphore(value: 0)
  private let pong = DispatchSemaphore(value: 0)
  private let isStopped = Atomic<Bool>(false)
  private let answered = Atomic<Int>(0)
  /// Where the calling thread runs meanwhile; `nil` for where the system puts it.
  private let caller: ProcessorAffinity?
  /// Where it runs else: asked once, because a thousand calls of the system take as long as many exchanges.
  private let before = ProcessorAffinity.current

  /// Starts the answering thread.
  ///
  /// - Parameter processors: Where the caller and the answering thread run; `nil` for where the
  ///   system puts them, which is on one processor in some runs (a third of the time) and on two in
  ///   others.
  init(processors: (caller: Int, answerer: Int)?) {
    caller = processors.map { ProcessorAffinity(processors: [$0.caller]) }
    let answerer = processors.map { ProcessorAffinity(processors: [$0.answerer]) }
    Thread.detachNewThread { [self] in
      // The caller fails if that is not possible.
      try? answerer?.apply()
      while true {
        ping.wait()
        if isStopped.load(ordering: .acquiring) { return }
        answered.add(1, ordering: .relaxed)
        pong.signal()
      }
    }
  }

  var count: Int { answered.load(ordering: .relaxed) }

  func run(_ iterations: Int) throws {
    guard let caller else { return exchange(iterations) }
    try caller.apply()
    exchange(iterations)
    try before.apply()
  }

  private func exchange(_ iterations: Int) {
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
