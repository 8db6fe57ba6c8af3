import Testing

@testable import Katana

@MainActor
struct SubscriptionListTests {
  private final class Reader: StateReader {
    let number: Int
    init(_ number: Int) { self.number = number }
    func stateDidChange() {}
  }

  private func numbers(_ list: SubscriptionList) -> [Int] {
    var numbers: [Int] = []
    list.forEachReader { numbers.append(($0 as? Reader)?.number ?? -1) }
    return numbers
  }

  private func isEmpty(_ list: SubscriptionList) -> Bool {
    var list = list
    return list.isEmpty
  }

  @Test func `readers are told in their order, without those that were cancelled`() {
    var list = SubscriptionList()
    #expect(isEmpty(list))
    let all = (0..<100).map { Subscription(Reader($0)) }
    for subscription in all { list.append(subscription) }
    #expect(!isEmpty(list))
    #expect(numbers(list) == Array(0..<100))
    for number in 0..<100 where number != 50 { all[number].cancel() }
    #expect(!isEmpty(list))
    #expect(numbers(list) == [50])
    let hasNone = list.isEmpty
    #expect(!hasNone)
    all[50].cancel()
    #expect(isEmpty(list))
    #expect(numbers(list).isEmpty)
  }

  @Test func `one that is added where all were cancelled is told`() {
    var list = SubscriptionList()
    for number in 0..<200 {
      let subscription = Subscription(Reader(number))
      list.append(subscription)
      #expect(!isEmpty(list))
      #expect(numbers(list) == [number])
      subscription.cancel()
      let hasNone = list.isEmpty
      #expect(hasNone)
    }
  }

  @Test func `values of a collection are let go of when nobody reads them`() {
    struct Shown: State {
      var entities = Entities<Int, Int>()
    }
    let comparison = EntityComparison<Shown, Int, Int>(\.entities)
    #expect(!comparison.hasReaders)
    func add(_ id: Int) -> [Subscription] {
      (StateReads<Shown>.entity(\.entities, id: id).parts ?? []).map {
        comparison.add(Reader(id), $0)
      }
    }
    let subscriptions = (0..<100).flatMap { add($0) }
    #expect(subscriptions.count == 100)
    #expect(comparison.hasReaders)
    for subscription in subscriptions.dropLast() { subscription.cancel() }
    #expect(comparison.hasReaders)
    subscriptions.last?.cancel()
    #expect(!comparison.hasReaders)
    // Who reads it again is heard.
    let again = add(7)
    #expect(comparison.hasReaders)
    for subscription in again { subscription.cancel() }
    #expect(!comparison.hasReaders)
  }
}
