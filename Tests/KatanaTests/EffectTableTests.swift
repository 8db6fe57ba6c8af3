import SeededRandom
import Signposts
import Testing

@testable import Katana

/// The table of the side effects that run, beside a set.
@Suite(.timeLimit(.minutes(30)))
struct EffectTableTests {
  private struct Nothing: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 1 }
  }

  private func makeRun() -> EffectRun {
    EffectRun(Nothing(), in: nil, id: .none, parent: .none, firstInterceptor: 0, beginning: [])
  }

  private func context(of store: PlainStore<CounterState>) throws -> SharedContext {
    let context = try #require(store.core.runtime.context.withLock { $0 })
    return SharedContext(context, of: store.core.runtime)
  }

  @Test func `what runs is what began and hasn't ended`() throws {
    let store = PlainStore<CounterState>()
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var table = EffectTable()
      let early = makeRun()
      let isOpenEarly = table.insert(early)
      #expect(!isOpenEarly)
      table.open(in: try context(of: store))
      var running: [EffectRun] = []
      for step in 0..<Int.random(in: 0..<200, using: &random) {
        if running.isEmpty || Bool.random(using: &random) {
          let run = makeRun()
          let isOpen = table.insert(run)
          #expect(isOpen, "seed \(seed), step \(step)")
          #expect(run.context != nil)
          running.append(run)
        } else {
          let index = Int.random(in: running.indices, using: &random)
          table.remove(running.remove(at: index))
        }
        #expect(table.count == running.count, "seed \(seed), step \(step)")
        #expect(Set(running.map(\.place)).count == running.count, "seed \(seed), step \(step)")
      }
      let closed = table.close()
      #expect(
        Set(closed.running.map(ObjectIdentifier.init)) == Set(running.map(ObjectIdentifier.init))
      )
      #expect(closed.context != nil)
      // What ends later is gone already, and nothing begins any more.
      for run in running { table.remove(run) }
      table.open(in: try context(of: store))
      let isOpenLate = table.insert(early)
      #expect(!isOpenLate)
      #expect(table.count == 0)
    }
  }

  @Test func `a store keeps no side effect that has ended`() async throws {
    let store = PlainStore<CounterState>()
    for width in [1, 10, 100] {
      let handles = (0..<width).map { _ in store.dispatch(Nothing()) }
      for handle in handles { #expect(try await handle.value == 1) }
      #expect(store.runningEffectCount == 0)
      for handle in handles {
        let run = try #require(handle.completion as? EffectRun)
        #expect(run.context == nil)
      }
    }
  }
}
