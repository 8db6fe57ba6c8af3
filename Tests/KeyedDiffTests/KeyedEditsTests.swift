import KeyedDiff
import SeededRandom
import Synchronization
import Testing

/// An element with a key and something else that may change.
struct Row: Identifiable, Equatable, CustomStringConvertible {
  let id: String
  var version = 0

  var description: String { "\(id)\(version)" }

  /// Makes a row for each character of a string.
  static func rows(_ ids: String) -> [Row] { ids.map { Row(id: String($0)) } }
}

/// Edits with what they were made of.
struct Compared {
  private(set) var old: [Row] = []
  private(set) var new: [Row] = []
  private(set) var edits = KeyedEdits()

  init(_ old: [Row], _ new: [Row]) { compare(old, new) }

  mutating func compare(_ old: [Row], _ new: [Row]) {
    (self.old, self.new) = (old, new)
    edits.compare(IdentifiedLists(from: old, to: new))
  }

  init(_ old: String, _ new: String) { self.init(Row.rows(old), Row.rows(new)) }

  var placements: [(new: Int, old: Int?)] {
    var placements: [(new: Int, old: Int?)] = []
    edits.forEachPlacement { placements.append(($0, $1)) }
    return placements
  }

  var inserted: [Int] { placements.filter { $0.old == nil }.map(\.new) }
  var moved: [Int] { placements.filter { $0.old != nil }.map(\.new) }

  /// The old list after all edits, each row with its old place, carried out as on a list of retained views.
  var applied: [(row: Row, old: Int?)] {
    var list: [(row: Row, old: Int?)] = old.enumerated().map { ($1, $0) }
    for place in edits.removed.reversed() { list.remove(at: place) }
    for pair in edits.updated {
      guard let index = list.firstIndex(where: { $0.old == pair.old }) else { continue }
      list[index].row = new[pair.new]
    }
    // The element at each place that is done, told apart by its old place, else by its new one.
    var last: Int?
    for (place, element) in new.enumerated() {
      let source = edits.oldPlace(ofNew: place)
      if let placement = placements.first(where: { $0.new == place }) {
        if let source { list.removeAll { $0.old == source } }
        let after = last.flatMap { last in list.firstIndex { key($0) == last } }
        list.insert(
          (placement.old.map { _ in element } ?? element, source ?? ~place),
          at: (after ?? -1) + 1
        )
      }
      last = source ?? ~place
    }
    return list
  }

  private func key(_ element: (row: Row, old: Int?)) -> Int { element.old ?? 0 }
}

final class HashCounter: Sendable {
  let count = Atomic(0)
}

/// A row that knows how often keys were hashed.
struct CountedRow: Identifiable, Equatable {
  struct ID: Hashable {
    let number: Int
    let counter: HashCounter

    static func == (left: ID, right: ID) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      counter.count.add(1, ordering: .relaxed)
      hasher.combine(number)
    }
  }

  let id: ID
}

@Suite struct KeyedEditsTests {
  @Test func `lists that are the same have no edits`() {
    let compared = Compared("abc", "abc")
    #expect(compared.edits.isEmpty)
    #expect(compared.placements.isEmpty && compared.edits.updated.isEmpty)
    #expect(compared.edits.oldPlace(ofNew: 2) == 2)
    #expect(KeyedEdits().isEmpty)
  }

  @Test func `one element that changed is one update`() {
    var new = Row.rows("abc")
    new[1].version = 1
    let compared = Compared(Row.rows("abc"), new)
    #expect(compared.edits.updated.map(\.old) == [1])
    #expect(compared.edits.updated.map(\.new) == [1])
    #expect(compared.edits.removed.isEmpty && compared.placements.isEmpty)
  }

  @Test(arguments: [
    ("abc", "abcde", [3, 4]), ("abc", "xabc", [0]), ("ad", "abcd", [1, 2]), ("", "ab", [0, 1]),
  ])
  func `elements that come are inserted where they are`(old: String, new: String, inserted: [Int]) {
    let compared = Compared(old, new)
    #expect(compared.inserted == inserted)
    #expect(compared.edits.removed.isEmpty && compared.moved.isEmpty)
  }

  @Test(arguments: [
    ("abcde", "abc", [3, 4]), ("xabc", "abc", [0]), ("abcd", "ad", [1, 2]), ("ab", "", [0, 1]),
  ])
  func `elements that go are removed`(old: String, new: String, removed: [Int]) {
    let compared = Compared(old, new)
    #expect(compared.edits.removed == removed)
    #expect(compared.placements.isEmpty)
  }

  @Test(arguments: [
    ("abcd", "bcda", [3]), ("abcd", "dabc", [0]), ("abcde", "aecdb", [1, 4]),
    ("abcdefghijkl", "bcdefghijkla", [11]), ("abcdefghijkl", "lbcdefghijka", [0, 11]),
  ])
  func `the fewest elements are moved`(old: String, new: String, moved: [Int]) {
    let compared = Compared(old, new)
    #expect(compared.moved == moved)
    #expect(compared.inserted.isEmpty && compared.edits.removed.isEmpty)
  }

  @Test func `the first of several with one key corresponds to the first`() {
    let old = [Row(id: "x"), Row(id: "a", version: 1), Row(id: "a", version: 2), Row(id: "y")]
    let new = [
      Row(id: "y", version: 9), Row(id: "a", version: 3), Row(id: "a", version: 4),
      Row(id: "a", version: 5),
    ]
    let compared = Compared(old, new)
    #expect((0..<4).map { compared.edits.oldPlace(ofNew: $0) } == [3, 1, 2, nil])
    #expect(compared.edits.removed == [0])
  }

  @Test func `many with one key are matched in linear time`() {
    // A quadratic match of as many would take minutes.
    let old = (0..<200_000).map { Row(id: $0 % 2 == 0 ? "even" : "odd", version: $0) }
    let new = (0..<200_000).map { Row(id: $0 % 2 == 0 ? "odd" : "even", version: -1 - $0) }
    let compared = Compared(old, new)
    #expect(compared.edits.removed.isEmpty && compared.inserted.isEmpty)
    #expect(compared.edits.oldPlace(ofNew: 0) == 1)
    #expect(compared.edits.oldPlace(ofNew: 199_998) == 199_999)
  }

  @Test(arguments: [(1, 998), (0, 999), (500, 501), (3, 4)])
  func `a swap of two hashes nothing`(first: Int, second: Int) {
    let counter = HashCounter()
    let old = (0..<1000).map { CountedRow(id: CountedRow.ID(number: $0, counter: counter)) }
    var new = old
    new.swapAt(first, second)
    var edits = KeyedEdits()
    edits.compare(IdentifiedLists(from: old, to: new))
    #expect(counter.count.load(ordering: .relaxed) == 0)
    #expect(edits.oldPlace(ofNew: first) == second && edits.oldPlace(ofNew: second) == first)
    #expect(edits.updated.isEmpty && edits.removed.isEmpty)
    var moved: [Int] = []
    edits.forEachPlacement { new, _ in moved.append(new) }
    #expect(moved.count == (second == first + 1 ? 1 : 2))

    // Another change between the two is found by key.
    new.swapAt(first == 500 ? 700 : 300, 301)
    edits.compare(IdentifiedLists(from: old, to: new))
    #expect((0..<1000).allSatisfy { old[edits.oldPlace(ofNew: $0) ?? 0] == new[$0] })
  }
}
