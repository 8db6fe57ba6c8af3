/// An element of a list that is shown.
struct Item: Identifiable, Equatable, Sendable {
  let id: Int
  /// The id, as the original's nodes are told apart.
  let key: String
  var text: String

  init(id: Int) {
    self.id = id
    key = "\(id)"
    text = "row \(id)"
  }
}

/// So many items, in the order of their ids.
func makeItems(_ count: Int, from first: Int = 0) -> [Item] {
  (first..<first + count).map { Item(id: $0) }
}
