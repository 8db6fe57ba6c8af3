import HashTreeCollections
import Katana

/// What contains each destination of a tree.
///
/// Shape: of a tree that was made as a whole, a table that is made at one go and never changed; from the first
/// change on, a persistent dictionary, which copies share. The copies of one tree turn its table into a
/// dictionary once for all of them.
struct DestinationIndex: Sendable {
  /// A destination and what contains it; nothing contains the root.
  struct Entry {
    let destination: Destination
    let parent: Destination?
  }

  private enum Storage {
    case table(DestinationTable)
    case dictionary(TreeDictionary<Destination.ID, Entry>)
  }

  private var storage: Storage

  init() {
    storage = .dictionary([:])
  }

  /// Makes the index of a whole tree.
  ///
  /// - Throws: `NavigationError.duplicate` if two destinations have one identity.
  init(_ root: TreeNode) throws(NavigationError) {
    storage = .table(try DestinationTable(root))
  }

  var count: Int {
    switch storage {
    case .table(let table): table.count
    case .dictionary(let dictionary): dictionary.count
    }
  }

  /// The destination with an identity and what contains it, or that it is gone.
  subscript(id: Destination.ID) -> Entry? {
    get {
      switch storage {
      case .table(let table): table[id]
      case .dictionary(let dictionary): dictionary[id]
      }
    }
    set {
      change { $0[id] = newValue }
    }
  }

  /// Notes a destination; returns what had its identity before.
  mutating func updateValue(_ entry: Entry, forKey id: Destination.ID) -> Entry? {
    change { $0.updateValue(entry, forKey: id) }
  }

  private mutating func change<Result>(
    _ body: (inout TreeDictionary<Destination.ID, Entry>) -> Result
  ) -> Result {
    var dictionary =
      switch storage {
      case .table(let table): table.dictionary
      case .dictionary(let dictionary): dictionary
      }
    // The only reference while it is changed, so that nothing is copied that nobody else holds.
    storage = .dictionary([:])
    defer { storage = .dictionary(dictionary) }
    return body(&dictionary)
  }
}
