import TraceReading

/// What a task has called to wait, by addresses of its process.
struct TaskCall: Hashable, Sendable {
  /// An index into `TraceCatalog.processes`.
  let process: Int
  let function: UInt64
  /// Who has called it, and who that one.
  let caller: UInt64
  let outer: UInt64

  init(_ pause: TraceTaskPause, process: Int) {
    self.process = process
    function = pause.function
    caller = pause.caller
    outer = pause.outer
  }
}
