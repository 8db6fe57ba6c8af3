import SeededRandom

/// A row of a table: what js-framework-benchmark shows a thousand of.
package struct Row: Equatable, Identifiable, Sendable {
  package let id: Int
  package var label: String

  package init(id: Int, label: String) {
    self.id = id
    self.label = label
  }
}

/// Makes rows with ids that no other has and labels of three words.
///
/// Source: S. Krause, js-framework-benchmark, whose words these are; there they are drawn at random.
package struct RowGenerator: Equatable, Sendable {
  private static let adjectives = [
    "pretty", "large", "big", "small", "tall", "short", "long", "handsome", "plain", "quaint",
    "clean", "elegant", "easy", "angry", "crazy", "helpful", "mushy", "odd", "unsightly",
    "adorable", "important", "inexpensive", "cheap", "expensive", "fancy",
  ]
  // One colour is in the list twice there too.
  private static let colours = [
    "red", "yellow", "blue", "green", "pink", "brown", "purple", "brown", "white", "black",
    "orange",
  ]
  private static let nouns = [
    "table", "chair", "house", "bbq", "desk", "car", "pony", "cookie", "sandwich", "burger",
    "pizza", "mouse", "keyboard",
  ]

  private var randomness: SplitMix64
  private var lastID = 0

  /// - Parameter seed: The same seed gives the same rows.
  package init(seed: UInt64) { randomness = SplitMix64(seed: seed) }

  /// The next row; its id is one more than that of the row before, from 1.
  package mutating func next() -> Row {
    lastID += 1
    let adjective = Self.adjectives[randomness.next(below: Self.adjectives.count)]
    let colour = Self.colours[randomness.next(below: Self.colours.count)]
    let noun = Self.nouns[randomness.next(below: Self.nouns.count)]
    return Row(id: lastID, label: "\(adjective) \(colour) \(noun)")
  }

  /// As many rows as are asked for.
  package mutating func next(_ count: Int) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(count)
    for _ in 0..<count { rows.append(next()) }
    return rows
  }

  /// A number from 0 up to a limit, for what is edited at random.
  mutating func number(below limit: Int) -> Int { randomness.next(below: limit) }

  package static func == (a: RowGenerator, b: RowGenerator) -> Bool {
    a.lastID == b.lastID && a.randomness.state == b.randomness.state
  }
}
