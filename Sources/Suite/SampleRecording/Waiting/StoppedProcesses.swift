import CMachine
import ProcessLaunching
import SampleFiles

/// Tells which processes a signal or a debugger has stopped, as all threads of one are.
struct StoppedProcesses {
  /// How long an answer holds, in nanoseconds: that of a round of looks.
  private static let age: UInt64 = 1_000_000

  private var last: (process: Int32, time: UInt64, isStopped: Bool) = (-1, 0, false)

  /// Whether a process is stopped, by the state of one of its threads (proc(5), `stat`).
  mutating func contains(_ process: Int32, _ thread: Int32) -> Bool {
    let now = MonotonicClock.now
    if last.process == process, now &- last.time < Self.age { return last.isStopped }
    let state = ProcessFile.statFields("/proc/\(process)/task/\(thread)")?.first
    last = (process, now, state == "T" || state == "t")
    return last.isStopped
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
