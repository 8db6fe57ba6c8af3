import Glibc
import Synchronization

/// The functions by which the runtime tells what runs here, and its number.
///
/// SAFETY: libswift_Concurrency.so exports them, and has them so; the task that runs lives.
private enum Runtime {
  static let currentTask = unsafe unsafeBitCast(
    dlsym(nil, "swift_task_getCurrent"),
    to: (@convention(c) () -> UnsafeRawPointer?).self
  )
  static let taskID = unsafe unsafeBitCast(
    dlsym(nil, "swift_task_getJobTaskId"),
    to: (@convention(c) (UnsafeRawPointer) -> UInt64).self
  )
}

/// The runtime's id of the task that runs here; 0 for none.
func currentTaskID() -> UInt64 {
  unsafe Runtime.currentTask().map { unsafe Runtime.taskID($0) } ?? 0
}

/// What the program itself knows of its tasks: a line a fact, written at its end.
enum Log {
  private static let lines = Mutex<[String]>([])

  /// The clock of LTTng, in nanoseconds.
  static var time: Int64 {
    var reading = timespec()
    // SAFETY: writes one `timespec`.
    unsafe clock_gettime(CLOCK_MONOTONIC, &reading)
    return Int64(reading.tv_sec) * 1_000_000_000 + Int64(reading.tv_nsec)
  }

  /// The body of a task of a construct begins.
  static func begin(_ construct: String, parent: UInt64) {
    note("begin \(construct) \(currentTaskID()) \(parent) \(time)")
  }

  static func end(_ construct: String) { note("end \(construct) \(currentTaskID()) \(time)") }

  /// A fact of a construct.
  static func fact(_ construct: String, _ name: String, _ value: some CustomStringConvertible) {
    note("fact \(construct) \(name) \(value)")
  }

  private static func note(_ line: String) { lines.withLock { $0.append(line) } }

  static func write() {
    for line in lines.withLock({ $0 }) { print(line) }
    fflush(nil)
  }
}

/// Runs for about as long as it is told.
func compute(microseconds: Int) {
  let end = ContinuousClock.now + .microseconds(microseconds)
  while ContinuousClock.now < end {}
}
