import Foundation
import ProcessLaunching
import SuiteErrors

/// Where each side of a comparison keeps its temporary files and caches, so that neither finds what the other has left.
///
/// The paths are equally long, since they move what lies behind them in memory, and short, since sockets are made there.
struct SideFiles: Sendable {
  private let directory = FileManager.default.temporaryDirectory
    .appending(path: "hamon-\(UUID().uuidString.prefix(8))").path

  /// Makes the folder of each side.
  func make() throws(SuiteError) {
    for side in [GateSide.base, .head] {
      do {
        try FileManager.default.createDirectory(
          atPath: folder(side),
          withIntermediateDirectories: true
        )
      } catch {
        throw SuiteError(
          folder(side),
          "it can't be made (\(error.localizedDescription))",
          remedy: "make room, or set TMPDIR to another directory"
        )
      }
    }
  }

  /// The folder of a side.
  func folder(_ side: GateSide) -> String { "\(directory)/\(side.rawValue)" }

  /// The variables that lead the programs of a side there.
  func variables(_ side: GateSide) -> [String: String] {
    BenchmarkProgram.variables(keepingFilesIn: folder(side))
  }

  /// Removes both, with what programs have left there.
  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
