import BenchmarkResults
import ReportRendering

extension SuiteResult {
  /// The times of the rows and their ratios, as one table or two.
  ///
  /// A few floors each have a column next to the times. More would be too wide for a terminal, so the ratios get their own table, with a
  /// line each.
  ///
  /// - Parameters:
  ///   - details: The tables that follow the times.
  ///   - width: The most characters of a line; `nil` for no limit.
  /// - Returns: The tables, from the times to the bars.
  func tables(details: ReportDetails = [], width: Int? = nil) -> [TextTable] {
    let floors = floorNames
    let whole = times(floors: floors)
    let isTogether = floors.count <= 3 && width.map { whole.fits(within: $0) } ?? true
    var tables = isTogether ? [whole] : [times(floors: []), comparisons]
    if details.contains(.percentiles) { tables.append(percentiles) }
    if details.contains(.system), rows.contains(where: { $0.usage != nil }) {
      tables.append(system)
    }
    if let scaling = ScalingSeries.table(of: self) { tables.append(scaling) }
    if rows.contains(where: { $0.counts != nil }) { tables.append(counts()) }
    if let bars, !bars.isEmpty { tables.append(promises) }
    return tables
  }

  /// The counts of an operation, of rows by name or in other words.
  func counts(
    of title: String = "row",
    naming name: (RowResult) -> String = \.name
  ) -> TextTable {
    let hasHeap = rows.contains { $0.counts?.bytes != nil }
    // Most rows never call the kernel.
    let hasSystemCalls = rows.contains { $0.counts?.systemCalls ?? 0 > 0 }
    var table = TextTable(
      headers: [title, "instructions", "allocations"] + (hasHeap ? ["bytes", "frees"] : [])
        + ["objects", "retains", "releases"] + (hasSystemCalls ? ["system calls"] : []),
      alignments: [.left]
    )
    for row in rows {
      guard let counts = row.counts else { continue }
      let heap: [Double?] = hasHeap ? [counts.bytes, counts.frees] : []
      let numbers =
        [counts.instructions, counts.allocations] + heap
        + [counts.objects, counts.retains, counts.releases]
        + (hasSystemCalls ? [counts.systemCalls] : [])
      table.append(
        row: [name(row)]
          + numbers.map { number in
            number.map { NumberFormat.string($0, decimals: $0.magnitude < 100 ? 2 : 0) } ?? "-"
          }
      )
    }
    return table
  }

  /// How the samples of the rows are distributed.
  private var percentiles: TextTable {
    var table = TextTable(
      headers: [
        "row", "samples x operations", "p50 of samples", "p90", "p99", "p99.9", "max",
      ],
      alignments: [.left]
    )
    for row in rows {
      let percentiles = [
        (50, row.wall.p50), (90, row.wall.p90), (99, row.wall.p99), (99.9, row.wall.p999),
      ]
      table.append(
        row: [row.name, "\(row.sampleCount) x \(row.iterationsPerSample)"]
          + percentiles.map { DurationFormat.percentile($0.0, $0.1, of: row.sampleCount) }
          + [DurationFormat.string(nanoseconds: row.wall.maximum)]
      )
    }
    return table
  }

  /// An operation's use of the operating system.
  private var system: TextTable {
    let events = Set(rows.flatMap { $0.usage?.events?.keys.map(\.self) ?? [] }).sorted()
    var table = TextTable(
      headers: ["row", "context switches", "preemptions", "peak resident", "resident growth"]
        + events,
      alignments: [.left]
    )
    for row in rows {
      guard let usage = row.usage else { continue }
      table.append(
        row: [
          row.name, Self.small(usage.contextSwitches), Self.small(usage.preemptions),
          usage.peakResident.map {
            NumberFormat.string(Double($0) / 1_048_576, decimals: 1) + " MiB"
          }
            ?? "-",
          Self.small(usage.residentGrowth) + " B",
        ] + events.map { usage.events?[$0].map(Self.small) ?? "-" }
      )
    }
    return table
  }

  /// A number that may be one in a thousand operations.
  private static func small(_ number: Double) -> String {
    NumberFormat.string(number, decimals: number == 0 || number >= 100 ? 0 : number >= 1 ? 2 : 4)
  }

  /// The promises, the measured values, and the verdicts.
  var promises: TextTable {
    var table = TextTable(
      headers: ["bar", "row", "compared with", "measured", "between", "limit", "holds"],
      alignments: [.left, .left, .left]
    )
    for bar in bars ?? [] {
      table.append(row: [
        bar.name, bar.row, bar.subjectText, bar.measuredText, bar.intervalText ?? "-",
        bar.limitText + (bar.scaledLimitText.map { " (here \($0))" } ?? ""), bar.verdict.text,
      ])
    }
    return table
  }

