/// What the rows of a report call intervals.
enum IntervalLabel {
  /// The name, and whose it is.
  static func text(
    _ kind: IntervalKind,
    name: String?,
    subsystem: String?,
    category: String?
  ) -> String {
    let owner = [subsystem, category].compactMap { $0 }.filter { !$0.isEmpty }
    // Routes have no names, they are paths.
    let name = name ?? (kind == .routing ? "route diff" : "(name unknown)")
    return owner.isEmpty ? name : "\(name) [\(owner.joined(separator: "/"))]"
  }
}

extension IntervalStatistics {
  /// The name, and whose it is.
  var label: String {
    IntervalLabel.text(kind, name: name, subsystem: subsystem, category: category)
  }
}

extension SlowInterval {
  /// The name, and whose it is.
  var label: String {
    IntervalLabel.text(kind, name: name, subsystem: subsystem, category: category)
  }
}
