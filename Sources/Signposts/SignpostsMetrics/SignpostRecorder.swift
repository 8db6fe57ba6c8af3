import CoreMetrics
import Signposts

/// Values of a distribution, or of a gauge.
final class SignpostRecorder: RecorderHandler {
  private let name: TraceName
  private let signposter: Signposter

  init(_ name: TraceName, _ signposter: Signposter) {
    self.name = name
    self.signposter = signposter
  }

  func record(_ value: Int64) {
    signposter.emitMeasurement(name, value: Double(value))
  }

  func record(_ value: Double) {
    signposter.emitMeasurement(name, value: value)
  }
}
