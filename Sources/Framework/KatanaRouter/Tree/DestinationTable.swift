import HashTreeCollections
import Katana

/// Index of a tree that was made as a whole: a hash table in one block of memory.
///
/// It keeps the tree and doesn't count its references to the nodes, so that a destination costs it two words
/// and one look at the place where its identity belongs.
@safe final class DestinationTable: Sendable {
  // SAFETY, for all of it: there are `mask + 1` places from `init` to `deinit`, all of them initialized, and
  // nobody writes to them after `init`; the nodes are of the tree, which `root` keeps.

  @safe private struct Place {
    /// `nil` where no destination is.
    var node: Unmanaged<TreeNode>?
    /// A part of the hash, by which most identities are told apart without a look at them.
    var tag: UInt32 = 0
    /// The place of what contains it.
    var parent = Place.none

    /// The parent of the root.
    static let none = UInt32.max
  }

  /// Number of destinations.
  let count: Int
  private let root: TreeNode
  private let mask: Int
  nonisolated(unsafe) private let places: UnsafeMutablePointer<Place>
  private let hashing = IdentityHashing.ofProcess
  private let converted = OrderedMutex<TreeDictionary<Destination.ID, DestinationIndex.Entry>?>(nil)

  /// Puts each destination of a tree into its place.
  ///
  /// - Throws: `NavigationError.duplicate` if two destinations have one identity.
  init(_ root: TreeNode) throws(NavigationError) {
    self.root = root
    count = root.subtreeCount
    // Three quarters full at most.
    mask = 1 << (Int.bitWidth - (count + count / 3 | 3).leadingZeroBitCount) - 1
    unsafe places = .allocate(capacity: mask + 1)
    unsafe places.initialize(repeating: Place(), count: mask + 1)
    var rest = unsafe [
      (node: Unmanaged.passUnretained(root), place: try add(root, under: Place.none))
    ]
    while let (node, place) = unsafe rest.popLast() {
      for child in unsafe node._withUnsafeGuaranteedRef(\.children) {
        let childPlace = try add(child, under: place)
        if child.childCount > 0 { unsafe rest.append((.passUnretained(child), childPlace)) }
      }
    }
  }

  deinit {
    unsafe places.deallocate()
  }

  private func add(_ node: TreeNode, under parent: UInt32) throws(NavigationError) -> UInt32 {
    let (place, tag) = find(node.destination.id)
    if let found = unsafe places[place].node {
      let existing = unsafe found._withUnsafeGuaranteedRef(\.destination)
      throw .duplicate(existing: existing, added: node.destination)
    }
    unsafe places[place] = Place(node: .passUnretained(node), tag: tag, parent: parent)
    return UInt32(place)
  }

  /// The place of an identity, or the empty one where it belongs.
  @inline(__always)
  private func find(_ id: Destination.ID) -> (place: Int, tag: UInt32) {
    let hash = hashing.hash(id)
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var place = Int(truncatingIfNeeded: hash) & mask
    while let node = unsafe places[place].node {
      if unsafe places[place].tag == tag,
        unsafe node._withUnsafeGuaranteedRef({ $0.destination.id == id })
      {
        break
      }
      place = (place + 1) & mask
    }
    return (place, tag)
  }

  /// The destination with an identity and what contains it.
  subscript(id: Destination.ID) -> DestinationIndex.Entry? { entry(at: find(id).place) }

  private func entry(at place: Int) -> DestinationIndex.Entry? {
    guard let node = unsafe places[place].node else { return nil }
    let parent = unsafe places[place].parent
    return DestinationIndex.Entry(
      destination: unsafe node._withUnsafeGuaranteedRef(\.destination),
      parent: parent == Place.none
        ? nil : unsafe places[Int(parent)].node?._withUnsafeGuaranteedRef(\.destination)
    )
  }

  /// The same as a dictionary; made the first time that somebody asks for it.
  var dictionary: TreeDictionary<Destination.ID, DestinationIndex.Entry> {
    converted.withLock { converted in
      if let converted { return converted }
      var dictionary: TreeDictionary<Destination.ID, DestinationIndex.Entry> = [:]
      for place in 0...mask {
        if let entry = entry(at: place) { dictionary[entry.destination.id] = entry }
      }
      converted = dictionary
      return dictionary
    }
  }
}

/// A hash of identities for tables that don't outlive the process.
///
/// Numbers are multiplied with secret ones: a tenth of what hashing them in general takes, and still nobody
/// can know which identities collide.
struct IdentityHashing: Sendable {
  private let first: UInt64
  private let second: UInt64

  /// The one of this process.
  static let ofProcess = IdentityHashing(
    first: .random(in: 0 ... .max),
    second: .random(in: 0 ... .max)
  )

  @inline(__always)
  func hash(_ id: Destination.ID) -> UInt64 {
    if let name = id.userIdentifier { return UInt64(truncatingIfNeeded: name.hashValue) }
    let product = (id.high ^ first).multipliedFullWidth(by: id.low ^ second)
    return product.high ^ product.low
  }
}
