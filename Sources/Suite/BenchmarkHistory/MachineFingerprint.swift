/// What a value depends on besides the code: which values may be compared with each other.
public struct MachineFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// The model of the CPU.
  public let cpuModel: String

  /// The first line of `swift --version`.
  public let toolchain: String

  /// Creates a fingerprint.
  public init(cpuModel: String, toolchain: String) {
    self.cpuModel = cpuModel
    self.toolchain = toolchain
  }

  /// The CPU and the toolchain.
  public var description: String { "\(cpuModel), \(toolchain)" }
}
