import ArgumentParser
import BenchmarkReport
import Foundation
import SuiteErrors

/// `hamon history`: results, commit by commit, and where they changed.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keeps the results of each commit, and finds where they changed.",
    discussion: """
      The history is a folder of text files, results/history of the package, committed with it: a line \
      for each commit, row and metric. It shows changes that are too small or too slow for one \
      comparison. E-divisive with Student's test finds them, as in Hunter.

      It compares counts and times only on the same model of CPU and with the same toolchain. It compares \
      ratios to floors over all machines: one run measures both sides.

      EXAMPLES
        hamon bench --counts --json results.json && hamon history add results.json
        hamon history show --metric instructions --since 2026-01-01
        hamon history show --markdown "$GITHUB_STEP_SUMMARY"
        hamon history plot -o pictures --filter '^dispatch/'

      EXIT STATUS
        0 even if something changed: it blocks nothing; 1 for errors; 64 for a usage error.
      """,
    subcommands: [
      HistoryAddCommand.self, HistoryShowCommand.self, HistoryPlotCommand.self,
      HistoryExportCommand.self,
    ]
  )
}

/// The folder of a history on the command line.
struct HistoryLocation: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The package with the history (default: the package of the current directory).",
      valueName: "directory"
    )
  )
  var packagePath: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the history (default: results/history of the package).",
      valueName: "directory"
    )
  )
  var directory: String?

  func folder() throws(SuiteError) -> HistoryFolder {
    if let directory { return HistoryFolder(path: directory) }
    return HistoryFolder(path: try package() + "/results/history")
  }

  /// The directory for git's answers about commits.
  func checkout() -> String {
    packagePath ?? (try? package()) ?? FileManager.default.currentDirectoryPath
  }

  /// Reads the history; warns about unreadable parts.
  func read() throws -> [HistoryEntry] {
    let contents = try folder().read()
    for warning in contents.warnings { StandardError.warning("\(warning)") }
    return contents.entries
  }

  private func package() throws(SuiteError) -> String {
    let start = packagePath ?? FileManager.default.currentDirectoryPath
    let package = try? SwiftPackage(containing: start)
    guard let package, packagePath == nil || package.root == start else {
      throw SuiteError(
        start,
        "there is no Package.swift here\(packagePath == nil ? " or above" : "")",
        remedy: "give --package-path or --directory"
      )
    }
    return package.root
  }
}

/// A choice of series on the command line.
struct HistorySelection: ParsableArguments {
  @OptionGroup var only: RowFilter

  @Option(
    name: .customLong("metric"),
    help: ArgumentHelp(
      """
      Only this metric: instructions, allocations, objects, retains, releases, bytes, frees, \
      system-calls, wall, cpu, memory or ratio; may be repeated.
      """,
      valueName: "name"
    )
  )
  var metrics: [String] = []

  func select(
    _ entries: [HistoryEntry],
    path: String
  ) throws(SuiteError) -> [HistoryEntry] {
    var selected = entries
    if let filter = only.filter {
      guard let regex = try? Regex(filter) else { throw .invalidPattern("--filter", filter) }
      selected.removeAll { !$0.row.contains(regex) }
    }
    if !metrics.isEmpty { selected.removeAll { !metrics.contains($0.metric.rawValue) } }
    guard selected.isEmpty else { return selected }
    let available = Set(entries.map { "\($0.row): \($0.metric.rawValue)" })
    throw SuiteError(
      path,
      "it has no series of these rows and metrics",
      remedy: "it has\n\(SuiteError.list(available.isEmpty ? ["none"] : available.sorted()))"
    )
  }
}

/// A day, or a moment, on the command line: `2026-01-31` or `2026-01-31T12:00:00Z`, in UTC.
struct HistoryDate: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    let moment = argument.contains("T") ? argument : argument + "T00:00:00Z"
    guard let date = try? Date(moment, strategy: .iso8601) else { return nil }
    self.date = date
  }
}
