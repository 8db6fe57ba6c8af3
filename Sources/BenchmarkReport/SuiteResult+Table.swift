import BenchmarkHarness
import ReportRendering

extension SuiteResult {
  /// The rows as a table, with a column for each benchmark that is a floor of a row.
  func table() -> TextTable {
    let floors = floorNames
    let kinds = Set(rows.map(\.kind)).count > 1
    var table = TextTable(
      headers: ["row"] + (kinds ? ["kind"] : [])
        + ["min", "median", "spread", "p99", "CPU median"] + floors.map { "vs \($0)" },
      alignments: kinds ? [.left, .left] : [.left]
    )
    for row in rows {
      let times = [
        DurationFormat.string(nanoseconds: row.wall.minimum),
        DurationFormat.string(nanoseconds: row.wall.median),
        NumberFormat.string(row.wall.spread * 100, decimals: 1) + "%",
        DurationFormat.string(nanoseconds: row.wall.p99),
        DurationFormat.string(nanoseconds: row.cpu.median),
      ]
      table.append(
        row: [row.name] + (kinds ? [row.kind.rawValue] : []) + times
          + floors.map { ratios(of: row, to: $0) }
      )
    }
    return table
  }

  /// What must be known to judge the times, in one line.
  var surroundings: String {
    let load = [loadAverageBefore.first, loadAverageAfter.first].map { load in
      load.map { NumberFormat.string($0, decimals: 1) } ?? "?"
    }
    var facts = [
      date, "\(machine.cpuModel), \(machine.logicalCPUs) CPUs", machine.kernel,
      "load \(load[0]) to \(load[1])", toolchain,
    ]
    if let source {
      facts.append("commit \(source.commit.prefix(12))\(source.isDirty ? " with changes" : "")")
    }
    if !isOptimized { facts.append("built WITHOUT optimization") }
    if !deterministicHashing { facts.append("hashing was random") }
    return facts.joined(separator: "; ")
  }

  /// What failed, a line each.
  var failureLines: [String] {
    var lines = failures.map { "FAILED \($0.row): \($0.message)" }
    if !isComplete { lines.append("INCOMPLETE: the run ended before its last row was measured") }
    return lines
  }

  /// The names of the benchmarks that rows are compared with, in the order of the rows.
  private var floorNames: [String] {
    var names: [String] = []
    for row in rows {
      for ratio in row.ratios {
        let name = benchmarkName(ofRow: ratio.floor)
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  /// The ratios of a row to the rows of one benchmark: `1.05x (1.01-1.12)`.
  ///
  /// Where there are several, each is followed by the row it is a ratio to.
  private func ratios(of row: RowResult, to benchmark: String) -> String {
    let ratios = row.ratios.filter { benchmarkName(ofRow: $0.floor) == benchmark }
    return ratios.map { ratio in
      let numbers = [ratio.median, ratio.minimum, ratio.maximum].map {
        NumberFormat.string($0, decimals: 2)
      }
      let text = "\(numbers[0])x (\(numbers[1])-\(numbers[2]))"
      return ratios.count > 1 ? "\(text) \(ratio.floor)" : text
    }.joined(separator: ", ")
  }

  private func benchmarkName(ofRow name: String) -> String {
    rows.first { $0.name == name }?.benchmark ?? name
  }
}
