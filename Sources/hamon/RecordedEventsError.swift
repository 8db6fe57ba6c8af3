/// Why the events of a trace were not counted.
enum RecordedEventsError: Error, CustomStringConvertible {
  /// The reader refused the trace; `reason` is the last thing that it said.
  case unreadable(reason: String)

  var description: String {
    switch self {
    case .unreadable(let reason): "babeltrace2 cannot read it: \(reason)"
    }
  }
}
