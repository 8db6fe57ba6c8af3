import BenchmarkResults
import SuiteErrors

/// The rows of a suite that run, and the rows that each is compared with.
struct RowSelection {
  /// The rows that run, in the order they were added.
  let benchmarks: [Benchmark]

  /// For each row that runs, the names of its floors that run too.
  let floors: [String: [String]]

  /// For each row that runs, the names of its floors that the filter left out.
  let omittedFloors: [String: [String]]

  /// Chooses rows.
  ///
  /// - Parameters:
  ///   - suite: The suite.
  ///   - pattern: What the names of the rows match; nil for all.
  ///   - shown: The rows to choose from; nil for all.
  /// - Throws: ``SuiteError`` if the suite is empty, two rows have the same name, a floor is no
  ///   row, a bar is on a parameter that its row hasn't, the pattern is malformed or matches nothing.
  init(
    suite: BenchmarkSuite,
    filter pattern: String?,
    of shown: Set<String>? = nil
  ) throws(SuiteError) {
    let names = suite.benchmarks.map(\.rowName)
    guard !names.isEmpty else {
      throw SuiteError(
        "suite \(suite.name)",
        "it has no benchmarks",
        remedy: "add one before main()"
      )
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw SuiteError(
        "row \(name)",
        "two benchmarks have this name",
        remedy: "give them different names or parameters"
      )
    }

    let available = shown ?? Set(names)
    let matches = try Self.matches(pattern, names: names.filter(available.contains))
    benchmarks = zip(names, suite.benchmarks).filter { matches.contains($0.0) }.map(\.1)

    var floors: [String: [String]] = [:]
    var omitted: [String: [String]] = [:]
    // All rows, not only those that run: report a misspelt floor in filtered runs too.
    let rows = RowIndex(suite.benchmarks, names: names)
    for (row, benchmark) in zip(names, suite.benchmarks) {
      try Self.checkParameters(of: benchmark)
      let found = try Self.floors(of: benchmark, named: row, in: rows)
      guard matches.contains(row) else { continue }
      floors[row] = found.filter(matches.contains)
      omitted[row] = found.filter { available.contains($0) && !matches.contains($0) }
    }
    self.floors = floors
    self.omittedFloors = omitted.filter { !$0.value.isEmpty }
  }

  /// The rows in groups; rows of different groups are not compared with each other.
  ///
  /// The rows of a group are in the order they were added, and the groups in the order of their first rows.
  var groups: [[Benchmark]] {
    // The number of each row's group; two groups merge if a row has a floor in the other. With some dozens of rows, renumbering is quick
    // enough.
    var groupOfRow = Dictionary(
      uniqueKeysWithValues: benchmarks.enumerated().map { ($1.rowName, $0) }
    )
    for benchmark in benchmarks {
      for floor in floors[benchmark.rowName] ?? [] {
        guard let own = groupOfRow[benchmark.rowName], let other = groupOfRow[floor] else {
          continue
        }
        for (row, group) in groupOfRow where group == max(own, other) {
          groupOfRow[row] = min(own, other)
        }
      }
    }
    return Dictionary(grouping: benchmarks) { groupOfRow[$0.rowName] ?? 0 }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private static func matches(
    _ pattern: String?,
    names: [String]
  ) throws(SuiteError) -> Set<String> {
    guard let pattern else { return Set(names) }
    guard let regex = try? Regex(pattern) else { throw .invalidPattern("--filter", pattern) }
    let matches = names.filter { $0.contains(regex) }
    guard !matches.isEmpty else { throw .nothingMatches("--filter", pattern, rows: names) }
    return Set(matches)
  }

  private static func checkParameters(of benchmark: Benchmark) throws(SuiteError) {
    let known = benchmark.parameters.map(\.key)
    for bar in benchmark.bars {
      guard case .exponent(let parameter, _) = bar.limit, !known.contains(parameter) else {
        continue
      }
      throw SuiteError(
        "row \(benchmark.rowName)",
        "the bar \(bar.name) is on the exponent of \(parameter), which is none of its parameters",
        remedy: known.isEmpty
          ? "give it some" : "use one of these: \(known.joined(separator: ", "))"
      )
    }
  }

  private static func floors(
    of benchmark: Benchmark,
    named own: String,
    in rows: RowIndex
  ) throws(SuiteError) -> [String] {
    var found: [String] = []
    for floor in benchmark.floors {
      var names = floor != own && rows.byRowName[floor] != nil ? [floor] : []
      if names.isEmpty {
        names = (rows.byName[floor] ?? [])
          .filter { $0.rowName != own && agrees($0.benchmark, with: benchmark) }.map(\.rowName)
      }
      guard !names.isEmpty else {
        let others = rows.names.filter { $0 != own }
        throw SuiteError(
          "row \(own)",
          "its floor \(floor) is no other row's name",
          remedy: "use one of these:\n\(SuiteError.list(others))"
        )
      }
      for name in names where !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// Whether both have the same values for the parameters they share.
  private static func agrees(_ one: Benchmark, with other: Benchmark) -> Bool {
    one.parameters.allSatisfy { parameter in
      other.parameters.allSatisfy { $0.key != parameter.key || $0.value == parameter.value }
    }
  }
}

/// The rows of a suite by their names, which are slow to compute.
private struct RowIndex {
  let names: [String]
  private(set) var byRowName: [String: Benchmark] = [:]
  /// By benchmark name, which rows that differ in their parameters share.
  private(set) var byName: [String: [(rowName: String, benchmark: Benchmark)]] = [:]

  init(_ benchmarks: [Benchmark], names: [String]) {
    self.names = names
    for (name, benchmark) in zip(names, benchmarks) {
      byRowName[name] = benchmark
      byName[benchmark.name, default: []].append((name, benchmark))
    }
  }
}
