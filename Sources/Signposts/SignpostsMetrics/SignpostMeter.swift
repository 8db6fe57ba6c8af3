import CoreMetrics
import Signposts
import Synchronization

/// A value that goes up and down.
///
/// Most values are counts, for which a trace has counters, but those are whole. So a meter is a counter until its first value that isn't
/// whole, and measurements from then on.
final class SignpostMeter: MeterHandler {
  private let series: SignpostSeries
  private let current = AtomicDouble()
  private let isCounter = Atomic<Bool>(true)

  init(_ name: TraceName, _ signposter: Signposter) {
    series = SignpostSeries(name, signposter)
  }

  var value: Double { current.value }

  /// The value for a counter; `nil` if this meter is none.
  func counterValue(of value: Double) -> Int64? {
    guard isCounter.load(ordering: .relaxed) else { return nil }
    if let whole = Int64(exactly: value) { return whole }
    isCounter.store(false, ordering: .relaxed)
    return nil
  }

  func set(_ value: Int64) {
    current.set(Double(value))
    // Exact, even if a Double isn't.
    if isCounter.load(ordering: .relaxed) {
      series.emitCounter(value)
    } else {
      series.emitMeasurement(Double(value))
    }
  }

  func set(_ value: Double) {
    guard value.isFinite else { return }
    current.set(value)
    emit(value)
  }

  func increment(by amount: Double) {
    guard amount.isFinite else { return }
    emit(current.add(amount))
  }

  func decrement(by amount: Double) {
    guard amount.isFinite else { return }
    emit(current.add(-amount))
  }

  private func emit(_ value: Double) {
    if let value = counterValue(of: value) {
      series.emitCounter(value)
    } else {
      series.emitMeasurement(value)
    }
  }
}

/// Values of a distribution or of a gauge, or durations in nanoseconds.
final class SignpostRecorder: RecorderHandler, TimerHandler {
  private let series: SignpostSeries

  init(_ name: TraceName, _ signposter: Signposter) {
    series = SignpostSeries(name, signposter)
  }

  func record(_ value: Int64) {
    series.emitMeasurement(Double(value))
  }

  func record(_ value: Double) {
    series.emitMeasurement(value)
  }

  func recordNanoseconds(_ duration: Int64) { record(duration) }
}
