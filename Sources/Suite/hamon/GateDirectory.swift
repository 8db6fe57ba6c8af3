import Foundation
import RegressionGate
import SuiteErrors

/// A directory that a gate or a calibration works in.
enum GateDirectory {
  /// Makes a directory, if it isn't there, and those that it is in.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - cure: What to do if it can't be made, such as `make room`.
  /// - Throws: ``SuiteError`` if it can't be made.
  static func make(_ directory: String, orElse cure: String) throws(SuiteError) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      throw SuiteError(
        "\(directory)",
        "it can't be made (\(error.localizedDescription))",
        remedy: "\(cure)"
      )
    }
  }
}
