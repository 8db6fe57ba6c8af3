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

  /// The events with names that others only have a number of.
  static let names = [processName, "signpost:text", "signpost:series"]

  /// LTTng's own event with the path of a program, of which that name has 15 bytes.
  static let program = "lttng_ust_statedump:bin_info"
  /// Each library has such an event too.
  static let programFilter = "path != \"*.so*\""

  /// The events that a recording enables by default.
  ///
  /// The `signpost` events are listed one by one, not by a pattern with an exclusion: docs/recording.md, T3.
  ///
  /// - Parameters:
  ///   - includingCPUTime: Whether ``threadCPUTime`` is one of them.
  ///   - detail: How much of what programs tell.
  /// - Returns: Names and patterns for `lttng enable-event`.
  package static func defaultPatterns(
    includingCPUTime: Bool,
    detail: RecordingDetail = .all
  ) -> [String] {
    ["katana:*"]
      + EventDefinition.all.filter { $0.provider == "signpost" }
      .filter { $0.name == threadCPUTime ? includingCPUTime : detail.includes($0) }
      .map(\.name)
  }
}

/// How much a recording takes of what programs tell.
///
/// What it doesn't take isn't emitted, and costs them nothing.
package enum RecordingDetail: String, Sendable, CaseIterable {
  /// Intervals, with their names.
  case intervals
  /// Also events, such as log messages, and the values of counters and measurements.
  case values
  /// Also the fields of intervals and events, and the identities of spans.
  case all

  fileprivate func includes(_ event: EventDefinition) -> Bool {
    // A span gets its last name by a field.
    if event.name == "signpost:field_text" { return true }
    return switch event.role {
    case .begin, .end: true
    case .point, .sample, .counter: self != .intervals
    case .detail: self == .all
    }
  }
}
