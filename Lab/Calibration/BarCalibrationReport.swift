import BenchmarkResults
import RegressionGate
import ReportRendering

/// The findings of a calibration of bars: how often a verdict is wrong.
struct BarCalibrationReport {
  /// The fewest runs, and planted runs, for a meaningful rate.
  static let leastRuns = 20

  let runs: [BarCalibrationRun]
  let machine: MachineDescription
  let command: String
  let date: String

  private func runs(_ kind: BarCalibrationRun.Kind) -> [BarCalibrationRun] {
    runs.filter { $0.kind == kind }
  }

  /// The bars that runs call missed although the reference run holds them, run by run.
  var falseMisses: [(run: BarCalibrationRun, bar: BarCalibrationRun.Bar)] {
    let reference = runs(.reference).flatMap(\.bars)
    return runs.filter { $0.kind == .quiet || $0.kind == .loaded }.flatMap { run in
      run.bars.filter {
        $0.verdict == .missed && $0.counterpart(in: reference)?.verdict == .held
      }.map { (run, $0) }
    }
  }

  /// How many runs with a planted slowdown called the bar missed, and how many such runs there are.
  var found: (missed: Int, runs: Int) {
    let planted = runs(.planted).filter { $0.failure == nil }
    return (planted.count { $0.bars.contains { $0.verdict == .missed } }, planted.count)
  }

  /// The runs and their verdicts.
  var table: TextTable {
    var table = TextTable(
      headers: [
        "runs", "count", "verdicts", "hold", "missed", "can't be told",
        "missed, and held by the reference",
      ],
      alignments: [.left]
    )
    for kind in [BarCalibrationRun.Kind.reference, .quiet, .loaded] {
      let some = runs(kind)
      func count(_ verdict: BarVerdict) -> Int {
        some.reduce(0) { $0 + ($1.counts[verdict.rawValue] ?? 0) }
      }
      let wrong = falseMisses.count { $0.run.kind == kind }
      table.append(row: [
        kind.rawValue, "\(some.count)", "\(BarVerdict.allCases.reduce(0) { $0 + count($1) })",
        "\(count(.held))", "\(count(.missed))", "\(count(.uncertain))",
        kind == .reference ? "" : "\(wrong)",
      ])
    }
    return table
  }

  /// The two promises about the verdicts themselves.
  var promises: TextTable {
    var table = TextTable(
      headers: ["", "found", "of", "bar", "holds"],
      alignments: [.sentence, .right, .right, .sentence]
    )
    func answer(_ holds: Bool, of count: Int) -> String {
      count < Self.leastRuns ? (holds ? "too few runs" : "NO") : holds ? "yes" : "NO"
    }
    let compared = runs.count { ($0.kind == .quiet || $0.kind == .loaded) && $0.isJudged }
    let wrong = falseMisses.count
    table.append(row: [
      "bars said to be missed that the reference run holds", "\(wrong)", "\(compared) runs",
      "0 in at least \(Self.leastRuns) runs, half of them beside two busy threads",
      answer(wrong == 0, of: compared),
    ])
    let found = found
    guard found.runs > 0 else { return table }
    let interval = BinomialInterval(successes: found.missed, trials: found.runs)
    table.append(row: [
      "a planted slowdown of 30 % called missed", "\(found.missed)",
      "\(found.runs) runs (\(Self.percent(interval.lower))..\(Self.percent(interval.upper)) with 95 %)",
      "at least 95 % in at least \(Self.leastRuns) quiet runs",
      answer(Double(found.missed) >= 0.95 * Double(found.runs), of: found.runs),
    ])
    return table
  }

