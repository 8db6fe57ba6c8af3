package import BenchmarkResults
package import Statistics
package import SuiteErrors

/// Two saved runs of the same benchmarks, row by row.
///
/// A machine's speed drifts by tens of percent between two runs, so their times are no evidence. A run measures each row in turn with its
/// floors and peers; the ratios to these are, and so are counts.
package struct RunComparison: Codable, Equatable, Sendable {
  package private(set) var schemaVersion = 1
  /// Where the earlier run is from.
  package let base: RunOrigin
  package let head: RunOrigin
  /// The suites, in the order of the files.
  package let suites: [SuiteChange]
  /// What makes the comparison worth less.
  package let warnings: [String]

  /// Compares two files.
  ///
  /// - Parameters:
  ///   - files: The names of the files, and their contents; several runs of a suite in one file count as one side.
  ///   - isCompared: Whether a row of this name is compared.
  /// - Throws: `SuiteError` if they have no such row in common.
  package init(
    _ files: Sides<SavedRun>,
    rows isCompared: (String) -> Bool = { _ in true }
  ) throws(SuiteError) {
    var names: [String] = []
    for suite in files.base.results.suites + files.head.results.suites
    where !names.contains(suite.suite) {
      names.append(suite.suite)
    }
    suites = names.map { name in
      SuiteChange(
        name,
        runs: files.map { $0.results.suites.filter { $0.suite == name } },
        rows: isCompared
      )
    }
    guard suites.contains(where: { !$0.rows.isEmpty }),
      let base = RunOrigin(files.base), let head = RunOrigin(files.head)
    else {
      throw SuiteError(
        "\(files.base.name), \(files.head.name)",
        "no row is in both",
        remedy:
          "give two runs of the same benchmarks, and no --filter or one that matches their rows"
      )
    }
    (self.base, self.head) = (base, head)
    warnings = Self.warnings(files.map(\.results.suites), base, head)
  }

  private static func warnings(
    _ suites: Sides<[SuiteResult]>,
    _ base: RunOrigin,
    _ head: RunOrigin
  ) -> [String] {
    var warnings: [String] = []
    let machines = suites.map { Set($0.map(\.machine.text)).sorted().joined(separator: " and ") }
    if machines.base != machines.head {
      warnings.append(
        "the runs are of different machines, A of \(machines.base), B of \(machines.head): there ratios and counts "
          + "may differ without a change of the program"
      )
    }
    if base.toolchain != head.toolchain {
      warnings.append("the toolchains differ: A \(base.toolchain), B \(head.toolchain)")
    }
    for (name, runs) in [("A", suites.base), ("B", suites.head)] {
      func warn(_ text: String, _ isSo: (SuiteResult) -> Bool) {
        let found = runs.filter(isSo).map(\.suite).withoutRepetitions
        if !found.isEmpty { warnings.append("\(name): \(found.joined(separator: ", ")): \(text)") }
      }
      warn("built without optimization") { !$0.isOptimized }
      warn("hashing was random, on which times and counts depend") { !$0.deterministicHashing }
      warn("the run ended before its last row") { !$0.isComplete }
    }
    if base.date > head.date { warnings.append("A is the later run; give the earlier one first") }
    return warnings
  }
}

/// A file of results.
package struct SavedRun: Sendable {
  let name: String
  let results: ResultCollection

  package init(_ name: String, _ results: ResultCollection) {
    (self.name, self.results) = (name, results)
  }
}

/// Where a run is from.
package struct RunOrigin: Codable, Equatable, Sendable {
  package let file: String
  /// When it began, as an ISO 8601 date and time in UTC.
  package let date: String
  package let machine: MachineDescription
  package let toolchain: String
  package let source: SourceRevision?
  /// The most runs of a suite in the file.
  package let runs: Int

  init?(_ saved: SavedRun) {
    guard let first = saved.results.suites.first else { return nil }
    file = saved.name
    (date, machine) = (first.date, first.machine)
    (toolchain, source) = (first.toolchain, first.source)
    runs = saved.results.suites.grouped(by: \.suite).map(\.count).max() ?? 0
  }
}

extension MachineDescription {
  /// What may change a ratio.
  var text: String { "\(cpuModel), \(logicalCPUs) CPUs, \(operatingSystem), \(kernel)" }
}

/// A suite in two runs.
package struct SuiteChange: Codable, Equatable, Sendable {
  package let suite: String
  /// The rows of both, what is clear first, then what changed most.
  package let rows: [RowChange]
  package let onlyInBase: [String]
  package let onlyInHead: [String]

  init(_ suite: String, runs: Sides<[SuiteResult]>, rows isCompared: (String) -> Bool) {
    self.suite = suite
    let sides = runs.map { runs in
      runs.flatMap { run in
        run.rows.filter { isCompared($0.name) }.map { RowOfRun(row: $0, run: run) }
      }.grouped(by: \.row.name)
    }
    func others(_ rows: [[RowOfRun]], than known: Set<String>) -> [String] {
      rows.map { $0[0].row.name }.filter { !known.contains($0) }
    }
    let names = sides.map { side in Set(side.map { $0[0].row.name }) }
    onlyInBase = others(sides.base, than: names.head)
    onlyInHead = others(sides.head, than: names.base)
    let changes = sides.head.compactMap { head -> RowChange? in
      let base = sides.base.first { $0[0].row.name == head[0].row.name }
      return base.map { RowChange(Sides(base: $0, head: head)) }
    }
    rows = changes.enumerated().sorted { one, other in
      guard let ratio = one.element.ratios.first, let second = other.element.ratios.first else {
        // Rows without a floor come last, in their order.
        let has = one.element.ratios.isEmpty ? 1 : 0
        let otherHas = other.element.ratios.isEmpty ? 1 : 0
        return (has, one.offset) < (otherHas, other.offset)
      }
      return ratio.precedes(second) || !second.precedes(ratio) && one.offset < other.offset
    }.map(\.element)
  }
}
