import HashTreeCollections
import Katana

/// The parent of each destination of a tree.
///
/// Shape: for a tree that was made as a whole, a table that is built once and never changed; from the first change on, a persistent
/// dictionary, which copies share. The copies of one tree turn its table into a dictionary once for all of them.
struct DestinationIndex: Sendable {
  /// A destination and its parent; the root has none.
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

  /// The destination with an identity and its parent, or that it is gone.
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

  /// Sets a destination; returns the previous one of its identity.
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
    // The only reference while it is changed, so that nothing is copied unless others hold it.
    storage = .dictionary([:])
    defer { storage = .dictionary(dictionary) }
    return body(&dictionary)
  }
}
