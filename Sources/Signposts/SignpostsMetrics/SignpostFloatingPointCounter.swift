import CoreMetrics
import Signposts

/// A sum of numbers that needn't be whole.
final class SignpostFloatingPointCounter: FloatingPointCounterHandler {
  private let name: TraceName
  private let signposter: Signposter
  private let sum = AtomicDouble()

  init(_ name: TraceName, _ signposter: Signposter) {
    self.name = name
    self.signposter = signposter
  }

  var value: Double { sum.value }

  /// Adds an amount; what would spoil the sum for ever, infinity and what is no number, is ignored.
  func increment(by amount: Double) {
    guard amount.isFinite else { return }
    signposter.emitMeasurement(name, value: sum.add(amount))
  }

  func reset() {
    sum.set(0)
    signposter.emitMeasurement(name, value: 0)
  }
}
