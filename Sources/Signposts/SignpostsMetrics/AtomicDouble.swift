import Synchronization

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
