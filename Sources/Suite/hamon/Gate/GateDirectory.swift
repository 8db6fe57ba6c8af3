import Foundation
import SuiteErrors

/// A directory that a gate or a calibration works in.
enum GateDirectory {
  /// Makes a directory, if it isn't there, and those that it is in.
  static func make(_ directory: String, orElse cure: String) throws(SuiteError) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      throw SuiteError(
        directory,
        "it can't be made (\(error.localizedDescription))",
        remedy: cure
      )
    }
  }
}