  /// The bars without a certain verdict, the most frequent first.
  private var uncertain: TextTable {
    var table = TextTable(
      headers: ["bar", "quiet runs", "beside a load", "the last reason"],
      alignments: [.left, .right, .right, .sentence]
    )
    var bars: [String: (quiet: Int, loaded: Int, reason: String)] = [:]
    for run in runs where run.kind == .quiet || run.kind == .loaded {
      for bar in run.bars where bar.verdict == .uncertain {
        var entry = bars[bar.promise] ?? (0, 0, "")
        if run.kind == .quiet { entry.quiet += 1 } else { entry.loaded += 1 }
        entry.reason = bar.reason ?? entry.reason
        bars[bar.promise] = entry
      }
    }
    let sorted = bars.sorted {
      ($1.value.quiet + $1.value.loaded, $0.key) < ($0.value.quiet + $0.value.loaded, $1.key)
    }
    for (promise, entry) in sorted {
      table.append(row: [promise, "\(entry.quiet)", "\(entry.loaded)", entry.reason])
    }
    return table
  }

  /// The bars whose rows got a planted slowdown, in the order of the runs.
  private var slowed: TextTable {
    var table = TextTable(
      headers: ["slowed down by 30 %", "runs", "missed", "without", "with it", "limit"],
      alignments: [.left]
    )
    let bars = runs(.planted).compactMap(\.bars.first)
    var promises: [String] = []
    for bar in bars where !promises.contains(bar.promise) { promises.append(bar.promise) }
    for promise in promises {
      let some = bars.filter { $0.promise == promise }
      table.append(row: [
        promise, "\(some.count)", "\(some.count { $0.verdict == .missed })",
        Self.range(some.compactMap(\.unplanted)), Self.range(some.map(\.measured)),
        Self.decimal(some[0].limit),
      ])
    }
    return table
  }

  /// The page that is kept with the raw data.
  func markdown() -> String {
    let seconds = runs.reduce(0) { $0 + $1.seconds }
    let slowed = slowed
    let plantedText =
      !slowed.rows.isEmpty
      ? " In the planted runs a row does 30 % more than it says: each in turn that is near enough to its limit, in the first run and by itself just before."
      : (runs(.reference).allSatisfy { $0.bars.contains { $0.place != nil } }
        ? ""
        : " No slowdown was planted: no row holds the limit of a ratio that 30 % more would bring it over.")
    let lines =
      falseMisses.map { run, bar in "\(Self.name(run)): \(Self.text(bar))" }
      + runs(.planted).filter { $0.failure == nil }.flatMap { run in
        run.bars.filter { $0.verdict != .missed }.map { bar in
          "\(Self.name(run)): \(bar.verdict.rawValue): \(Self.text(bar))"
            + (bar.reason.map { ": \($0)" } ?? "")
        }
      } + runs.compactMap { run in run.failure.map { "\(Self.name(run)), not whole: \($0)" } }
    let unsure = uncertain
    return """
      # How often a bar's verdict is wrong

      Made by `\(TextTable.markdownEscaped(command))` on \(date): \(runs.count) runs of \
      `hamon bench --quick` in \(NumberFormat.string(seconds / 60, decimals: 0)) min, on \
      \(TextTable.markdownEscaped(machine.cpuModel)) with \(machine.logicalCPUs) CPUs. Runs after the \
      first measure only the rows of bars that the first one holds.\
      \(TextTable.markdownEscaped(plantedText)) The raw data is in [runs.jsonl](runs.jsonl).

      \(promises.renderedMarkdown())
      \(table.renderedMarkdown())
      \(slowed.rows.isEmpty ? "" : slowed.renderedMarkdown())
      \(lines.isEmpty ? "" : "## What was wrong\n\n" + lines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined() + "\n")\
      \(unsure.rows.isEmpty ? "" : "## What could not be told\n\n" + unsure.renderedMarkdown())
      """
  }

  private static func percent(_ share: Double) -> String {
    NumberFormat.percent(share, decimals: 1)
  }

  private static func range(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "" }
    return "\(decimal(least))..\(decimal(most))"
  }

  /// A run's number, from 1 as progress counts them, and its kind.
  private static func name(_ run: BarCalibrationRun) -> String {
    "run \(run.number + 1), \(run.kind.rawValue)"
  }

  private static func text(_ bar: BarCalibrationRun.Bar) -> String {
    "\(bar.promise): \(decimal(bar.measured)) of \(decimal(bar.limit))"
  }

  private static func decimal(_ value: Double) -> String {
    NumberFormat.string(value, decimals: value < 0.1 ? 4 : 2)
  }
}
