import BenchmarkResults
import Foundation
import ProcessLaunching
import Statistics
import SuiteErrors

/// The directories for temporary files and caches of each side, so that neither side finds what the other has left.
///
/// The paths are equally long, since their length moves other memory, and short, since sockets are made there.
struct SideFiles: Sendable {
  private let directory: String

  init() throws(SuiteError) {
    directory = try WorkDirectory.makeTemporary("sides")
    for side in Side.allCases {
      try WorkDirectory.make(folder(side), orElse: WorkDirectory.otherTemporary)
    }
  }

  func folder(_ side: Side) -> String { "\(directory)/\(side.rawValue)" }

  /// The variables that point a side's programs there.
  ///
  /// Injected changes apply to the head only, which inherits them; for the base they are zeroed.
  func variables(_ side: Side) -> [String: String] {
    var variables = ["TMPDIR": folder(side), "XDG_CACHE_HOME": folder(side)]
    guard side == .base else { return variables }
    for variable in InjectionVariable.allCases {
      // Equally long, since its length moves other memory too.
      let length = variable.value?.utf8.count
      variables[variable.rawValue] = length.map { String(repeating: "0", count: $0) }
    }
    return variables
  }

  /// Removes both directories and their contents.
  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
