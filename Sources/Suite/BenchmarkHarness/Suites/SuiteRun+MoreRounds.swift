import BenchmarkResults
import SuiteErrors

/// Further rounds of the rows whose bars are still undecided.
///
/// Bars are judged after the rounds that every row has, then after at least ``BarJudgement/leastRounds``, and then each time the rounds
/// have doubled. Judgements are few because each is one more chance to be wrong.
extension SuiteRun {
  /// Beyond this, more rounds narrow an interval too little to be worth their time.
  private static let mostRounds = 1024

  /// The limit on the rounds of some rows: at least enough for the groups of samples that their percentiles need.
  private static func mostRounds(of rows: [RowMeasurement]) -> Int {
    let needed = rows.flatMap { row in
      row.benchmark.bars.compactMap(\.percentile).map {
        BarJudgement.leastRounds * row.rounds(forSamples: BarEvidence.groupSize($0))
      }
    }
    return max(mostRounds, needed.max() ?? 0)
  }

  /// Takes rounds until no bar is open, or the budget is used up.
  ///
  /// - Parameters:
  ///   - rows: The rows, already set up.
  ///   - regular: How long their rounds have taken so far, in nanoseconds; those up to the least number of rounds may take as long again.
  ///   - openBars: Judges the bars of the rows by the current evidence.
  func takeMoreRounds(
    of rows: [RowMeasurement],
    regular: UInt64,
    openBars: () -> [JudgedBar]
  ) {
    guard effort.barBudgetNanoseconds > 0 else { return }
    guard rows.contains(where: { $0.benchmark.bars.contains(where: \.takesRounds) }) else { return }
    let available = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    let begin = ClockReading.wallNow()
    var budget: UInt64?
    while !probe.isInterrupted() {
      // A bar with a row that is missing, or takes no more rounds, stays as it is.
      let open = openBars().filter { bar in
        bar.rows.allSatisfy { available[$0]?.takesMore ?? false }
      }
      var names = Set(open.flatMap(\.rows))
      // An exponent is judged when the last row of its series is measured; the others need enough rounds by then.
      let awaited = rows.filter { row in
        row.takesMore && row.roundCount < BarJudgement.leastRounds
          && row.benchmark.bars.contains(where: \.isOfSeveralRows)
      }
      names.formUnion(awaited.map(\.name))
      let concerned = rows.filter { names.contains($0.name) }
      let most = Self.mostRounds(of: concerned)
      guard let fewest = concerned.map(\.roundCount).min(), fewest < most else { return }
      let isFirst = fewest < BarJudgement.leastRounds
      let wanted = isFirst ? BarJudgement.leastRounds : min(2 * fewest, most)
      let limit = budget ?? effort.barBudgetNanoseconds * UInt64(max(open.count, 1))
      budget = limit
      for round in fewest..<wanted {
        let elapsed = ClockReading.wallNow() - begin
        guard elapsed < (isFirst ? max(limit, regular) : limit) else { return }
        let bars = open.first.map { "the bar \($0.result.name)" } ?? "its bar"
        let others = open.count > 1 ? " and \(open.count - 1) more" : ""
        defer { nextRound += 1 }
        let isWhole = takeRound(nextRound, of: concerned) { row in
          "\(position(of: row.benchmark)) \(row.name): round \(round + 1) of \(wanted), to tell "
            + "\(bars)\(others)"
        }
        guard isWhole else { return }
      }
    }
  }

  /// The bars of some rows that more rounds may decide.
  func openBars(of rows: [RowMeasurement]) -> [JudgedBar] {
    update(rows, asksMemory: false)
    return rows.flatMap { judged($0.name) }.filter(\.isOpen)
  }

  /// Takes further rounds of the series with undecided exponents, after setting up all their rows once more.
  func decideExponents() async throws(SuiteError) {
    guard effort.barBudgetNanoseconds > 0 else { return }
    for name in order where benchmarks[name]?.bars.contains(where: \.isOfSeveralRows) ?? false {
      let open = judged(name).filter { $0.isOpen && $0.result.kind == .exponent }
      let names = Set(open.flatMap(\.rows))
      let rows = order.filter(names.contains).compactMap { measurements[$0] }
      guard !rows.isEmpty, !probe.isInterrupted() else { continue }
      let start = probe.processorTimes()
      var isOpen = true
      for row in rows where isOpen && !probe.isInterrupted() {
        progress.show("\(position(of: row.benchmark)) \(row.name): warming up again, to tell a bar")
        steps.begin(row.name)
        do {
          try await row.reopen(effort: effort)
        } catch {
          isOpen = false
          progress.clear()
          StandardError.write(
            "note: row \(row.name): no further rounds, as its set-up failed this time: \(error)"
          )
        }
      }
      if isOpen {
        takeMoreRounds(of: rows, regular: effort.barBudgetNanoseconds) {
          note(start, of: rows, joining: true)
          update(rows)
          return judged(name).filter { $0.isOpen && $0.result.kind == .exponent }
        }
      }
      for row in rows {
        steps.begin(row.name)
        row.finish()
      }
      try publish(rows)
      for row in rows {
        row.release()
        steps.finish(row.name)
      }
    }
  }
}
