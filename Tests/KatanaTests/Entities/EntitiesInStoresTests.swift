import Testing

@testable import Katana

/// Entities in the state of a store.
@Suite(.timeLimit(.minutes(30)))
struct EntitiesInStoresTests {
  /// A row that counts how often it was copied when it was changed.
  private struct Row {
    private final class Box: Sendable {}

    private var box = Box()
    private(set) var number = 0
    private(set) var copies = 0

    mutating func touch() {
      if !isKnownUniquelyReferenced(&box) {
        box = Box()
        copies += 1
      }
      number += 1
    }
  }

  private struct Shop: State {
    var rows = Entities<Int, Row>()

    init() {
      for id in 0..<10_000 { rows.append(Row(), id: id) }
    }
  }

  private struct Touch: StateUpdater {
    let id: Int
    func updateState(_ state: inout Shop) {
      state.rows[id]?.touch()
      state.rows.update(id) { $0.touch() }
    }
  }

  private struct Refuse: StateUpdater {
    struct Refusal: Error {}
    let id: Int
    func updateState(_ state: inout Shop) throws(Refusal) {
      state.rows[id]?.touch()
      state.rows.remove(id + 1)
      throw Refusal()
    }
  }

  private typealias ShopStore = Store<Shop, EmptySideEffectDependencyContainer>

  private func storage(of store: ShopStore) -> ObjectIdentifier {
    ObjectIdentifier(store.state.rows.storage)
  }

  /// Where the values of the chunks lie; they are kept so that no later ones have the same address.
  private func chunks(of store: ShopStore) -> [(values: ContiguousArray<Row?>, address: UInt)] {
    store.state.rows.storage.table.chunks.map { chunk in
      (chunk.values, chunk.values.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
    }
  }

  @Test func `an update changes a value where it lies`() {
    let store = ShopStore()
    let before = storage(of: store)
    for id in 0..<10_000 { store.dispatch(Touch(id: id)) }
    #expect(storage(of: store) == before)
    #expect(store.state.rows.allSatisfy { $0.value.copies == 0 && $0.value.number == 2 })
  }

  @Test func `an update of a state that somebody holds copies the chunk of the value`() {
    let store = ShopStore()
    let old = chunks(of: store)
    let held = store.state
    store.dispatch(Touch(id: 5000))
    let new = chunks(of: store)
    #expect(zip(old, new).count { $0.address != $1.address } == 1)
    #expect(held.rows[5000]?.number == 0 && store.state.rows[5000]?.number == 2)
    #expect(store.state.rows[5000]?.copies == 1)
    let since = store.state.rows.changes(since: held.rows.cursor)
    #expect(since?.map(\.id) == [5000, 5000])
  }

  @Test func `copies that are changed on several threads at once are strangers to each other`()
    async
  {
    let shared = Entities(uniqueIDsWithValues: (0..<300).map { ($0, 0) })
    let copies = await withTaskGroup(of: Entities<Int, Int>.self) { group in
      for thread in 0..<8 {
        group.addTask {
          var copy = shared
          for step in 0..<300 {
            let kept = step % 7 == 0 ? copy : nil
            copy[step]? += thread
            if let kept { #expect(copy.changes(since: kept.cursor)?.map(\.id) == [step]) }
          }
          return copy
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(shared.allSatisfy { $0.value == 0 })
    #expect(Set(copies.map(\.cursor)).count == 8)
    for copy in copies {
      #expect(copy.changes(since: shared.cursor)?.map(\.id) == Array(0..<300))
      #expect(copies.count { copy.changes(since: $0.cursor) != nil } == 1)
    }
  }

  @Test func `an updater that throws has changed nothing, and a cursor from before is right`()
    async throws
  {
    let store = ShopStore()
    let cursor = store.state.rows.cursor
    await #expect(throws: Refuse.Refusal.self) { try await store.dispatch(Refuse(id: 1)).value }
    #expect(store.state.rows.cursor == cursor && store.state.rows.count == 10_000)
    store.dispatch(Touch(id: 7))
    #expect(store.state.rows.changes(since: cursor)?.map(\.id) == [7, 7])
  }
}
