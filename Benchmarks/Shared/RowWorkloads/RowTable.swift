/// A table of rows, one of which may be selected: a state that each operation makes of another.
///
/// All that is random in it comes from its own generator, so that the same operations on equal tables make
/// equal tables.
package struct RowTable: Equatable, Sendable {
  private static let mark = " !!!"

  package private(set) var rows: [Row] = []
  /// The id of the row that is selected.
  package private(set) var selection: Int?
  private var generator: RowGenerator

  /// An empty table.
  ///
  /// - Parameter seed: The same seed gives the same rows and the same random edits.
  package init(seed: UInt64) { generator = RowGenerator(seed: seed) }

  /// A table of new rows.
  package init(rows count: Int, seed: UInt64) {
    self.init(seed: seed)
    append(count)
  }

  // MARK: - Of js-framework-benchmark

  /// Puts new rows in the place of all that there are.
  package mutating func replaceAll(by count: Int) {
    rows = generator.next(count)
    selection = nil
  }

  /// Adds new rows at the end.
  package mutating func append(_ count: Int) { rows += generator.next(count) }

  /// Changes the label of every so many rows, from the first one.
  package mutating func update(every step: Int) {
    for index in stride(from: 0, to: rows.count, by: step) { update(at: index) }
  }

  /// Selects the row at a place, and no other.
  package mutating func select(at index: Int) { selection = rows[index].id }

  /// Exchanges two rows.
  package mutating func swap(_ first: Int, _ second: Int) { rows.swapAt(first, second) }

  /// Removes the row at a place.
  package mutating func remove(at index: Int) {
    let row = rows.remove(at: index)
    if selection == row.id { selection = nil }
  }

  /// Removes all rows.
  package mutating func clear() {
    rows = []
    selection = nil
  }

  // MARK: - Others

  /// Changes the label of the row at a place: adds exclamation marks, or takes those of the last time away, so
  /// that it doesn't grow with each iteration of a benchmark.
  package mutating func update(at index: Int) {
    if rows[index].label.hasSuffix(Self.mark) {
      rows[index].label.removeLast(Self.mark.count)
    } else {
      rows[index].label += Self.mark
    }
  }

  /// Adds a new row at a place.
  package mutating func insert(at index: Int) { rows.insert(generator.next(), at: index) }

  /// Takes a row away and puts it elsewhere; the other rows keep their order.
  package mutating func move(from index: Int, to target: Int) {
    rows.insert(rows.remove(at: index), at: target)
  }

  /// Brings the rows into any order, each with the same probability.
  package mutating func shuffle() {
    for index in rows.indices.dropFirst().reversed() {
      rows.swapAt(index, generator.number(below: index + 1))
    }
  }

  /// Turns the order of the rows around.
  package mutating func reverse() { rows.reverse() }

  /// Moves so many rows, chosen at random, to places that are chosen at random.
  package mutating func reorder(moves: Int) {
    guard rows.count > 1 else { return }
    for _ in 0..<moves {
      move(from: generator.number(below: rows.count), to: generator.number(below: rows.count))
    }
  }

  /// Does something that is chosen at random to a row, or two, that are.
  package mutating func editAtRandom() {
    let kind = generator.number(below: 8)
    guard !rows.isEmpty else { return append(1 + generator.number(below: 8)) }
    let (first, second) = (generator.number(below: rows.count), generator.number(below: rows.count))
    switch kind {
    case 0: insert(at: first)
    case 1: remove(at: first)
    case 2: update(at: first)
    case 3: select(at: first)
    case 4: swap(first, second)
    case 5: move(from: first, to: second)
    case 6: append(1)
    default: reorder(moves: 3)
    }
  }
}
