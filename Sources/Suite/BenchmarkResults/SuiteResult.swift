import FoundationEssentials

/// The results of one run of a suite: the content of a result file.
package struct SuiteResult: Codable, Equatable, Sendable {
  /// The version of the format that this code writes, and the newest it reads.
  ///
  /// It increases when a reader of the version before would misunderstand the file.
  package static let currentSchemaVersion = 1

  /// The version of the format of the file.
  package let schemaVersion: Int

  package let suite: String

  /// When the run began, as an ISO 8601 date and time in UTC.
  package let date: String

  /// The command that ran it, word by word.
  package let commandLine: [String]

  package let machine: MachineDescription

  /// The first line of `swift --version`, or `unknown`.
  package let toolchain: String

  /// The checkout of the working directory, if it is in one.
  package let source: SourceRevision?

  /// Whether `Hasher` was seeded with a constant, so that hash tables are the same in each run.
  package let deterministicHashing: Bool

  /// Whether the harness, and so the benchmarks, were built with optimization.
  package let isOptimized: Bool

  /// The planned number of rounds of each row.
  package let rounds: Int

  /// The load averages over 1, 5 and 15 minutes when the run began.
  package let loadAverageBefore: [Double]

  /// The load averages over 1, 5 and 15 minutes when the file was written last.
  package var loadAverageAfter: [Double]

  /// Whether the run was completed; otherwise rows may be missing or have fewer rounds.
  package var isComplete = false

  package var rows: [RowResult] = []

  /// The results of bars whose rows were measured; `nil` in older files.
  package var bars: [BarResult]?

  /// The bars of measured rows without what it takes to judge them; `nil` if there are none.
  package var unjudgedBars: [UnjudgedBar]?

  /// The bars that are judged when their rows are counted; `nil` if there are none.
  package var allocationLimits: [AllocationLimit]?

  /// What the suite measures, in a sentence; `nil` if it doesn't say.
  package var about: String?

  /// Words for names of benchmarks (`hash`), keys (`size=`) and values (`size=10`) of parameters; `nil` if it gives none.
  package var words: [String: String]?

  /// The comparisons that sum the suite up, with or without measured rows; `nil` if the suite names none.
  package var highlights: [Highlight]?

  /// The rows that were not measured.
  package var failures: [RowFailure] = []

  /// The same without the single samples of its rows.
  package func omittingSamples() -> SuiteResult {
    var suite = self
    suite.rows = rows.map { $0.omittingSamples() }
    return suite
  }

  /// The rows that decide a bar: its own, those that it is compared with, and for an exponent the whole series.
  package func rows(judging bar: BarResult) -> [String] {
    guard let row = rows.first(where: { $0.name == bar.row }) else { return [bar.row] }
    let series = bar.kind == .exponent ? rows.filter { $0.benchmark == row.benchmark } : []
    return [row.name] + row.ratios.map(\.floor) + series.map(\.name)
  }

  /// The rows of apparently missed bars that another start of the program may revise.
  package var rowsToMeasureAgain: [String] {
    (bars ?? []).flatMap { bar -> [String] in
      let names = rows(judging: bar)
      let isConcurrent = rows.contains { names.contains($0.name) && $0.cpuClock.isConcurrent }
      return bar.mayDifferFromStartToStart(isConcurrent: isConcurrent) ? names : []
    }
  }

  /// Considers another start of the program, which measured the rows of apparently missed bars again.
  ///
  /// - Parameters:
  ///   - other: The results of that start.
  ///   - offset: How many bytes further on its code lies there.
  package mutating func considerMisses(in other: SuiteResult, movedBy offset: Int) {
    bars = bars?.map { bar in
      bar.counterpart(in: other.bars ?? []).map { bar.considering($0, movedBy: offset) } ?? bar
    }
  }

  /// Adds the counts of a row, and the results of its bars on counts; rows that were not measured have no place for them.
  package mutating func setCounts(_ counts: RowCounts, ofRow name: String) {
    for index in rows.indices where rows[index].name == name { rows[index].counts = counts }
    let limits = allocationLimits?.filter { $0.row == name } ?? []
    if limits.isEmpty { return }
    let results = limits.map { $0.result(for: counts) }
    // After another count, a row's bars are judged again.
    bars = (bars ?? []).filter { bar in !results.contains { $0.judgesSame(as: bar) } } + results
  }

  /// The same with only some of its rows, their failures and their bars.
  package func keeping(_ names: Set<String>) -> SuiteResult {
    var suite = self
    suite.rows = rows.filter { names.contains($0.name) }
    suite.failures = failures.filter { names.contains($0.row) }
    suite.bars = bars?.filter { names.contains($0.row) }
    suite.allocationLimits = allocationLimits?.filter { names.contains($0.row) }
    suite.unjudgedBars = unjudgedBars?.filter { names.contains($0.row) }
    return suite
  }

  /// The same with the results of a later run of its other rows.
  package func continued(by rest: SuiteResult) -> SuiteResult {
    var suite = self
    suite.rows += rest.rows
    suite.failures += rest.failures
    suite.bars = Self.joined(bars, rest.bars)
    suite.allocationLimits = Self.joined(allocationLimits, rest.allocationLimits)
    suite.unjudgedBars = Self.joined(unjudgedBars, rest.unjudgedBars)
    suite.loadAverageAfter = rest.loadAverageAfter
    suite.isComplete = rest.isComplete
    return suite
  }

  /// The same with more rows that were not measured.
  package func adding(_ more: [RowFailure]) -> SuiteResult {
    var suite = self
    suite.failures += more
    return suite
  }

  private static func joined<Element>(_ some: [Element]?, _ others: [Element]?) -> [Element]? {
    some == nil && others == nil ? nil : (some ?? []) + (others ?? [])
  }
}

extension SuiteResult {
  /// The result of a run that begins now, on this machine, without any measurements.
  package init(
    beginning suite: String,
    rounds: Int,
    toolchain: String,
    source: SourceRevision?,
    deterministicHashing: Bool,
    isOptimized: Bool
  ) {
    let load = MachineDescription.loadAverages()
    self.init(
      schemaVersion: Self.currentSchemaVersion,
      suite: suite,
      date: Date.now.ISO8601Format(),
      commandLine: CommandLine.arguments,
      machine: .current(),
      toolchain: toolchain,
      source: source,
      deterministicHashing: deterministicHashing,
      isOptimized: isOptimized,
      rounds: rounds,
      loadAverageBefore: load,
      loadAverageAfter: load
    )
  }
}

/// The state of a git checkout.
package struct SourceRevision: Codable, Equatable, Sendable {
  package let commit: String

  /// Whether tracked files differ from the commit, or there are sources that git neither tracks nor ignores; results don't count.
  package let isDirty: Bool

  package init(commit: String, isDirty: Bool) {
    self.commit = commit
    self.isDirty = isDirty
  }
}
