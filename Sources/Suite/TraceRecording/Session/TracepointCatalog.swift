import EventTable

/// The tracepoints that a recording enables, as the event table names them.
package enum TracepointCatalog {
  /// The event with the thread's CPU clock: a system call at each end of an interval.
  package static let threadCPUTime = "signpost:thread_cpu_time"

  /// The events of tasks.
  package static let tasks = "swift_concurrency:*"

  /// LTTng's own event with the name of a process, which each says when a recording begins.
  ///
  /// Every recording has it: the context `procname` is the name of a thread.
  static let processName = "lttng_ust_statedump:procname"

  /// The events that a recording enables when nothing else is asked for.
  ///
  /// Those of `signpost` are enumerated, not a pattern with an exclusion: docs/recording.md, T3.
  ///
  /// - Parameter includingCPUTime: Whether ``threadCPUTime`` is one of them.
  /// - Returns: Names and patterns for `lttng enable-event`.
  package static func defaultPatterns(includingCPUTime: Bool) -> [String] {
    ["katana:*"]
      + EventDefinition.all.filter { $0.provider == "signpost" }.map(\.name)
      .filter { $0 != threadCPUTime || includingCPUTime }
  }
}
