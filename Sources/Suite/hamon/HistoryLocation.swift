import ArgumentParser
import BenchmarkHistory
import Foundation
import SuiteErrors

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

  /// The folder.
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
  /// A file or folder that can't be written.
  static func unwritable(_ path: String, _ error: any Error) -> SuiteError {
    SuiteError(
      path,
      "cannot write it (\(error.localizedDescription))",
      remedy: "give a file in a directory that exists and is writable"
    )
  }
}
