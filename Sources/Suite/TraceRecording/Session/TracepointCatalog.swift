/// Lists the tracepoints that `Sources/CSignposts` defines: the one place in Swift that names them.
///
/// A test compares the lists with the C headers, so that an event added there and forgotten here
/// cannot be missing from every recording.
package enum TracepointCatalog {
  /// The events of provider `katana`, in the order of the C header.
  package static let katana = [
    "katana:dispatch_enqueue",
    "katana:dispatch_discard",
    "katana:dispatch_retry",
    "katana:update_begin",
    "katana:update_end",
    "katana:listeners_begin",
    "katana:listeners_end",
    "katana:effect_begin",
    "katana:effect_end",
    "katana:interceptors_begin",
    "katana:interceptors_end",
    "katana:queue_depth",
    "katana:route_diff_begin", "katana:route_diff_end",
    "katana:route_step_begin", "katana:route_step_end",
    "katana:layout_begin", "katana:layout_end",
    "katana:reconcile_begin", "katana:reconcile_end",
  ]

  /// The events of provider `signpost`, in the order of the C header.
  package static let signpost = [
    "signpost:interval_begin",
    "signpost:interval_end",
    "signpost:event",
    "signpost:counter", "signpost:measurement",
    "signpost:field_integer", "signpost:field_float", "signpost:field_boolean",
    "signpost:field_text",
    "signpost:span_context", "signpost:span_link",
    threadCPUTime,
  ]

  /// The event with the thread's CPU clock: a system call at each end of an interval.
  package static let threadCPUTime = "signpost:thread_cpu_time"

  /// LTTng's own event with the name of a process, which each says when a recording begins.
  ///
  /// Every recording has it: the context `procname` is the name of a thread.
  static let processName = "lttng_ust_statedump:procname"

  /// The events that a recording enables when nothing else is asked for.
  ///
  /// They are enumerated, not a pattern with an exclusion: docs/recording.md, T3.
  ///
  /// - Parameter includingCPUTime: Whether ``threadCPUTime`` is one of them.
  /// - Returns: Names and patterns for `lttng enable-event`.
  package static func defaultPatterns(includingCPUTime: Bool) -> [String] {
    ["katana:*"] + signpost.filter { $0 != threadCPUTime || includingCPUTime }
  }
}
