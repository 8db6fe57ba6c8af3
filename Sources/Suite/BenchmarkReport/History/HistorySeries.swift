package import FoundationEssentials
import ReportRendering
import Statistics

/// The comparable values of one metric of one row, commit by commit.
package struct HistorySeries: Sendable {
  package struct Point: Equatable, Sendable {
    package let commit: String
    package let date: Date
    /// The value; the median if a ratio was measured on several machines.
    package let value: Double
    /// The lower end of the interval that holds the value.
    package let low: Double?
    /// The upper end of the interval that holds the value.
    package let high: Double?
  }

  package let suite: String

  package let row: String

  package let metric: HistoryMetric

  /// The floor of a ratio; `nil` for other metrics.
  package let floor: String?

  /// The machine; `nil` if values of all machines may be compared.
  package let machine: MachineFingerprint?

  package let unit: String

  /// One point a commit, in the order of the commits; at least one.
  package let points: [Point]

  /// The metric, with the floor of a ratio.
  package var metricName: String { floor.map { "\(metric.rawValue) to \($0)" } ?? metric.rawValue }

  /// The changes of the level, found by the detector of the metric.
  func changePoints() -> [ChangePoint] {
    metric.detector.changePoints(in: points.map(\.value))
  }

  /// Groups values into series.
  ///
  /// - Parameter entries: Values in the order of the commits, from ``HistoryFolder``.
  /// - Returns: The series in the order of their first occurrence, by suite and row.
  /// - Complexity: O(*n*), *n* being the number of values.
  package static func series(of entries: [HistoryEntry]) -> [HistorySeries] {
    let groups = grouped(entries) { entry in
      var key = entry.key
      key.commit = ""
      if entry.metric.isComparableAcrossMachines { key.machine = nil }
      return key
    }
    return groups.map { key, entries in
      HistorySeries(
        suite: key.suite,
        row: key.row,
        metric: key.metric,
        floor: key.floor,
        machine: key.machine,
        unit: entries[0].unit,
        points: grouped(entries, by: \.commit).map { commit, entries in
          Point(
            commit: commit,
            date: entries[0].date,
            value: entries.map(\.value).median,
            low: entries.compactMap(\.low).min(),
            high: entries.compactMap(\.high).max()
          )
        }
      )
    }
  }

  /// Groups entries by key, in the order of the keys' first occurrence.
  private static func grouped<Key: Hashable>(
    _ entries: [HistoryEntry],
    by key: (HistoryEntry) -> Key
  ) -> [(key: Key, entries: [HistoryEntry])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, entries: [HistoryEntry])] = []
    for entry in entries {
      let key = key(entry)
      if let place = places[key] {
        groups[place].entries.append(entry)
      } else {
        places[key] = groups.count
        groups.append((key, [entry]))
      }
    }
    return groups
  }
}

/// The values of a history as comma-separated values.
package enum HistoryCSV {
  private static let header =
    "commit,date,suite,row,metric,floor,value,low,high,unit,cpu,toolchain\r\n"

  /// Writes a header and a record for each value.
  ///
  /// Source: RFC 4180.
  package static func text(of entries: [HistoryEntry]) -> String {
    entries.reduce(into: header) { text, entry in
      let fields = [
        entry.commit, entry.date.formatted(.iso8601), entry.suite, entry.row,
        entry.metric.rawValue, entry.floor ?? "", "\(entry.value)",
        entry.low.map { "\($0)" } ?? "", entry.high.map { "\($0)" } ?? "", entry.unit,
        entry.machine.cpuModel, entry.machine.toolchain,
      ]
      text += fields.map(CSVField.quoted).joined(separator: ",") + "\r\n"
    }
  }
}
