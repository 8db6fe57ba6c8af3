import FoundationEssentials

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
      text += fields.map(quoted).joined(separator: ",") + "\r\n"
    }
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = !field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    guard !isPlain else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
