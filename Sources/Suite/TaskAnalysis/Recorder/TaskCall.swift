import TraceReading

/// The call that a task waits in, as addresses of its process.
struct TaskCall: Hashable, Sendable {
  /// An index into `TraceCatalog.processes`.
  let process: Int
  let function: UInt64
  /// The caller, and the caller's caller.
  let caller: UInt64
  let outer: UInt64

  init(_ pause: TraceTaskPause, process: Int) {
    self.process = process
    function = pause.function
    caller = pause.caller
    outer = pause.outer
  }
}
