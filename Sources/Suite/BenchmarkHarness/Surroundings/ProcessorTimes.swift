package import BenchmarkResults
import CMachine
import FoundationEssentials
import Glibc
import ProcessLaunching

/// The times, since the machine started and in seconds, of the processors that this process may run on.
package struct ProcessorTimes: Equatable, Sendable {
  /// How exact the kernel's times are: two of its ticks.
  private static let uncertainty = 0.02

  /// All of their time.
  var total: Double
  /// The time they worked.
  var busy: Double
  /// The time a hypervisor had them work for other guests.
  var steal: Double
  /// The time they worked for this process, and for children that it has waited for.
  var own: Double

  /// Asks the kernel; `nil` if it doesn't say.
  static func now(processors: Set<Int>) -> ProcessorTimes? {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return nil }
    let ticks = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
    let own = ClockReading.cpuNow(.process) + ClockReading.cpuNow(.children)
    return ProcessorTimes(
      stat: text,
      processors: processors,
      ticksPerSecond: ticks,
      own: Double(own) / 1e9
    )
  }

  package init(total: Double, busy: Double, steal: Double, own: Double) {
    self.total = total
    self.busy = busy
    self.steal = steal
    self.own = own
  }

  /// Reads the text of /proc/stat: a line `cpuN user nice system idle iowait irq softirq steal ...` for each processor.
  ///
  /// Source: proc_stat(5).
  init?(stat: String, processors: Set<Int>, ticksPerSecond: Double, own: Double) {
    var sums = [Double](repeating: 0, count: 8)
    var found = false
    for line in stat.split(separator: "\n") where line.hasPrefix("cpu") {
      let words = line.split(separator: " ")
      guard let number = Int(words[0].dropFirst(3)), processors.contains(number) else { continue }
      // Kernels before 2.6.11 have fewer; "user" includes guests' time.
      let times = words.dropFirst().prefix(8).compactMap { Double($0) }
      guard times.count >= 4 else { return nil }
      for (index, time) in times.enumerated() { sums[index] += time / ticksPerSecond }
      found = true
    }
    guard found else { return nil }
    let idle = sums[3] + sums[4]
    self.init(
      total: sums.reduce(0, +),
      busy: sums.reduce(0, +) - idle - sums[7],
      steal: sums[7],
      own: own
    )
  }

  /// What else the processors did between two moments; `nil` if the kernel counted no time.
  package func disturbance(since earlier: ProcessorTimes) -> Disturbance? {
    let elapsed = total - earlier.total
    guard elapsed > 0 else { return nil }
    func share(_ seconds: Double) -> Double { min(max(seconds / elapsed, 0), 1) }
    let others = (busy - earlier.busy) - (own - earlier.own) - Self.uncertainty
    return Disturbance(
      others: share(others),
      steal: share(steal - earlier.steal - Self.uncertainty)
    )
  }
}

/// The questions about the machine needed to judge bars; tests answer them themselves.
package struct MachineProbe: Sendable {
  /// What the processors have done.
  package var processorTimes: @Sendable () -> ProcessorTimes?
  /// The load average of the last minute.
  var loadAverage: @Sendable () -> Double?
  /// The time of one turn of a calibration loop, in nanoseconds.
  var loopNanoseconds: @Sendable (CalibrationLoop) -> Double?
  /// How long a cache line takes to another processor and back, in nanoseconds: the wait of threads that meet.
  ///
  /// `nil` if there is only one processor, or the other one is kept busy. On the same chip it takes several times as long between two
  /// groups of cores, each with its own cache, as within one. A hypervisor that moves its guests' processors changes it silently. On the
  /// reference machine it is 50 to 110 ns for minutes, and 310 to 400 ns for tens of seconds in between; a side effect then takes a sixth
  /// longer and a `Task` does not.
  var handOverNanoseconds: @Sendable () -> Double?
  /// Whether this program was told to end.
  var isInterrupted: @Sendable () -> Bool = { InterruptSignal.hasArrived }

  /// Asks the machine itself.
  package static let live: MachineProbe = {
    // Once: a row may restrict its threads to fewer for a while.
    let processors = Set(ProcessorAffinity.current.processors)
    return MachineProbe(
      processorTimes: { .now(processors: processors) },
      loadAverage: { MachineDescription.loadAverages().first },
      loopNanoseconds: { $0.nanoseconds() },
      handOverNanoseconds: {
        // So many round trips in each of five series: some ten microseconds. The least counts.
        let nanoseconds = cmachine_hand_over_nanoseconds(200)
        return nanoseconds > 0 ? nanoseconds : nil
      }
    )
  }()
}
