import BenchmarkResults
import SuiteErrors

/// One run of a suite: measures the rows that were chosen, and keeps the result file up to date.
@MainActor
final class SuiteRun {
  /// How long what was measured may be unwritten, in nanoseconds.
  ///
  /// Writing takes milliseconds and cools the caches, so it is not done after each round.
  private static let writingInterval: UInt64 = 1_000_000_000

  private let selection: RowSelection
  private let effort: MeasuringEffort
  private let file: ResultFile?
  private let isInterrupted: @Sendable () -> Bool
  private let progress = ProgressLine()
  private let steps: ProgressFile
  private var lastWriting = ClockReading.wallNow()

  /// The results so far.
  private(set) var result: SuiteResult

  /// Describes the run and its surroundings; measures nothing yet.
  init(
    suite: BenchmarkSuite,
    selection: RowSelection,
    effort: MeasuringEffort,
    file: ResultFile?,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.selection = selection
    self.effort = effort
    self.file = file
    self.isInterrupted = isInterrupted
    steps = ProgressFile()
    result = SuiteResult(
      beginning: suite.name,
      rounds: effort.rounds,
      toolchain: SourceRevision.output(of: "swift --version")?.first ?? "unknown",
      source: .current(),
      deterministicHashing: DeterministicHashing.isOn,
      isOptimized: BuildMode.isOptimized
    )
  }

  /// Measures every row, unless it is interrupted: then what there is stays incomplete.
  ///
  /// - Throws: ``SuiteError`` if the results can't be written; ``result`` keeps them.
  func measure() async throws(SuiteError) {
    defer { progress.clear() }
    for group in selection.groups where !isInterrupted() { try await measure(group) }
    result.isComplete = !isInterrupted()
    try write()
  }

  private func measure(_ group: [Benchmark]) async throws(SuiteError) {
    let earlier = (rows: result.rows, failures: result.failures)
    var unprepared: [RowFailure] = []
    var rows: [RowMeasurement] = []
    for benchmark in group where !isInterrupted() {
      progress.show("\(position(of: benchmark)) \(benchmark.rowName): warming up")
      steps.begin(benchmark.rowName)
      do {
        let row = try await RowMeasurement(benchmark, isInterrupted: isInterrupted)
        rows.append(row)
        row.prepare(effort: effort)
      } catch {
        unprepared.append(
          RowFailure(row: benchmark.rowName, message: "its set-up failed: \(error)")
        )
      }
    }

    func publish() throws(SuiteError) {
      let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
      result.rows =
        earlier.rows
        + rows.compactMap { row in
          row.result(floors: (selection.floors[row.name] ?? []).compactMap { byName[$0] })
        }
      result.bars = result.rows.flatMap { row in
        let benchmark = selection.benchmarks.first { $0.rowName == row.name }
        return benchmark?.bars.flatMap { $0.results(for: row, among: result.rows) } ?? []
      }
      let limits = result.rows.flatMap { row in
        let benchmark = selection.benchmarks.first { $0.rowName == row.name }
        return benchmark?.bars.compactMap { $0.allocationLimit(of: row) } ?? []
      }
      result.allocationLimits = limits.isEmpty ? nil : limits
      let unjudged = result.rows.flatMap { row in
        let benchmark = selection.benchmarks.first { $0.rowName == row.name }
        return benchmark?.bars.compactMap { $0.unjudged(for: row, among: result.rows) } ?? []
      }
      result.unjudgedBars = unjudged.isEmpty ? nil : unjudged
      result.failures = earlier.failures + unprepared + rows.compactMap(\.failure)
      try write()
    }

    do throws(SuiteError) {
      rounds: for round in 0..<effort.rounds {
        // In alternating order, so that no row always follows the same one.
        for row in round.isMultiple(of: 2) ? rows : rows.reversed() {
          progress.show(
            "\(position(of: row.benchmark)) \(row.name): round \(round + 1) of \(effort.rounds)"
          )
          steps.begin(row.name)
          row.takeRound()
          if isInterrupted() {
            // A round counts where all rows have it, since ratios are those of the same round.
            for row in rows { row.keepRounds(round) }
            break rounds
          }
        }
        if ClockReading.wallNow() - lastWriting > Self.writingInterval { try publish() }
      }
    } catch {
      for row in rows { row.finish() }
      throw error
    }
    for row in rows {
      steps.begin(row.name)
      row.finish()
    }
    try publish()
    for benchmark in group { steps.finish(benchmark.rowName) }
  }

  private func position(of benchmark: Benchmark) -> String {
    let total = selection.benchmarks.count
    let index = selection.benchmarks.firstIndex { $0.rowName == benchmark.rowName } ?? 0
    return "[\(index + 1)/\(total)]"
  }

  private func write() throws(SuiteError) {
    result.loadAverageAfter = MachineDescription.loadAverages()
    try file?.write(result)
    lastWriting = ClockReading.wallNow()
  }
}

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
