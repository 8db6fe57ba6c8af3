import ArgumentParser
import BenchmarkHistory
import SuiteErrors

/// A choice of series on the command line.
struct HistorySelection: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Option(
    name: .customLong("metric"),
    help: ArgumentHelp(
      """
      Only this metric: instructions, allocations, objects, retains, releases, bytes, frees, wall, \
      cpu, memory or ratio; may be repeated.
      """,
      valueName: "name"
    )
  )
  var metrics: [String] = []

  /// Chooses values.
  ///
  /// - Parameters:
  ///   - entries: What there is.
  ///   - path: Where it is from.
  /// - Returns: At least one value.
  /// - Throws: ``SuiteError`` if none is chosen.
  func select(
    _ entries: [HistoryEntry],
    path: String
  ) throws(SuiteError) -> [HistoryEntry] {
    var selected = entries
    if let filter {
      guard let regex = try? Regex(filter) else { throw .invalidPattern("--filter", filter) }
      selected.removeAll { !$0.row.contains(regex) }
    }
    if !metrics.isEmpty { selected.removeAll { !metrics.contains($0.metric.rawValue) } }
    guard selected.isEmpty else { return selected }
    let available = Set(entries.map { "\($0.row): \($0.metric.rawValue)" })
    throw SuiteError(
      path,
      "none of its series are of these rows and metrics",
      remedy: "it has\n\(SuiteError.list(available.isEmpty ? ["none"] : available.sorted()))"
    )
  }
}
