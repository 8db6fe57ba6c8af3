/// What a value depends on besides the code: which values may be compared with each other.
package struct MachineFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The model of the CPU.
  package let cpuModel: String

  /// The first line of `swift --version`.
  package let toolchain: String

  /// Creates a fingerprint.
  package init(cpuModel: String, toolchain: String) {
    self.cpuModel = cpuModel
    self.toolchain = toolchain
  }

  /// The CPU and the toolchain.
  package var description: String { "\(cpuModel), \(toolchain)" }
}
