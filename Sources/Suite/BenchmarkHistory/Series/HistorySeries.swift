import BenchmarkResults
package import FoundationEssentials
import ReportRendering

/// The values of one metric of one row, commit by commit, that may be compared with each other.
package struct HistorySeries: Sendable {
  /// The value at one commit.
  package struct Point: Equatable, Sendable {
    /// The hash of the commit.
    package let commit: String
    /// When the commit was made.
    package let date: Date
    /// The value; the median, where a ratio was measured on several machines.
    package let value: Double
    /// The lower end of the interval that holds the value.
    package let low: Double?
    /// The upper end of the interval that holds the value.
    package let high: Double?
  }

  /// The name of the suite.
  package let suite: String

  /// The full name of the row.
  package let row: String

  /// The metric.
  package let metric: HistoryMetric

  /// The row that a ratio is to; `nil` for other metrics.
  package let floor: String?

  /// The machine; `nil` where values of all machines may be compared.
  package let machine: MachineFingerprint?

  /// The unit of the values.
  package let unit: String

  /// One point a commit, in the order of the commits; at least one.
  package let points: [Point]

  /// The metric, and what a ratio is to.
  package var metricName: String { floor.map { "\(metric.rawValue) to \($0)" } ?? metric.rawValue }

  /// Where the level changes, as the detector of the metric finds it.
  package func changePoints() -> [ChangePoint] {
    metric.detector.changePoints(in: points.map(\.value))
  }

  private struct Key: Hashable {
    let suite: String
    let row: String
    let metric: HistoryMetric
    let floor: String?
    let machine: MachineFingerprint?
  }

  /// Puts values into series.
  ///
  /// - Parameter entries: Values in the order of the commits, as ``HistoryFolder`` reads them.
  /// - Returns: The series in the order in which they first occur by suite and row.
  /// - Complexity: O(*n*), *n* being the number of values.
  package static func series(of entries: [HistoryEntry]) -> [HistorySeries] {
    var order: [Key] = []
    var groups: [Key: [HistoryEntry]] = [:]
    for entry in entries {
      let key = Key(
        suite: entry.suite,
        row: entry.row,
        metric: entry.metric,
        floor: entry.floor,
        machine: entry.metric.isComparableAcrossMachines ? nil : entry.machine
      )
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(entry)
    }
    return order.compactMap { key in
      guard let entries = groups[key], let first = entries.first else { return nil }
      return HistorySeries(
        suite: key.suite,
        row: key.row,
        metric: key.metric,
        floor: key.floor,
        machine: key.machine,
        unit: first.unit,
        points: points(of: entries)
      )
    }
  }

  private static func points(of entries: [HistoryEntry]) -> [Point] {
    var order: [String] = []
    var groups: [String: [HistoryEntry]] = [:]
    for entry in entries {
      if groups[entry.commit] == nil { order.append(entry.commit) }
      groups[entry.commit, default: []].append(entry)
    }
    return order.compactMap { commit in
      guard let entries = groups[commit], let first = entries.first else { return nil }
      return Point(
        commit: commit,
        date: first.date,
        value: Statistics.median(of: entries.map(\.value)),
        low: entries.compactMap(\.low).min(),
        high: entries.compactMap(\.high).max()
      )
    }
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
