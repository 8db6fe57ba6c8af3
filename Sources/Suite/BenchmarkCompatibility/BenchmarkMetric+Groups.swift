extension BenchmarkMetric {
  /// What is measured where nothing else is said.
  public static var `default`: [BenchmarkMetric] {
    [.wallClock, .cpuTotal, .mallocCountTotal, .throughput, .instructions, .peakMemoryResident]
  }

  /// The defaults and a little more of the system.
  public static var extended: [BenchmarkMetric] {
    `default` + [.cpuUser, .memoryLeaked, .syscalls]
  }

  /// What is about memory.
  public static var memory: [BenchmarkMetric] {
    [
      .peakMemoryResident, .peakMemoryResidentDelta, .peakMemoryVirtual, .mallocCountTotal,
      .freeCountTotal, .mallocBytesCount, .memoryLeaked, .allocatedResidentMemory,
    ]
  }

  /// What is about reference counting.
  public static var arc: [BenchmarkMetric] {
    [.objectAllocCount, .retainCount, .releaseCount, .retainReleaseDelta]
  }

  /// What is about the operating system.
  public static var system: [BenchmarkMetric] {
    [.wallClock, .syscalls, .contextSwitches, .threads, .threadsRunning, .cpuSystem]
  }

  /// What is about files.
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
