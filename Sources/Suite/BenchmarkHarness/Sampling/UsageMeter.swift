import BenchmarkResults
import Glibc

/// Measures a row's use of the operating system, over one or more stretches of time.
///
/// Source: getrusage(2); proc(5): `clear_refs`, `statm` and `VmHWM` in `status`.
package struct UsageMeter {
  /// The state at the start or the end of a stretch.
  private struct Reading {
    let contextSwitches: Int
    let preemptions: Int
    let resident: Int
    let events: [Double]
  }

  /// The environment variable that asks for events of the processor, which only few machines count.
  package static let countersVariable = "HAMON_COUNTERS"

  /// The counters, if asked for; opened before a row has started a thread.
  private static let counters =
    EnvironmentVariable.value(countersVariable) == nil ? nil : HardwareCounters.ofProcess

  /// Whether to measure the processes that this one has started and waited for.
  private let isOfChildren: Bool
  private var begin: Reading?
  private var operations = 0
  private var contextSwitches = 0
  private var preemptions = 0
  private var growth = 0
  private var peak: Int?
  private var events: [Double] = []
  private let counters: HardwareCounters?
  /// Whether each stretch so far had a peak of its own.
  private var hasPeak = true

  /// Creates a meter of this process, or of what it starts.
  init(_ clock: CPUClock, counters: HardwareCounters? = Self.counters) {
    isOfChildren = clock == .children
    self.counters = counters
    events = counters?.names.map { _ in 0 } ?? []
  }

  /// Begins a stretch.
  mutating func start() {
    // Earlier rows' resident memory is no part of this row's peak. For child processes, the kernel has only the peak of the largest that
    // has ended.
    hasPeak = hasPeak && !isOfChildren && SystemFile.write("5", to: "/proc/self/clear_refs")
    begin = reading()
  }

  /// Ends the stretch, and adds its usage by so many operations.
  mutating func stop(operations: Int) {
    guard let begin else { return }
    let end = reading()
    self.operations += operations
    contextSwitches += end.contextSwitches - begin.contextSwitches
    preemptions += end.preemptions - begin.preemptions
    growth += end.resident - begin.resident
    for (place, count) in zip(begin.events, end.events).map({ $1 - $0 }).enumerated() {
      events[place] += count
    }
    if hasPeak, let highest = Self.highestResident() { peak = max(peak ?? 0, highest) }
    self.begin = nil
  }

  /// The usage of an operation.
  var usage: RowUsage {
    let count = Double(max(operations, 1))
    return RowUsage(
      contextSwitches: Double(contextSwitches) / count,
      preemptions: Double(preemptions) / count,
      peakResident: hasPeak ? peak : nil,
      residentGrowth: Double(max(growth, 0)) / count,
      events: events.isEmpty
        ? nil
        : Dictionary(
          uniqueKeysWithValues: zip(counters?.names ?? [], events.map { $0 / count })
        )
    )
  }

  private func reading() -> Reading {
    var usage = rusage()
    let whose = isOfChildren ? RUSAGE_CHILDREN : RUSAGE_SELF
    // SAFETY: the struct outlives the call.
    unsafe getrusage(__rusage_who_t(whose.rawValue), &usage)
    return Reading(
      contextSwitches: usage.ru_nvcsw,
      preemptions: usage.ru_nivcsw,
      resident: isOfChildren ? 0 : Self.resident(),
      events: counters?.read() ?? []
    )
  }

  /// How many bytes are resident.
  private static func resident() -> Int {
    let pages = SystemFile.read("/proc/self/statm").split(separator: " ").dropFirst().first
    return pages.flatMap { Int($0) }.map { $0 * Int(getpagesize()) } ?? 0
  }

  /// The most bytes that were resident since the last reset.
  private static func highestResident() -> Int? {
    let line = SystemFile.read("/proc/self/status").split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first
    return kibibytes.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

/// Small kernel files to read or write.
///
/// Uses system calls alone, to do as little as possible between two rounds: Foundation would load, allocate and cache.
private enum SystemFile {
  /// Reads up to 4 KiB; empty if there is no such file.
  static func read(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    return unsafe String(unsafeUninitializedCapacity: 4096) { buffer in
      // SAFETY: the buffer has so much room.
      max(unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
  }

  /// Writes a text; returns whether the kernel accepted it.
  static func write(_ text: String, to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }
}