  private func times(floors: [String]) -> TextTable {
    let kinds = Set(rows.map(\.kind)).count > 1
    let hasMemory = rows.contains { $0.memory != nil }
    let hasMean = rows.contains { $0.wall.mean != nil }
    var table = TextTable(
      headers: ["row"] + (kinds ? ["kind"] : [])
        + ["min", "median"] + (hasMean ? ["mean"] : []) + ["spread", "p99", "CPU median"]
        + (hasMemory ? ["memory"] : [])
        + floors.map { "vs \($0)" },
      alignments: kinds ? [.left, .left] : [.left]
    )
    for row in rows {
      let times = [
        DurationFormat.string(nanoseconds: row.wall.minimum),
        DurationFormat.string(nanoseconds: row.wall.median),
      ]
      let mean = row.wall.mean.map { DurationFormat.string(nanoseconds: $0) }
      let others = [
        NumberFormat.string(row.wall.spread * 100, decimals: 1) + "%",
        DurationFormat.percentile(99, row.wall.p99, of: row.sampleCount),
        DurationFormat.string(nanoseconds: row.cpu.median),
      ]
      let memory = row.memory.map { NumberFormat.string(Double($0) / 1e6, decimals: 1) + " MB" }
      table.append(
        row: [row.name + (row.isSteady == false ? " *" : "")] + (kinds ? [row.kind.rawValue] : [])
          + times + (hasMean ? [mean ?? "-"] : []) + others
          + (hasMemory ? [memory ?? "-"] : []) + floors.map { ratios(of: row, to: $0) }
      )
    }
    return table
  }

  private var comparisons: TextTable {
    var table = TextTable(
      headers: ["row", "compared with", "ratio", "least", "most"],
      alignments: [.left, .left]
    )
    for row in rows {
      for ratio in row.ratios {
        let numbers = [ratio.median, ratio.minimum, ratio.maximum].map(Self.ratio)
        table.append(row: [row.name, ratio.floor] + numbers)
      }
    }
    return table
  }

  /// Writes a ratio with at least two digits, whether it is large or small.
  static func ratio(_ ratio: Double) -> String {
    NumberFormat.string(ratio, decimals: ratio < 0.1 ? 4 : ratio < 100 ? 2 : 0) + "x"
  }

  /// The facts needed to judge the times, in one line.
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

  /// The rows that failed, how many bars hold, and the other bars, a line each.
  var failureLines: [String] {
    var lines: [String] = []
    if let bars, !bars.isEmpty {
      lines.append(BarCounts(bars).text)
      lines += bars.filter { $0.verdict == .missed }.map { "MISSED \($0.name): \($0.missText)" }
      lines += bars.filter { $0.verdict == .uncertain }
        .map { "can't be told: \($0.name): \($0.uncertainText)" }
    }
    return failedLines + lines + remarkLines
  }

  /// The rows that failed, a line each.
  var failedLines: [String] { failures.map { "FAILED \($0.row): \($0.message)" } }

  /// What an operation of each row leaves in memory, a line each, where that was looked for.
  var memoryLines: [String] {
    rows.compactMap { row in row.leaves.map { "\(row.name): \($0.sentence)" } }
  }

  /// What else is to be known of the run, a line each.
  var remarkLines: [String] {
    var lines = memoryLines
    lines += (unjudgedBars ?? []).map { "not judged: \($0.name): \($0.row): \($0.reason)" }
    let unsettled = rows.count { $0.isSteady == false }
    if unsettled > 0 {
      lines.append(
        "* not steady: \(unsettled) of \(rows.count) rows were still getting faster or slower when "
          + "their warm-up ended"
      )
    }
    if !isComplete { lines.append("INCOMPLETE: the run ended before its last row was measured") }
    return lines
  }

  /// The names of the benchmarks that serve as floors, in the order of the rows.
  private var floorNames: [String] {
    rows.flatMap(\.ratios).map { benchmarkName(ofRow: $0.floor) }.withoutRepetitions
  }

  /// The ratios of a row to the rows of one benchmark: `1.05x (1.01x-1.12x)`.
  ///
  /// If there are several, each is followed by its floor's row.
  private func ratios(of row: RowResult, to benchmark: String) -> String {
    let ratios = row.ratios.filter { benchmarkName(ofRow: $0.floor) == benchmark }
    return ratios.map { ratio in
      let numbers = [ratio.median, ratio.minimum, ratio.maximum].map(Self.ratio)
      let text = "\(numbers[0]) (\(numbers[1])-\(numbers[2]))"
      return ratios.count > 1 ? "\(text) \(ratio.floor)" : text
    }.joined(separator: ", ")
  }

  private func benchmarkName(ofRow name: String) -> String {
    rows.first { $0.name == name }?.benchmark ?? name
  }
}

extension DurationFormat {
  /// Writes a percentile, 0 to 100, of so many durations; `-` if they are too few for it.
  static func percentile(_ percentile: Double, _ nanoseconds: Double, of count: Int) -> String {
    Distribution.showsPercentile(percentile, of: count) ? string(nanoseconds: nanoseconds) : "-"
  }
}
