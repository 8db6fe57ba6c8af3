import FoundationEssentials

/// The variables that make the hashes of programs the same in each run.
package enum RepeatableHashing {
  /// The variables that differ from an environment.
  ///
  /// - Parameter inherited: The environment; a seed for Python in it stays.
  /// - Returns: The variables with their values.
  package static func variables(
    inherited: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String: String] {
    var variables = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    if inherited["PYTHONHASHSEED"] == nil { variables["PYTHONHASHSEED"] = "0" }
    return variables
  }
}
