/// The results of a run as a plain table.
///
/// The report of the `hamon` tool has more; this one spares who only has the executable.
struct ResultListing {
  private var lines: [[String]] = [
    ["row", "min", "median", "spread", "p99", "cpu", "ratio to floor"]
  ]

  init(_ rows: [RowResult]) {
    for row in rows {
      let ratios = row.ratios.map { "\(Self.decimal($0.median))x \($0.floor)" }
      // The first ratio stands beside the times, the others below it.
      lines.append([
        row.name, Self.decimal(row.wall.minimum), Self.decimal(row.wall.median),
        Self.decimal(row.wall.spread * 100) + "%", Self.decimal(row.wall.p99),
        Self.decimal(row.cpu.median), ratios.first ?? "",
      ])
      for ratio in ratios.dropFirst() {
        lines.append(Array(repeating: "", count: lines[0].count - 1) + [ratio])
      }
    }
  }

  /// Writes the table; times are in nanoseconds an operation.
  func rendered() -> String {
    let columns = lines[0].indices
    let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rows = lines.map { line in
      columns.map { column in
        let padding = String(repeating: " ", count: widths[column] - line[column].count)
        // Names to the left, numbers to the right; nothing follows the last column.
        return column == 0
          ? line[column] + padding
          : column == columns.last ? line[column] : padding + line[column]
      }.joined(separator: "  ")
    }
    return rows.joined(separator: "\n") + "\n(times in ns per operation)"
  }

  /// Writes a number with two decimals.
  private static func decimal(_ value: Double) -> String {
    let hundredths = (value * 100).rounded()
    guard hundredths.magnitude < 1e15 else { return "\(value)" }
    let digits = Int64(hundredths)
    let fraction = digits.magnitude % 100
    return "\(digits / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
