import Foundation
import ProcessLaunching
import SuiteErrors

/// Where each side of a comparison keeps its temporary files and caches, so that neither finds what the other has left.
///
/// The paths are equally long, since they move what lies behind them in memory, and short, since sockets are made there.
struct SideFiles: Sendable {
  private let directory: String

  init() throws(SuiteError) {
    directory = try WorkDirectory.makeTemporary("sides")
    for side in [GateSide.base, .head] {
      try WorkDirectory.make(folder(side), orElse: WorkDirectory.otherTemporary)
    }
  }

  func folder(_ side: GateSide) -> String { "\(directory)/\(side.rawValue)" }

  /// The variables that lead the programs of a side there.
  func variables(_ side: GateSide) -> [String: String] {
    BenchmarkProgram.variables(keepingFilesIn: folder(side))
  }

  /// Removes both, with what programs have left there.
  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
