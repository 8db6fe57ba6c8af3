package import BenchmarkResults
import ReportRendering
import Statistics

/// The times of whole commands, and how they compare with one of them.
package struct CommandReport: Sendable {
  /// The order of the commands.
  package enum Order: String, CaseIterable, Sendable {
    /// As they were given.
    case command
    /// By their mean time, the fastest first.
    case meanTime = "mean-time"
  }

  /// The unit of all times.
  package enum Unit: String, CaseIterable, Sendable {
    case microsecond, millisecond, second

    var nanoseconds: Double {
      switch self {
      case .microsecond: 1e3
      case .millisecond: 1e6
      case .second: 1e9
      }
    }

    var symbol: String {
      switch self {
      case .microsecond: "us"
      case .millisecond: "ms"
      case .second: "s"
      }
    }
  }

  private let suite: SuiteResult
  /// The rows in the order of the table, floors last.
  private let rows: [RowResult]
  private let unit: Unit?
  private let isSequential: Bool
  /// The row that the others are compared with; `nil` if none was measured.
  private let reference: RowResult?

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - suite: The results.
  ///   - reference: The name of the row that the others are compared with; `nil` for the fastest.
  ///   - order: The order of the commands.
  ///   - unit: The unit of all times; `nil` for one that suits each.
  ///   - isSequential: Whether the commands ran one after the other, and not in turn.
  package init(
    _ suite: SuiteResult,
    reference: String? = nil,
    order: Order = .command,
    unit: Unit? = nil,
    isSequential: Bool = false
  ) {
    self.suite = suite
    self.isSequential = isSequential
    self.unit = unit
    var commands = suite.rows.filter { $0.kind != .floor }
    let fastest = commands.min { Self.mean($0) < Self.mean($1) }
    self.reference = reference.map { name in commands.first { $0.name == name } } ?? fastest
    if order == .meanTime { commands.sort { Self.mean($0) < Self.mean($1) } }
    rows = commands + suite.rows.filter { $0.kind == .floor }
  }

  private static func mean(_ row: RowResult) -> Double { row.wall.mean ?? row.wall.median }

  /// Writes the report for a terminal.
  ///
  /// - Parameter width: The most characters of a line; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func text(width: Int?) -> String {
    let tables = rows.isEmpty ? [] : tables.map { $0.rendered(width: width) }
    let failures = suite.failureLines
    let lines =
      (summary + failures + (failures.isEmpty ? [] : [""]) + (rows.isEmpty ? [] : [legend]))
      .flatMap { WrappedText.lines($0, width: min(width ?? .max, 110)) }
      .map { "\($0)\n" }.joined()
    return (tables + (lines.isEmpty ? [] : [lines])).joined(separator: "\n")
  }

  /// Writes the tables in Markdown.
  package func markdown() -> String {
    let failures = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
    return (tables.map { $0.renderedMarkdown() } + (failures.isEmpty ? [] : [failures]))
      .joined(separator: "\n")
  }

  private var tables: [TextTable] {
    [times] + [ScalingSeries.table(of: suite)].compactMap(\.self)
      + (rows.contains { $0.counts != nil } ? [suite.counts(of: "command")] : [])
  }

  private var times: TextTable {
    let hasMemory = rows.contains { $0.memory != nil }
    var table = TextTable(
      headers: ["command", "mean", "± σ", "min", "median", "max", "runs", "CPU median"]
        + (hasMemory ? ["memory"] : []) + (compares ? ["relative"] : []),
      alignments: [.left]
    )
    for row in rows {
      let times = RowStatistics(row).values
      let deviation = times.count > 1 ? time(Moments(times).variance.squareRoot()) : "-"
      let memory = row.memory.map { NumberFormat.string(Double($0) / 1e6, decimals: 1) + " MB" }
      table.append(
        row: [row.name, time(Self.mean(row)), deviation]
          + [row.wall.minimum, row.wall.median, row.wall.maximum].map(time)
          + ["\(row.sampleCount)", time(row.cpu.median)] + (hasMemory ? [memory ?? "-"] : [])
          + (compares ? [relative(row)] : [])
      )
    }
    return table
  }

  private var compares: Bool { rows.count { $0.kind != .floor } > 1 }

  private func time(_ nanoseconds: Double) -> String {
    guard let unit else { return DurationFormat.string(nanoseconds: nanoseconds) }
    return NumberFormat.string(nanoseconds / unit.nanoseconds, decimals: 3) + " \(unit.symbol)"
  }

  private func relative(_ row: RowResult) -> String {
    if row.name == reference?.name { return "1" }
    guard let ratio = ratio(of: row) else { return "-" }
    let numbers = [ratio.median, ratio.minimum, ratio.maximum].map(SuiteResult.ratio)
    return "\(numbers[0]) (\(numbers[1])-\(numbers[2]))"
  }

  /// A row compared with the reference, round by round.
  private func ratio(of row: RowResult) -> RatioResult? {
    guard let reference else { return nil }
    return RatioResult(
      floor: reference.name,
      blocks: Self.rounds(of: row),
      floorBlocks: Self.rounds(of: reference)
    )
  }

  private static func rounds(of row: RowResult) -> [[Double]] {
    let times = RowStatistics(row).values
    return stride(from: 0, to: times.count, by: max(1, row.samplesPerRound)).map {
      Array(times[$0..<min($0 + row.samplesPerRound, times.count)])
    }
  }

  /// What the times mean for a choice between the commands.
  private var summary: [String] {
    let others = rows.filter { $0.kind != .floor && $0.name != reference?.name }
    guard let reference, !others.isEmpty else { return [] }
    return ["\(reference.name)"]
      + others.map { row in
        guard let ratio = ratio(of: row) else { return "  can't be compared with \(row.name)" }
        let isFaster = ratio.median >= 1
        let bounds = [ratio.median, ratio.minimum, ratio.maximum].map { isFaster ? $0 : 1 / $0 }
        let numbers = [bounds[0], min(bounds[1], bounds[2]), max(bounds[1], bounds[2])]
          .map(SuiteResult.ratio)
        let word = isFaster ? "faster" : "slower"
        return "  is \(numbers[0]) (\(numbers[1])-\(numbers[2])) \(word) than \(row.name)"
      } + [""]
  }

  private var legend: String {
    let floor = rows.last?.kind == .floor ? "; the last row shows what that takes" : ""
    let turns =
      isSequential
      ? "of parts of the runs: the commands ran one after the other, so a slow phase of the machine is in it"
      : "over the rounds, in which the commands take turns; in brackets the least and the most of a round"
    return """
      A time is that of one run, with the start of its process\(floor). CPU: user and system, of all \
      processes that the command has waited for.\(compares ? " A ratio is a median \(turns)." : "")
      """
  }
}
