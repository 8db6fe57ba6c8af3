/// Takes the time of the part of a sample that counts, for a body that takes its own time.
///
/// A body that prepares each iteration, or tidies up after it, starts the stopwatch where what is
/// measured begins and stops it where that ends, as often as it likes. What runs while the stopwatch
/// doesn't is in no time; a start and a stop together add about 20 ns to it.
public struct Stopwatch: Sendable {
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
    total.cpu += cpu > begin.cpu ? cpu - begin.cpu : 0
    laps += 1
    self.begin = nil
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
