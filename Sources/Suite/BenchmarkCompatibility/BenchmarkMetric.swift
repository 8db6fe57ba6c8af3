/// A metric that a benchmark may ask for.
///
/// The harness measures wall time, CPU time, context switches and resident memory, and with `--counts` instructions,
/// allocations and their bytes, frees, objects, retains, releases and system calls; see ``isMeasured``.
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
  /// The maximum of resident memory.
  case peakMemoryResident
  /// How much ``peakMemoryResident`` grew.
  case peakMemoryResidentDelta
  /// The maximum of mapped memory.
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
  /// The number of allocations minus the number of frees.
  case mallocFreeDelta
  /// Memory that the allocator holds.
  case allocatedResidentMemory
  /// Allocations that were not freed.
  case memoryLeaked
  /// Bytes that were not freed.
  case memoryLeakedBytes
  /// System calls.
  case syscalls
  /// Context switches.
  case contextSwitches
  /// The maximum number of threads.
  case threads
  /// The maximum number of running threads.
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
  /// The number of retains minus the number of releases.
  case retainReleaseDelta
  /// A metric whose values come from the benchmark itself; only the name identifies it.
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

  /// Hashes the identity of the metric.
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

  /// Whether the harness measures it, in any unit.
  public var isMeasured: Bool {
    switch self {
    case .wallClock, .cpuTotal, .throughput: true
    case .mallocCountTotal, .mallocBytesCount, .freeCountTotal: true
    case .instructions, .objectAllocCount, .retainCount, .releaseCount, .syscalls: true
    case .contextSwitches, .peakMemoryResident, .peakMemoryResidentDelta: true
    case .custom: true
    default: false
    }
  }
}

extension BenchmarkMetric {
  /// Wall time alone.
  public static var microbenchmark: [BenchmarkMetric] { [.wallClock, .throughput] }

  /// The default metrics.
  public static var `default`: [BenchmarkMetric] {
    [.wallClock, .cpuTotal, .mallocCountTotal, .throughput, .instructions, .peakMemoryResident]
  }

  /// The defaults and a little more of the system.
  public static var extended: [BenchmarkMetric] {
    `default` + [.cpuUser, .memoryLeaked, .syscalls]
  }

  /// The metrics of memory.
  public static var memory: [BenchmarkMetric] {
    [
      .peakMemoryResident, .peakMemoryResidentDelta, .peakMemoryVirtual, .mallocCountSmall,
      .mallocCountLarge, .mallocCountTotal, .freeCountTotal, .mallocBytesCount, .mallocFreeDelta,
      .memoryLeaked, .memoryLeakedBytes, .allocatedResidentMemory,
    ]
  }

  /// The metrics of reference counting.
  public static var arc: [BenchmarkMetric] {
    [.objectAllocCount, .retainCount, .releaseCount, .retainReleaseDelta]
  }

  /// The metrics of the operating system.
  public static var system: [BenchmarkMetric] {
    [.wallClock, .syscalls, .contextSwitches, .threads, .threadsRunning, .cpuSystem]
  }

  /// The metrics of files.
  public static var disk: [BenchmarkMetric] {
    [
      .readSyscalls, .writeSyscalls, .readBytesLogical, .writeBytesLogical, .readBytesPhysical,
      .writeBytesPhysical,
    ]
  }

  /// Everything that is not custom.
  public static var all: [BenchmarkMetric] {
    var seen: Set<BenchmarkMetric> = []
    return (extended + memory + arc + system + disk).filter { seen.insert($0).inserted }
  }
}

extension [BenchmarkMetric] {
  /// See ``BenchmarkMetric/microbenchmark``.
  public static var microbenchmark: Self { BenchmarkMetric.microbenchmark }
  /// See ``BenchmarkMetric/default``.
  public static var `default`: Self { BenchmarkMetric.default }
  /// See ``BenchmarkMetric/extended``.
  public static var extended: Self { BenchmarkMetric.extended }
  /// See ``BenchmarkMetric/memory``.
  public static var memory: Self { BenchmarkMetric.memory }
  /// See ``BenchmarkMetric/arc``.
  public static var arc: Self { BenchmarkMetric.arc }
  /// See ``BenchmarkMetric/system``.
  public static var system: Self { BenchmarkMetric.system }
  /// See ``BenchmarkMetric/disk``.
  public static var disk: Self { BenchmarkMetric.disk }
  /// See ``BenchmarkMetric/all``.
  public static var all: Self { BenchmarkMetric.all }
}

extension BenchmarkMetric {
  /// The identity of a metric: a dot and the name of the case, or the name of a custom metric.
  var identity: String {
    switch self {
    case .cpuUser: ".cpuUser"
    case .cpuSystem: ".cpuSystem"
    case .cpuTotal: ".cpuTotal"
    case .wallClock: ".wallClock"
    case .throughput: ".throughput"
    case .peakMemoryResident: ".peakMemoryResident"
    case .peakMemoryResidentDelta: ".peakMemoryResidentDelta"
    case .peakMemoryVirtual: ".peakMemoryVirtual"
    case .mallocCountSmall: ".mallocCountSmall"
    case .mallocCountLarge: ".mallocCountLarge"
    case .mallocCountTotal: ".mallocCountTotal"
    case .freeCountTotal: ".freeCountTotal"
    case .mallocBytesCount: ".mallocBytesCount"
    case .mallocFreeDelta: ".mallocFreeDelta"
    case .allocatedResidentMemory: ".allocatedResidentMemory"
    case .memoryLeaked: ".memoryLeaked"
    case .memoryLeakedBytes: ".memoryLeakedBytes"
    case .syscalls: ".syscalls"
    case .contextSwitches: ".contextSwitches"
    case .threads: ".threads"
    case .threadsRunning: ".threadsRunning"
    case .readSyscalls: ".readSyscalls"
    case .writeSyscalls: ".writeSyscalls"
    case .readBytesLogical: ".readBytesLogical"
    case .writeBytesLogical: ".writeBytesLogical"
    case .readBytesPhysical: ".readBytesPhysical"
    case .writeBytesPhysical: ".writeBytesPhysical"
    case .instructions: ".instructions"
    case .objectAllocCount: ".objectAllocCount"
    case .retainCount: ".retainCount"
    case .releaseCount: ".releaseCount"
    case .retainReleaseDelta: ".retainReleaseDelta"
    case .custom(let name, _, _): "=\(name)"
    }
  }
}
