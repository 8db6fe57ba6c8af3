import BenchmarkResults

/// One run of all bars while their verdicts are calibrated.
struct BarCalibrationRun: Codable, Equatable {
  /// The circumstances of a run.
  enum Kind: String, Codable, CaseIterable {
    /// The one that the others are compared with.
    case reference
    /// The machine has nothing else to do.
    case quiet
    /// Two threads of another program work all the time.
    case loaded = "beside two busy threads"
    /// A row does more than it says.
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
    /// The rows that it is judged by; of the reference run only.
    var rows: [String]?
    /// Where a slowdown of its row can be planted that has to be called missed; of the reference run only.
    var place: PlantingPlace?
    /// What was measured just before without the slowdown; of planted runs only.
    var unplanted: Double?

    init(_ bar: BarResult, suite: String) {
      self.suite = suite
      name = bar.name
      row = bar.row
      comparedWith = bar.comparedWith
      verdict = bar.verdict
      measured = bar.ratio
      interval = bar.interval
      limit = bar.limit
      reason = bar.reason
    }

    /// One of a run without a slowdown, with what is found out there for others.
    init(_ bar: BarResult, unplantedIn suite: SuiteResult, executable: String) {
      self.init(bar, suite: suite.suite)
      rows = suite.rows(judging: bar)
      place = PlantingPlace(bar, in: suite, executable: executable)
    }

    /// The promise, as it is told.
    var promise: String { "\(suite): \(name): \(row) / \(comparedWith)" }

    /// The same promise among the bars of another run; `nil` where there is none.
    ///
    /// A limit that is set by the best of several rows may be compared with another one of them there.
    func counterpart(in others: [Bar]) -> Bar? {
      let similar = others.filter { $0.suite == suite && $0.name == name && $0.row == row }
      return similar.first { $0.comparedWith == comparedWith }
        ?? (similar.count == 1 ? similar[0] : nil)
    }
  }

  /// Its place in the order of runs.
  let number: Int
  let kind: Kind
  /// The fingerprints of the executables; a run of others doesn't count.
  let programs: String
  /// When it began.
  let date: String
  /// How long it took.
  let seconds: Double
  /// The load average at its end.
  let load: Double
  /// How many bars have each verdict.
  let counts: [String: Int]
  /// Its bars: all of the reference run; of others those that don't hold, of a planted one that of the planted row.
  let bars: [Bar]
  /// Why not all of it could be measured.
  let failure: String?

  /// Whether any bar was judged: a run that has failed altogether has no verdicts that could be wrong.
  var isJudged: Bool { counts.values.contains { $0 > 0 } }
}

/// A row that a slowdown can be planted in.
struct PlantingPlace: Codable, Equatable {
  /// How much more work than it says the row does, in per cent.
  static let slowdown = 30.0

  let executable: String
  /// The row and all that it is compared with.
  let rows: [String]
  /// What is measured as a part of the limit.
  let part: Double

  /// Finds out whether a bar has to be missed when its row takes 30 % longer: one that holds, of a ratio, of a row of one
  /// thread whose samples have iterations enough for about 30 % of them (25 % of eight), near enough to its limit.
  init?(_ bar: BarResult, in suite: SuiteResult, executable: String) {
    guard bar.verdict == .held, bar.kind == .ratio, bar.limit > 0,
      let row = suite.rows.first(where: { $0.name == bar.row }),
      row.threads == 1, row.cpuClock == .thread, row.iterationsPerSample >= 8
    else { return nil }
    part = bar.ratio / bar.limit
    // Beyond the limit and the allowance, and some more for what this start differs from the next.
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
