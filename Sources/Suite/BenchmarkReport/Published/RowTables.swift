import BenchmarkResults
import ReportRendering

/// The rows of a suite as tables: a benchmark of several rows has its own, with a column for each parameter and for each other benchmark
/// that it is compared with; the others share one.
struct RowTables {
  /// The fewest rows of a table of their own.
  private static let fewest = 3

  /// The tables, with their titles.
  let parts: [(title: String, table: TextTable)]

  private let suite: SuiteResult
  private let rows: [String: RowResult]

  init(_ suite: SuiteResult) {
    self.init(suite: suite, parts: [])
    let groups = suite.rows.filter { $0.kind == .ours }.grouped(by: \.benchmark)
    let large = groups.filter { $0.count >= Self.fewest }
    var parts = large.map { (suite.words(ofBenchmark: $0[0].benchmark), table(of: $0)) }
    let small = groups.filter { $0.count < Self.fewest }.flatMap(\.self)
    if !small.isEmpty {
      parts.append(
        (large.isEmpty ? "Operations" : "Other operations", list(of: byWorstRatio(small)))
      )
    }
    let compared = Set(suite.rows.flatMap(\.ratios).map(\.floor))
    let alone = suite.rows.filter { $0.kind != .ours && !compared.contains($0.name) }
    if !alone.isEmpty { parts.append(("Floors and peers of no row", list(of: alone))) }
    self.init(suite: suite, parts: parts)
  }

  private init(suite: SuiteResult, parts: [(title: String, table: TextTable)]) {
    self.suite = suite
    self.parts = parts
    rows = Dictionary(suite.rows.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The rows of a benchmark, by scale, or else the largest ratio first.
  private func table(of group: [RowResult]) -> TextTable {
    let keys = group.flatMap { $0.parameters.map(\.key) }.withoutRepetitions
    let others = group.flatMap { row in row.ratios.map { other($0, of: row) } }.withoutRepetitions
    let hasMemory = group.contains { $0.memory != nil }
    var table = TextTable(
      headers: keys.map(suite.words(ofKey:)) + ["time"] + (hasMemory ? ["memory"] : [])
        + others.map { "vs \($0)" } + ["row"],
      alignments: keys.map { key in
        group.allSatisfy { Self.number(of: key, in: $0) != nil } ? .right : .left
      } + Array(repeating: .right, count: others.count + (hasMemory ? 2 : 1)) + [.left]
    )
    for row in byScale(group, keys: keys) ?? byWorstRatio(group) {
      let values = keys.map { key in
        row.parameters.first { $0.key == key }.map(suite.words(ofValue:)) ?? ""
      }
      let ratios = others.map { name in
        row.ratios.filter { other($0, of: row) == name }.map(text).joined(separator: "; ")
      }
      table.append(
        row: values + [time(of: row)] + (hasMemory ? [memory(of: row)] : []) + ratios + [row.name]
      )
    }
    return table
  }

  /// Rows of several benchmarks.
  private func list(of group: [RowResult]) -> TextTable {
    let hasMemory = group.contains { $0.memory != nil }
    let isCompared = group.contains { !$0.ratios.isEmpty }
    var table = TextTable(
      headers: ["operation", "time"] + (hasMemory ? ["memory"] : [])
        + (isCompared ? ["compared with"] : []) + ["row"],
      alignments: [.left, .right] + (hasMemory ? [.right] : []) + (isCompared ? [.left] : []) + [
        .left
      ]
    )
    for row in group {
      let ratios = row.ratios.map { ratio in
        let name = other(ratio, of: row)
        return "\(SuiteResult.ratio(ratio.median)) \(name)\(floorTime(ratio))"
      }
      table.append(
        row: [suite.words(of: row), time(of: row)] + (hasMemory ? [memory(of: row)] : [])
          + (isCompared ? [ratios.joined(separator: "; ")] : []) + [row.name]
      )
    }
    return table
  }

  private func time(of row: RowResult) -> String {
    DurationFormat.string(nanoseconds: row.wall.median) + (row.isSteady == false ? " *" : "")
  }

  private func memory(of row: RowResult) -> String {
    row.memory.map { NumberFormat.string(Double($0) / 1e6, decimals: 1) + " MB" } ?? "-"
  }

  /// What a row is compared with, in words, without the parameters that it has itself.
  private func other(_ ratio: RatioResult, of row: RowResult) -> String {
    rows[ratio.floor].map { suite.words(of: $0, beside: row.parameters) } ?? ratio.floor
  }

  private func text(_ ratio: RatioResult) -> String {
    SuiteResult.ratio(ratio.median) + floorTime(ratio)
  }

  private func floorTime(_ ratio: RatioResult) -> String {
    rows[ratio.floor].map { " (\(DurationFormat.string(nanoseconds: $0.wall.median)))" } ?? ""
  }

  private func byWorstRatio(_ group: [RowResult]) -> [RowResult] {
    func worst(_ row: RowResult) -> Double { row.ratios.map(\.median).max() ?? 0 }
    return group.sorted { worst($0) > worst($1) }
  }

  /// The rows in the order of their parameters, the one with the most numbers last; `nil` if none has three.
  private func byScale(_ group: [RowResult], keys: [String]) -> [RowResult]? {
    func numbers(_ key: String) -> Int {
      Set(group.compactMap { Self.number(of: key, in: $0) }).count
    }
    guard let scale = keys.max(by: { numbers($0) < numbers($1) }), numbers(scale) >= 3 else {
      return nil
    }
    let ordered = keys.filter { $0 != scale } + [scale]
    let values = ordered.map { key in
      group.map { row in row.parameters.first { $0.key == key }?.value }.withoutRepetitions
    }
    func place(_ row: RowResult) -> [Double] {
      zip(ordered, values).map { key, values in
        let value = row.parameters.first { $0.key == key }?.value
        return value.flatMap(Double.init) ?? Double(values.firstIndex(of: value) ?? 0)
      }
    }
    return group.map { ($0, place($0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
  }

  private static func number(of key: String, in row: RowResult) -> Double? {
    row.parameters.first { $0.key == key }.flatMap { Double($0.value) }
  }
}
