import BenchmarkResults
import Statistics

/// One run of all bars while their verdicts are calibrated.
struct BarCalibrationRun: Codable, Equatable {
  /// The circumstances of a run.
  enum Kind: String, Codable, CaseIterable {
    /// The run that the others are compared with.
    case reference
    /// The machine is otherwise idle.
    case quiet
    /// Two threads of another program work all the time.
    case loaded = "beside two busy threads"
    /// One row does more work than it reports.
    case planted
  }

  /// A bar in a run.
  struct Bar: Codable, Equatable {
    let suite: String
    let name: String
    let row: String
    let comparedWith: String
    let verdict: BarVerdict
    let measured: Double
    let interval: ConfidenceInterval?
    let limit: Double
    let reason: String?
    /// The rows that it is judged by; only in the reference run.
    var rows: [String]?
    /// Where a slowdown of its row can be planted that must be called missed; only in the reference run.
    var place: PlantingPlace?
    /// The measurement just before, without the slowdown; only in planted runs.
    var unplanted: Double?

    init(_ bar: BarResult, in suite: SuiteResult) {
      self.suite = suite.suite
      name = bar.name
      row = bar.row
      comparedWith = bar.comparedWith
      verdict = bar.verdict
      measured = bar.ratio
      interval = bar.interval
      limit = bar.limit
      reason = bar.reason
      rows = suite.rows(judging: bar)
      place = PlantingPlace(bar, in: suite)
    }

    /// The promise as reports write it.
    var promise: String { "\(suite): \(name): \(row) / \(comparedWith)" }

    /// The same promise among the bars of another run; `nil` if it has none.
    ///
    /// A limit set by the best of several rows may be compared with another of these rows there.
    func counterpart(in others: [Bar]) -> Bar? {
      let similar = others.filter { $0.suite == suite && $0.name == name && $0.row == row }
      return similar.first { $0.comparedWith == comparedWith }
        ?? (similar.count == 1 ? similar[0] : nil)
    }
  }

  /// Its place in the order of runs.
  let number: Int
  let kind: Kind
  /// The start of the run.
  let date: String
  /// The duration.
  let seconds: Double
  /// The load average at its end.
  let load: Double
  /// The number of bars with each verdict.
  let counts: [String: Int]
  /// Its bars: all in the reference run, the planted row's in a planted run, else those that don't hold.
  let bars: [Bar]
  /// Why parts of it could not be measured.
  let failure: String?

  /// Whether any bar was judged: a run that failed completely has no verdicts that could be wrong.
  var isJudged: Bool { counts.values.contains { $0 > 0 } }
}

/// A row that a slowdown can be planted in.
struct PlantingPlace: Codable, Equatable {
  /// How much more work the row does than it reports, in percent.
  static let slowdown = 30.0

  let executable: String
  /// The row and all rows it is compared with.
  let rows: [String]
  /// The measured value as a share of the limit.
  let part: Double

  /// Checks whether a bar must be missed when its row takes 30 % longer.
  ///
  /// It must hold, be a ratio, and be near enough to its limit. Its row must have one thread, and enough iterations in its samples for
  /// about 30 % of them (25 % of eight).
  init?(_ bar: BarResult, in suite: SuiteResult) {
    guard let executable = suite.commandLine.first,
      bar.verdict == .held, bar.kind == .ratio, bar.limit > 0,
      let row = suite.rows.first(where: { $0.name == bar.row }),
      row.threads == 1, row.cpuClock == .thread, row.iterationsPerSample >= 8
    else { return nil }
    part = bar.ratio / bar.limit
    // Beyond the limit and the allowance, plus the variation between starts.
    let compared = [row.name] + row.ratios.map(\.floor)
    let variation = BarJudgement.startVariation(
      of: suite.rows.filter { compared.contains($0.name) }
    )
    let least = (1 + 2 * variation) / (1 + Self.slowdown / 100)
    guard part >= least else { return nil }
    self.executable = executable
    rows = compared
  }
}
