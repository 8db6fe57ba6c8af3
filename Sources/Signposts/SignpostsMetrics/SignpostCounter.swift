import CoreMetrics
import Signposts
import Synchronization

/// A sum of whole numbers, which stays at the greatest and smallest that 64 bits can hold.
final class SignpostCounter: CounterHandler {
  private let name: TraceName
  private let signposter: Signposter
  private let sum = Atomic<Int64>(0)

  init(_ name: TraceName, _ signposter: Signposter) {
    self.name = name
    self.signposter = signposter
  }

  var value: Int64 { sum.load(ordering: .relaxed) }

  func increment(by amount: Int64) {
    var old = sum.load(ordering: .relaxed)
    while true {
      let (wrapped, isTooFar) = old.addingReportingOverflow(amount)
      let new = isTooFar ? (amount > 0 ? .max : .min) : wrapped
      let exchange = sum.weakCompareExchange(expected: old, desired: new, ordering: .relaxed)
      if exchange.exchanged { return signposter.emitCounter(name, value: new) }
      old = exchange.original
    }
  }

  func reset() {
    sum.store(0, ordering: .relaxed)
    signposter.emitCounter(name, value: 0)
  }
}
