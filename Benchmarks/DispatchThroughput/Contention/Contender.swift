import BenchmarkHarness

/// A state that several threads update at once, guarded in one of the ways that a program has.
///
/// Each contender's loops are its own and call nothing generic that the compiler would have to specialize: a peer
/// counts only when it is as fast as written by hand.
protocol Contender: Sendable {
  init()

  /// Updates so often, with work of its own before each, and returns when the updates are applied.
  func produce(_ share: Int, _ turns: ContendedTurns)

  /// Updates until the record is full or its time is over, notes when each was asked for, returned and was applied,
  /// and returns when all are applied.
  func produce(into record: ProducerRecord, _ turns: ContendedTurns)

  /// The state, when no thread updates it.
  var state: ContendedState { get }
}

/// The work of a cell of the matrix, in turns of ``CountedWork``.
struct ContendedTurns {
  /// That of an updater, which has the state for itself meanwhile.
  let updater: Int
  /// That of a producer before each update, for which it needs nobody.
  let own: Int

  /// The producer's own work.
  @inline(__always)
  func workAlone() {
    if own > 0 { blackHole(CountedWork.run(own, from: CountedWork.start)) }
  }
}
