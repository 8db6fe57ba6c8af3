import Dispatch
import Foundation
import Katana
import Testing

/// Enough updates that what happens once in a million times happens.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct TenMillionTests {
  static let producers = 4
  static let updatesPerProducer = 2_500_000

  struct TallyState: State {
    /// How many updates of each producer were applied.
    var applied = InlineArray<4, Int>(repeating: 0)
    var outOfOrder = 0
  }

  struct Numbered: StateUpdater {
    let producer: Int
    let number: Int

    func updateState(_ state: inout TallyState) {
      // One that is lost, doubled or reordered doesn't follow its predecessor.
      if state.applied[producer] != number { state.outOfOrder += 1 }
      state.applied[producer] = number + 1
    }
  }

  @Test func `nothing of ten million updates is lost, doubled or reordered`() async throws {
    let store = PlainStore<TallyState>()
    let running = DispatchGroup()
    for producer in 0..<Self.producers {
      running.enter()
      Thread.detachNewThread {
        for number in 0..<Self.updatesPerProducer {
          store.dispatch(Numbered(producer: producer, number: number))
        }
        running.leave()
      }
    }
    await withCheckedContinuation { continuation in
      running.notify(queue: .global()) { continuation.resume() }
    }
    // Behind everything.
    try await store.dispatch(Last()).value
    let state = store.state
    for producer in 0..<Self.producers {
      #expect(state.applied[producer] == Self.updatesPerProducer)
    }
    #expect(state.outOfOrder == 0)
  }

  struct Last: StateUpdater {
    func updateState(_ state: inout TallyState) {}
  }
}
