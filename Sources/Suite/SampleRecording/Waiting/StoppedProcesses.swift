import CMachine
import ProcessLaunching
import SampleFiles

/// Tells which processes a signal or a debugger has stopped, as all threads of one are.
struct StoppedProcesses {
  /// How long an answer holds, in nanoseconds: no longer than a thread waits before it is looked at.
  private static let age: UInt64 = 1_000_000
  private static let capacity = 64

  private var answers: [Int32: (time: UInt64, isStopped: Bool)] = [:]

  /// Whether a process is stopped, by the state of one of its threads (proc(5), `stat`).
  mutating func contains(_ process: Int32, _ thread: Int32) -> Bool {
    let now = MonotonicClock.now
    if let last = answers[process], now &- last.time < Self.age { return last.isStopped }
    let state = ProcessFile.statFields("/proc/\(process)/task/\(thread)")?.first
    let isStopped = state == "T" || state == "t"
    if answers.count >= Self.capacity { answers = [:] }
    answers[process] = (now, isStopped)
    return isStopped
  }
}

extension SampledWait.Futex {
  /// `nil` for none.
  init?(_ futex: cmachine_futex) {
    guard futex.address > 0 else { return nil }
    let words = futex.words
    self.init(
      address: futex.address,
      operation: futex.operation,
      words: [words.0, words.1, words.2, words.3, words.4, words.5]
    )
  }
}
