/// Takes the time of the part of a sample that counts, for a body that takes its own time.
///
/// A body that prepares each iteration, or tidies up after it, starts the stopwatch where what is
/// measured begins and stops it where that ends, as often as it likes. What runs while the stopwatch
/// doesn't is in no time. A start and a stop together add about 20 ns to the wall time; what they add to
/// the CPU time, which takes system calls, is subtracted.
public struct Stopwatch: Sendable {
  /// What an empty lap takes of the CPU at least, by the clock that measures it.
  private static let threadOverhead = emptyLap(.thread)
  private static let processOverhead = emptyLap(.process)

  private let cpuClock: CPUClock
  private var begin: ClockReading?
  private var total = ClockReading(wall: 0, cpu: 0)
  /// How often it was stopped.
  private(set) var laps = 0

  init(cpuClock: CPUClock) {
    self.cpuClock = cpuClock
  }

  /// Whether it runs.
  public var isRunning: Bool { begin != nil }

  /// Starts it; one that runs already begins anew and forgets the time since its last start.
  public mutating func start() {
    // The wall clock last here and first in `stop()`: a CPU clock takes a system call.
    let cpu = ClockReading.cpuNow(cpuClock)
    begin = ClockReading(wall: ClockReading.wallNow(), cpu: cpu)
  }

  /// Stops it and adds the time since its last start; one that doesn't run stays as it is.
  public mutating func stop() {
    guard let begin else { return }
    let wall = ClockReading.wallNow()
    let cpu = ClockReading.cpuNow(cpuClock)
    total.wall += wall - begin.wall
    // On another thread than the start, that thread's clock may even be behind.
    let atLeast = begin.cpu + overhead
    total.cpu += cpu > atLeast ? cpu - atLeast : 0
    laps += 1
    self.begin = nil
  }

  private var overhead: UInt64 {
    switch cpuClock {
    case .thread: Self.threadOverhead
    case .process: Self.processOverhead
    case .children: 0
    }
  }

  private static func emptyLap(_ clock: CPUClock) -> UInt64 {
    (0..<100).reduce(UInt64.max) { least, _ in
      let begin = ClockReading.cpuNow(clock)
      blackHole(ClockReading.wallNow())
      blackHole(ClockReading.wallNow())
      return min(least, ClockReading.cpuNow(clock) - begin)
    }
  }

  /// What it took so far, after a stop where it still runs.
  ///
  /// - Throws: ``HarnessError/stopwatchNotStarted`` if it never ran.
  mutating func reading() throws(HarnessError) -> ClockReading {
    stop()
    guard laps > 0 else { throw .stopwatchNotStarted }
    return total
  }
}
