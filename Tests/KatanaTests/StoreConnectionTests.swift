import Testing

@testable import Katana

/// Readers of parts of a state that come, go and come back.
@MainActor
struct StoreConnectionTests {
  private struct Shown: State {
    var numbers = [0, 0, 0]
    var entities = Entities<Int, Int>(uniqueIDsWithValues: [(1, 10), (2, 20)])
  }

  private struct Change: StateUpdater {
    let body: @Sendable (inout Shown) -> Void
    func updateState(_ state: inout Shown) { body(&state) }
  }

  private final class Reader: StateReader {
    var count = 0
    func stateDidChange() { count += 1 }
  }

  private let store = PlainStore<Shown>(initialState: Shown())
  private let connection: StoreConnection<Shown>

  init() {
    connection = StoreConnection(store)
    connection.follow {}
    connection.noteChanges()
  }

  private func change(_ body: @escaping @Sendable (inout Shown) -> Void) {
    store.dispatch(Change(body: body))
    connection.noteChanges()
    connection.endFlush()
  }

  private func read(_ reads: StateReads<Shown>) -> (reader: Reader, end: () -> Void) {
    let reader = Reader()
    let subscriptions = connection.subscribe(reader, to: reads)
    connection.endFlush()
    return (reader, { for subscription in subscriptions { subscription.cancel() } })
  }

  @Test func `who comes back is told by what there was then, and not by what was read before`() {
    let first = read(.part(\.numbers[0]))
    change { $0.numbers[0] = 1 }
    #expect(first.reader.count == 1)
    first.end()
    change { $0.numbers[0] = 2 }
    let second = read(.part(\.numbers[0]))
    change { $0.numbers[1] = 5 }
    #expect(second.reader.count == 0)
    // What the first one has seen last.
    change { $0.numbers[0] = 1 }
    #expect(second.reader.count == 1)
    #expect(first.reader.count == 1)
    #expect(connection.partCount == 1)
  }

  @Test func `who comes back between two flushes is told of what comes after`() {
    let first = read(.part(\.numbers[0]))
    first.end()
    store.dispatch(Change { $0.numbers[0] = 3 })
    let second = read(.part(\.numbers[0]))
    change { _ in }
    #expect(second.reader.count == 0)
    change { $0.numbers[0] = 0 }
    #expect(second.reader.count == 1)
  }

  @Test func `values of a collection are followed again where nobody has read any`() {
    let first = read(.entity(\.entities, id: 1))
    change { $0.entities[1] = 11 }
    #expect(first.reader.count == 1)
    first.end()
    change { $0.entities[1] = 12 }
    let second = read(.entity(\.entities, id: 1))
    let other = read(.entity(\.entities, id: 2))
    change { $0.numbers[0] = 1 }
    #expect(second.reader.count == 0)
    change { $0.entities[1] = 13 }
    #expect((second.reader.count, other.reader.count) == (1, 0))
    #expect(connection.partCount == 1)
  }

  @Test func `a reader that reads other parts is told of these, and of those that stay`() throws {
    let reader = Reader()
    var subscriptions: [Subscription] = []
    func read(_ reads: StateReads<Shown>) {
      subscriptions = connection.subscribe(reader, to: reads, insteadOf: subscriptions)
    }
    /// How often it is told when one thing after the other changes: the values 1 and 2, and the numbers 0 and 1.
    func told() -> [Int] {
      let changes: [@Sendable (inout Shown) -> Void] = [
        { $0.entities[1]? += 1 }, { $0.entities[2]? += 1 },
        { $0.numbers[0] += 1 }, { $0.numbers[1] += 1 },
      ]
      return changes.map { body in
        reader.count = 0
        change(body)
        return reader.count
      }
    }
    // One that is written in one place is one object.
    let number: any KeyPath<Shown, Int> & Sendable = \.numbers[0]
    read(.entity(\.entities, id: 1).and(.part(number)))
    #expect(told() == [1, 0, 1, 0])
    let kept = try #require(subscriptions.last)
    read(.entity(\.entities, id: 2).and(.part(number)))
    #expect(subscriptions.last === kept)
    #expect(told() == [0, 1, 1, 0])
    read(.part(\.numbers[1]))
    #expect(told() == [0, 0, 0, 1])
    read(.everything)
    #expect(told() == [1, 1, 1, 1])
    read(.part(\.numbers[0]).and(.entity(\.entities, id: 1)))
    #expect(told() == [1, 0, 1, 0])
    read(.nothing)
    #expect(told() == [0, 0, 0, 0])
  }

  @Test func `a reader that goes through a collection leaves nothing behind`() throws {
    let reader = Reader()
    var subscriptions = connection.subscribe(reader, to: .entity(\.entities, id: 0))
    for id in 1..<1000 {
      subscriptions = connection.subscribe(
        reader,
        to: .entity(\.entities, id: id),
        insteadOf: subscriptions
      )
    }
    #expect(subscriptions.first?.part?.comparison.readValueCount == 1)
  }

  @Test func `readers that have ended and their connection leave nothing behind`() {
    weak var comparison: AnyPartComparison?
    weak var reader: Reader?
    do {
      let (connection, reading) = (StoreConnection(store), Reader())
      let subscriptions = connection.subscribe(
        reading,
        to: .part(\.numbers).and(.entity(\.entities, id: 1))
      )
      (comparison, reader) = (subscriptions.last?.part?.comparison, reading)
      for subscription in subscriptions { subscription.cancel() }
    }
    #expect(comparison == nil && reader == nil)
  }

  @Test func `what a part was isn't held while nobody reads it`() {
    let reading = read(.part(\.numbers))
    change { _ in }
    reading.end()
    change { _ in }
    store.dispatch(
      Change { state in
        func place() -> Int {
          state.numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        state.entities[1] = place()
        state.numbers[0] += 1
        state.entities[2] = place()
      }
    )
    #expect(store.state.entities[1] == store.state.entities[2], "the array was copied")
  }

  @Test func `parts that nobody comes back to don't become many`() {
    let stays = read(.part(\.numbers[0]))
    for number in 1..<200 {
      change { $0.numbers = Array(repeating: 0, count: 200) }
      read(.part(\.numbers[number])).end()
      // The key path leads nowhere from now on.
      change { $0.numbers.removeLast(200 - number) }
      #expect(connection.partCount <= AnyPartComparison.mostUnread + 2)
    }
    change { $0.numbers[0] += 1 }
    #expect(stays.reader.count == 1)
  }
}
