import Foundation
import KatanaTesting
import Testing

@testable import Katana

/// An ordered collection by id, and what it says of its changes.
@Suite(.timeLimit(.minutes(30)))
struct EntitiesTests {
  struct Row: Identifiable, Hashable, Codable {
    let id: Int
    var text = ""
  }

  private typealias Rows = Entities<Int, Row>

  private func rows(_ range: Range<Int>) -> Rows { Entities(range.map { Row(id: $0) }) }

  private func changes(_ rows: Rows, since cursor: EntityCursor) -> [String]? {
    rows.changes(since: cursor)?.map { "\($0.kind) \($0.id)" }
  }

  @Test func `values are looked up, changed, added and removed by their ids`() {
    var rows = rows(0..<3)
    rows[1]?.text = "one"
    rows[3] = Row(id: 3)
    rows[0] = nil
    #expect(rows.map(\.id) == [1, 2, 3])
    #expect(rows[1] == Row(id: 1, text: "one") && rows[0] == nil && rows.count == 3)
    #expect(rows.remove(0) == nil && rows.remove(2) == Row(id: 2))
    #expect(!rows.append(Row(id: 1)) && rows.append(Row(id: 0)))
    #expect(rows.ids(in: 0..<3) == [1, 3, 0] && rows.index(of: 0) == 2)
    rows.removeAll()
    #expect(rows.isEmpty && rows.map(\.id) == [])
  }

  @Test func `values are put, moved and exchanged among the others`() {
    var rows = rows(0..<5)
    #expect(rows.insert(Row(id: 9), at: 0) && !rows.insert(Row(id: 9), at: 3))
    #expect(rows.move(9, to: 5) && rows.move(0, to: 2) && !rows.move(7, to: 0))
    #expect(rows.map(\.id) == [1, 2, 0, 3, 4, 9])
    #expect(rows.swap(1, 9) && rows.swap(2, 2) && !rows.swap(1, 7))
    #expect(rows.map(\.id) == [9, 2, 0, 3, 4, 1])
    rows.sort { $0.id < $1.id }
    #expect(rows.map(\.id) == [0, 1, 2, 3, 4, 9])
  }

