import ArgumentParser
import BenchmarkHistory
import FoundationEssentials

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
  func folder() throws(HistoryCommandError) -> HistoryFolder {
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

  private func package() throws(HistoryCommandError) -> String {
    let start = packagePath ?? FileManager.default.currentDirectoryPath
    if packagePath != nil {
      guard FileManager.default.isReadableFile(atPath: "\(start)/Package.swift") else {
        throw .noPackage(directory: start)
      }
      return start
    }
    var url = URL(filePath: start)
    while true {
      if FileManager.default.isReadableFile(atPath: url.appending(path: "Package.swift").path) {
        return url.path
      }
      guard url.path != "/" else { throw .noPackage(directory: start) }
      url.deleteLastPathComponent()
    }
  }
}
