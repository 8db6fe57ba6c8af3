/// What a run was measured on.
public struct MachineDescription: Codable, Equatable, Sendable {
  /// The model of the CPU, or `unknown`.
  public let cpuModel: String

  /// How many logical CPUs are online.
  public let logicalCPUs: Int

  /// How much memory the machine has, in bytes, or 0 if that is unknown.
  public let memoryBytes: UInt64

  /// The name, release and architecture of the kernel.
  public let kernel: String

  /// The name and version of the distribution, or `unknown`.
  public let operatingSystem: String
}