  @Test func `a cursor finds each change since it was taken, in order`() {
    var rows = rows(0..<3)
    let start = rows.cursor
    #expect(changes(rows, since: start) == [])
    #expect(rows.changes(since: start)?.isEmpty == true)
    rows[1]?.text = "one"
    rows.append(Row(id: 3))
    let middle = rows.cursor
    rows.move(3, to: 0)
    rows[0] = nil
    rows[2] = Row(id: 2, text: "two")
    rows.swap(1, 2)
    #expect(
      changes(rows, since: start)
        == [
          "updated 1", "inserted 3", "moved 3", "removed 0", "updated 2", "moved 1", "moved 2",
        ]
    )
    #expect(changes(rows, since: middle)?.count == 5)
    #expect(rows.changes(since: middle)?.underestimatedCount == 5)
    #expect(changes(rows, since: rows.cursor) == [])
  }

  @Test func `what changes nothing is no change`() {
    var rows = rows(0..<2)
    let start = rows.cursor
    rows[7]?.text = "nobody"
    rows[8] = nil
    rows.remove(9)
    rows.append(Row(id: 1))
    rows.swap(0, 0)
    #expect(rows.update(5) { $0.text = "" } == nil)
    #expect(changes(rows, since: start) == [])
  }

  @Test func `two copies that were changed apart don't know of each other's changes`() {
    var one = rows(0..<3)
    let start = one.cursor
    var other = one
    one[0]?.text = "one"
    other[1]?.text = "other"
    let (ofOne, ofOther) = (one.cursor, other.cursor)
    #expect(changes(one, since: start) == ["updated 0"])
    #expect(changes(other, since: start) == ["updated 1"])
    #expect(changes(other, since: ofOne) == nil && changes(one, since: ofOther) == nil)
    // As many changes on both sides make no difference, nor does a copy of a copy.
    let kept = one
    one[2]?.text = "again"
    #expect(changes(one, since: ofOne) == ["updated 2"])
    #expect(changes(kept, since: one.cursor) == nil)
    #expect(changes(kept, since: start) == ["updated 0"])
  }

  @Test func `a collection that was made anew is read anew`() throws {
    var rows = rows(0..<3)
    let cursor = rows.cursor
    #expect(changes(Rows(), since: cursor) == nil && changes(rows, since: Rows().cursor) == nil)
    #expect(changes(self.rows(0..<3), since: cursor) == nil)
    #expect(changes(rows, since: .start) == nil && changes(Rows(), since: .start) == nil)
    let decoded = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows))
    #expect(decoded == rows && changes(decoded, since: cursor) == nil)
    rows.sort { $0.id > $1.id }
    #expect(changes(rows, since: cursor) == nil)
    let sorted = rows.cursor
    rows.removeAll()
    #expect(changes(rows, since: sorted) == nil)
  }

  @Test func `who is too far behind has to read all, and who isn't gets all changes`() {
    var rows = rows(0..<10)
    var cursors: [EntityCursor] = []
    for number in 0..<5000 {
      cursors.append(rows.cursor)
      rows[number % 10]?.text = "\(number)"
    }
    for (number, cursor) in cursors.enumerated() {
      let changes = changes(rows, since: cursor)
      if let changes {
        #expect(changes == (number..<5000).map { "updated \($0 % 10)" })
      } else {
        #expect(5000 - number > 1024)
      }
    }
    #expect(changes(rows, since: cursors[0]) == nil)
  }

  @Test func `of a large collection more is remembered`() {
    var rows = rows(0..<20_000)
    let cursor = rows.cursor
    for id in 0..<5000 { rows[id]?.text = "x" }
    #expect(changes(rows, since: cursor)?.count == 5000)
  }

  @Test func `equal values in the same order are equal, whatever happened before`() {
    let rows = rows(0..<1000)
    var other = rows
    #expect(other == rows)
    other[500]?.text = "x"
    #expect(other != rows)
    other[500]?.text = ""
    #expect(other == rows && other.cursor != rows.cursor)
    other.move(0, to: 999)
    #expect(other != rows)
    other.move(0, to: 0)
    #expect(other == rows && other.hashValue == rows.hashValue)
    #expect(self.rows(0..<1000) == rows && self.rows(0..<999) != rows)
  }

  @Test func `equality of a copy that was changed compares only what the two don't share`() {
    struct Counted: Equatable {
      nonisolated(unsafe) static var comparisons = 0
      var number: Int
      static func == (left: Counted, right: Counted) -> Bool {
        comparisons += 1
        return left.number == right.number
      }
    }
    let all = Entities(uniqueIDsWithValues: (0..<100_000).map { ($0, Counted(number: $0)) })
    var copy = all
    #expect(copy == all && Counted.comparisons == 0)
    copy.update(50_000) { $0.number += 0 }
    #expect(copy == all)
    #expect(Counted.comparisons == 1)
    copy.update(10) { $0.number += 1 }
    #expect(copy != all && all != copy)
    #expect(Counted.comparisons <= 5)
    // As it was again, in other ways than by updates of these.
    for _ in 0..<100 { copy.update(10) { $0.number = 10 } }
    #expect(copy == all)
    copy.move(0, to: 5)
    #expect(copy != all)
    copy.move(0, to: 0)
    #expect(copy == all)
  }

  @Test func `an id that comes twice is refused, and of a file it is an error that names it`() async
  {
    let twice = Data(
      #"[{"id":1,"value":{"id":1,"text":""}},{"id":1,"value":{"id":1,"text":""}}]"#.utf8
    )
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Rows.self, from: twice)
    }
    #expect("\(String(describing: error))".contains("the id 1 occurs twice"))
    await #expect(processExitsWith: .failure) {
      _ = Entities([Row(id: 4), Row(id: 4)])
    }
  }

  @Test func `a place that there isn't ends the process`() async {
    await #expect(processExitsWith: .failure) {
      var rows = Entities([Row(id: 0)])
      rows.insert(Row(id: 1), at: 2)
    }
    await #expect(processExitsWith: .failure) {
      var rows = Entities([Row(id: 0)])
      rows.move(0, to: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Entities([Row(id: 0)]).ids(in: 0..<2)
    }
  }

  @Test func `an update that throws leaves the value as its body left it, and is a change`() {
    struct Refusal: Error {}
    var rows = rows(0..<2)
    let cursor = rows.cursor
    #expect(throws: Refusal.self) {
      try rows.update(1) { row in
        row.text = "half"
        throw Refusal()
      }
    }
    #expect(rows[1]?.text == "half" && changes(rows, since: cursor) == ["updated 1"])
  }

  @Test func `it is described as a dictionary in its order`() {
    var rows = Entities(uniqueIDsWithValues: [("b", 2), ("a", 1)])
    #expect("\(rows)" == "[b: 2, a: 1]")
    #expect(Mirror(reflecting: rows).displayStyle == .dictionary)
    #expect(Mirror(reflecting: rows).children.count == 2)
    rows.removeAll()
    #expect("\(rows)" == "[:]")
  }
}
