extension BenchmarkMetric {
  /// What tells metrics apart: a dot and the name of the case, or the name of a custom metric.
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
    case .allocatedResidentMemory: ".allocatedResidentMemory"
    case .memoryLeaked: ".memoryLeaked"
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
