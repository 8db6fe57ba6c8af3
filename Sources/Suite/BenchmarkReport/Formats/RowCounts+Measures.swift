import BenchmarkResults

extension RowCounts {
  /// What was counted, with the names that the forms have in common; what was not counted or isn't finite is
  /// left out.
  ///
  /// The units are those of JMH's profilers: `#/op` and `B/op`.
  var measures: [(name: String, value: Double, unit: String)] {
    let all: [(name: String, value: Double?, unit: String)] = [
      ("instructions", instructions, "#/op"), ("allocations", allocations, "#/op"),
      ("objects", objects, "#/op"), ("retains", retains, "#/op"), ("releases", releases, "#/op"),
      ("bytes", bytes, "B/op"), ("frees", frees, "#/op"),
    ]
    return all.compactMap { measure in
      guard let value = measure.value, value.isFinite else { return nil }
      return (measure.name, value, measure.unit)
    }
  }
}
