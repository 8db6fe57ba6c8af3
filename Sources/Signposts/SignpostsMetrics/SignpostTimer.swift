import CoreMetrics
import Signposts

/// Durations, in nanoseconds.
final class SignpostTimer: TimerHandler {
  private let name: TraceName
  private let signposter: Signposter

  init(_ name: TraceName, _ signposter: Signposter) {
    self.name = name
    self.signposter = signposter
  }

  func recordNanoseconds(_ duration: Int64) {
    signposter.emitMeasurement(name, value: Double(duration))
  }
}
