import CoreMetrics
import Signposts
import Synchronization

/// A sum of whole numbers, which saturates at the limits of 64 bits.
final class SignpostCounter: CounterHandler {
  private let series: SignpostSeries
  private let sum = Atomic<Int64>(0)

  init(_ name: TraceName, _ signposter: Signposter) {
    series = SignpostSeries(name, signposter)
  }

  var value: Int64 { sum.load(ordering: .relaxed) }

  func increment(by amount: Int64) {
    var old = sum.load(ordering: .relaxed)
    while true {
      let (wrapped, isTooFar) = old.addingReportingOverflow(amount)
      let new = isTooFar ? (amount > 0 ? .max : .min) : wrapped
      let exchange = sum.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
      if exchange.exchanged { return series.emitCounter(new) }
      old = exchange.original
    }
  }

  func reset() {
    sum.store(0, ordering: .relaxed)
    series.emitCounter(0)
  }
}

/// A sum of numbers that needn't be whole.
final class SignpostFloatingPointCounter: FloatingPointCounterHandler {
  private let series: SignpostSeries
  private let sum = AtomicDouble()

  init(_ name: TraceName, _ signposter: Signposter) {
    series = SignpostSeries(name, signposter)
  }

  var value: Double { sum.value }

  /// Adds an amount; ignores infinity and NaN, which would spoil the sum for ever.
  func increment(by amount: Double) {
    guard amount.isFinite else { return }
    series.emitMeasurement(sum.add(amount))
  }

  func reset() {
    sum.set(0)
    series.emitMeasurement(0)
  }
}

/// A number that several threads add to.
struct AtomicDouble: ~Copyable, Sendable {
  private let bits = Atomic<UInt64>(Double.zero.bitPattern)

  var value: Double { Double(bitPattern: bits.load(ordering: .relaxed)) }

  /// Adds an amount and returns the sum.
  func add(_ amount: Double) -> Double {
    var old = bits.load(ordering: .relaxed)
    while true {
      let new = Double(bitPattern: old) + amount
      let exchange = bits.weakCompareExchange(
        expected: old,
        desired: new.bitPattern,
        ordering: .relaxed
      )
      if exchange.exchanged { return new }
      old = exchange.original
    }
  }

  func set(_ value: Double) {
    bits.store(value.bitPattern, ordering: .relaxed)
  }
}
