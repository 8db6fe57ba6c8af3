/// What a benchmark may ask to have measured.
///
/// The harness measures wall time and CPU time, and with `--counts` instructions, allocations and their
/// bytes, frees, objects, retains and releases; see ``isMeasured``.
public enum BenchmarkMetric: Hashable, Sendable, CustomStringConvertible {
  /// CPU time in user space.
  case cpuUser
  /// CPU time in the kernel.
  case cpuSystem
  /// CPU time.
  case cpuTotal
  /// Wall time.
  case wallClock
  /// Operations a second, the reciprocal of wall time.
  case throughput
  /// The most memory that was resident.
  case peakMemoryResident
  /// How much ``peakMemoryResident`` grew.
  case peakMemoryResidentDelta
  /// The most memory that was mapped.
  case peakMemoryVirtual
  /// Calls of the allocator for small blocks.
  case mallocCountSmall
  /// Calls of the allocator for large blocks.
  case mallocCountLarge
  /// Calls of the allocator.
  case mallocCountTotal
  /// Calls that free.
  case freeCountTotal
  /// Bytes that were allocated.
  case mallocBytesCount
  /// Memory that the allocator holds.
  case allocatedResidentMemory
  /// Allocations that were not freed.
  case memoryLeaked
  /// System calls.
  case syscalls
  /// Context switches.
  case contextSwitches
  /// The most threads.
  case threads
  /// The most threads that ran.
  case threadsRunning
  /// System calls that read.
  case readSyscalls
  /// System calls that write.
  case writeSyscalls
  /// Bytes that were read.
  case readBytesLogical
  /// Bytes that were written.
  case writeBytesLogical
  /// Bytes that were read from a device.
  case readBytesPhysical
  /// Bytes that were written to a device.
  case writeBytesPhysical
  /// Machine instructions.
  case instructions
  /// Objects that were allocated.
  case objectAllocCount
  /// Retains.
  case retainCount
  /// Releases.
  case releaseCount
  /// How many more retains there were than releases, or fewer.
  case retainReleaseDelta
  /// A metric whose values the benchmark gives itself; only the name tells one from another.
  case custom(_ name: String, polarity: Polarity = .prefersSmaller, useScalingFactor: Bool = true)

  /// Which of two values is the better one.
  public enum Polarity: Hashable, Sendable {
    /// The larger.
    case prefersLarger
    /// The smaller.
    case prefersSmaller
  }

  /// Whether the two are the same metric.
  public static func == (one: BenchmarkMetric, other: BenchmarkMetric) -> Bool {
    one.identity == other.identity
  }

  /// Feeds what tells metrics apart into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }

  /// The name of the case, or of the custom metric.
  public var description: String {
    if case .custom(let name, _, _) = self { name } else { "\(identity.dropFirst())" }
  }

  /// Which of two values is the better one.
  public var polarity: Polarity {
    switch self {
    case .throughput: .prefersLarger
    case .custom(_, let polarity, _): polarity
    default: .prefersSmaller
    }
  }

  /// Whether the harness measures it, in whatever unit it reports.
  public var isMeasured: Bool {
    switch self {
    case .wallClock, .cpuTotal, .throughput: true
    case .mallocCountTotal, .mallocBytesCount, .freeCountTotal: true
    case .instructions, .objectAllocCount, .retainCount, .releaseCount: true
    case .custom: true
    default: false
    }
  }
}
