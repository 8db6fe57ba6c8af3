import ArgumentParser
import BenchmarkHistory
import Foundation
import SuiteErrors

/// `hamon history`: what was measured, commit by commit, and where it changed.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Keeps what was measured of each commit, and finds where it changed.",
    discussion: """
      The history is a folder of text files, results/history of the package, that is committed with \
      it: a line for each commit, row and metric. Changes that are too small or too slow for one \
      comparison show in it. They are found by E-divisive with Student's test, as Hunter does.

      Counts and times are compared on the same model of CPU and with the same toolchain only; ratios \
      to floors, of which both sides were measured in one run, over all machines.

      EXAMPLES
        hamon bench --counts --json results.json && hamon history add results.json
        hamon history show --metric instructions --since 2026-01-01
        hamon history show --markdown "$GITHUB_STEP_SUMMARY"
        hamon history plot -o pictures --filter '^dispatch/'

      EXIT STATUS
        0 also where something has changed: it blocks nothing; 1 for errors, 64 for a usage error.
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
      "The package whose history it is; without it, that of the current directory.",
      valueName: "directory"
    )
  )
  var packagePath: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the history; without it, results/history of the package.",
      valueName: "directory"
    )
  )
  var directory: String?

  func folder() throws(SuiteError) -> HistoryFolder {
    if let directory { return HistoryFolder(path: directory) }
    return HistoryFolder(path: try package() + "/results/history")
  }

  /// Where git is asked about commits.
  func checkout() -> String {
    packagePath ?? (try? package()) ?? FileManager.default.currentDirectoryPath
  }

  /// Reads the history, and says what of it can't be read.
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

extension SuiteError {
  /// A file that can't be written, and what to do then.
  static func unwritten(_ path: String, _ error: any Error, remedy: String) -> SuiteError {
    SuiteError(path, "it can't be written (\(error.localizedDescription))", remedy: remedy)
  }

  /// Tells what is wrong where a file or folder can't be written.
  static func writing(_ path: String, by write: () throws -> Void) throws(SuiteError) {
    do {
      try write()
    } catch {
      throw SuiteError(
        path,
        "cannot write it (\(error.localizedDescription))",
        remedy: "give a file in a directory that exists and is writable"
      )
    }
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
      "none of its series are of these rows and metrics",
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
