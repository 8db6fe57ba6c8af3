import Foundation

/// The variables that make what programs hash the same in each run.
package enum RepeatableHashing {
  /// Those that differ from an environment.
  ///
  /// - Parameter inherited: The environment; who has chosen a seed for Python there keeps it.
  /// - Returns: The variables with their values.
  package static func variables(
    inherited: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    var variables = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    if inherited["PYTHONHASHSEED"] == nil { variables["PYTHONHASHSEED"] = "0" }
    return variables
  }
}
