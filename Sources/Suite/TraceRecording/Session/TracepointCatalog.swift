import EventTable

/// The tracepoints that a recording enables, as the event table names them.
package enum TracepointCatalog {
  /// The event with the thread's CPU clock, which costs a system call at each end of an interval.
  package static let threadCPUTime = "signpost:thread_cpu_time"

  /// The events of tasks.
  package static let tasks = "swift_concurrency:*"

  /// LTTng's own event with the name of a process, emitted by each when a recording begins.
  ///
  /// Every recording has it: the context `procname` is the name of a thread.
  static let processName = "lttng_ust_statedump:procname"

  /// LTTng's own event with the path of a program, of which that name has 15 bytes.
  static let program = "lttng_ust_statedump:bin_info"
  /// Each library has such an event too.
  static let programFilter = "path != \"*.so*\""

  /// The events that a recording enables by default.
  ///
  /// The `signpost` events are listed one by one, not by a pattern with an exclusion: docs/recording.md, T3.
  ///
  /// - Parameter includingCPUTime: Whether ``threadCPUTime`` is one of them.
  /// - Returns: Names and patterns for `lttng enable-event`.
  package static func defaultPatterns(includingCPUTime: Bool) -> [String] {
    ["katana:*"]
      + EventDefinition.all.filter { $0.provider == "signpost" }.map(\.name)
      .filter { $0 != threadCPUTime || includingCPUTime }
  }
}
