import Foundation
import RegressionGate

/// A directory that a gate or a calibration works in.
enum GateDirectory {
  /// Makes a directory, if it isn't there, and those that it is in.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - cure: What to do if it can't be made, such as `make room`.
  /// - Throws: ``GateError`` if it can't be made.
  static func make(_ directory: String, orElse cure: String) throws(GateError) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      throw GateError("\(directory): it can't be made (\(error.localizedDescription)); \(cure)")
    }
  }
}
