import HashTreeCollections
import Katana

/// The index of a tree that was made as a whole: a hash table in one block of memory.
///
/// It keeps the tree and doesn't count its references to the nodes, so a destination costs two and a half words, and one access at its hash
/// position.
@safe final class DestinationTable: Sendable {
  // SAFETY, for all of it: there are `count` nodes and parents and `capacity` places from `init` to `deinit`, all of them initialized, and
  // nobody writes to them after `init`; the nodes are of the tree, which `root` keeps. The block has the alignment of its first part, and
  // the others need no larger one.

  /// Half as large as a reference: look-ups access the places at random.
  @safe private struct Place {
    /// A part of the hash, which distinguishes most identities without reading them.
    var tag: UInt32 = 0
    /// The number of the node, from 1 on; 0 for an empty place.
    var number: UInt32 = 0
  }

  let count: Int
  private let root: TreeNode
  private let capacity: Int
  /// The nodes, level by level.
  nonisolated(unsafe) private let nodes: UnsafeMutablePointer<UnownedNode>
  nonisolated(unsafe) private let places: UnsafeMutablePointer<Place>
  /// For each node the number of its parent; 0 for the root.
  nonisolated(unsafe) private let parents: UnsafeMutablePointer<UInt32>
  private let hashing = IdentityHashing.ofProcess
  private let converted = OrderedMutex<TreeDictionary<Destination.ID, DestinationIndex.Entry>?>(nil)

  /// Inserts each destination of a tree.
  ///
  /// - Throws: `NavigationError.duplicate` if two destinations have one identity.
  init(_ root: TreeNode) throws(NavigationError) {
    self.root = root
    count = root.subtreeCount
    // Three quarters full.
    capacity = count + count / 3 + 1
    let nodeBytes = count * MemoryLayout<UnownedNode>.stride
    let placeBytes = capacity * MemoryLayout<Place>.stride
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: nodeBytes + placeBytes + count * MemoryLayout<UInt32>.stride,
      alignment: MemoryLayout<UnownedNode>.alignment
    )
    unsafe nodes = block.bindMemory(to: UnownedNode.self, capacity: count)
    unsafe places = (block + nodeBytes).bindMemory(to: Place.self, capacity: capacity)
    unsafe parents = (block + nodeBytes + placeBytes).bindMemory(to: UInt32.self, capacity: count)
    unsafe places.initialize(repeating: Place(), count: capacity)
    unsafe Self.list(root, nodes, parents)
    try addAll()
  }

  deinit {
    unsafe UnsafeMutableRawPointer(nodes).deallocate()
  }

  /// Lists the nodes of a tree, and the number of the parent of each.
  private static func list(
    _ root: TreeNode,
    _ nodes: UnsafeMutablePointer<UnownedNode>,
    _ parents: UnsafeMutablePointer<UInt32>
  ) {
    unsafe nodes.initialize(to: UnownedNode(root))
    unsafe parents.initialize(to: 0)
    var count = 1
    var number = 0
    while number < count {
      let node = unsafe nodes[number]
      number += 1
      unsafe node.parent?._withUnsafeGuaranteedRef { node in
        unsafe node.children.withUnsafeBufferPointer { children in
          for place in children.indices {
            unsafe (nodes + count).initialize(to: UnownedNode(children[place]))
            unsafe (parents + count).initialize(to: UInt32(truncatingIfNeeded: number))
            count += 1
          }
        }
      }
    }
  }

  /// Inserts the listed nodes: each access is independent of the one before, so the processor waits for several at once.
  private func addAll() throws(NavigationError) {
    let (nodes, places) = unsafe (nodes, places)
    for number in 0..<count {
      let (place, tag) = unsafe nodes[number].withContents { find($0.id) }
      if unsafe places[place].number != 0 {
        throw .duplicate(
          existing: destination(Int(unsafe places[place].number) - 1),
          added: destination(number)
        )
      }
      unsafe places[place] = Place(tag: tag, number: UInt32(truncatingIfNeeded: number + 1))
    }
  }

  private func destination(_ number: Int) -> Destination {
    unsafe nodes[number].destination
  }

  /// The place of an identity, or the empty one where it belongs.
  @inline(__always)
  private func find(_ id: Destination.ID) -> (place: Int, tag: UInt32) {
    let hash = hashing.hash(id)
    let tag = UInt32(truncatingIfNeeded: hash)
    // The upper half as a share of all places: their number need not be a power of 2.
    var place = Int(truncatingIfNeeded: (hash >> 32 &* UInt64(truncatingIfNeeded: capacity)) >> 32)
    while case let number = unsafe Int(places[place].number), number != 0 {
      if unsafe places[place].tag == tag,
        unsafe nodes[number - 1].withContents({ $0.id == id })
      {
        break
      }
      place = place + 1 == capacity ? 0 : place + 1
    }
    return (place, tag)
  }

  /// The destination with an identity and its parent.
  subscript(id: Destination.ID) -> DestinationIndex.Entry? {
    let place = find(id).place
    let number = unsafe Int(places[place].number)
    return number == 0 ? nil : entry(number - 1)
  }

  private func entry(_ number: Int) -> DestinationIndex.Entry {
    let parent = unsafe Int(parents[number])
    return DestinationIndex.Entry(
      destination: destination(number),
      parent: parent == 0 ? nil : destination(parent - 1)
    )
  }

  /// The same as a dictionary; made on first access.
  var dictionary: TreeDictionary<Destination.ID, DestinationIndex.Entry> {
    converted.withLock { converted in
      if let converted { return converted }
      var dictionary: TreeDictionary<Destination.ID, DestinationIndex.Entry> = [:]
      for number in 0..<count {
        let entry = entry(number)
        dictionary[entry.destination.id] = entry
      }
      converted = dictionary
      return dictionary
    }
  }
}

/// A hash of identities for tables that don't outlive the process.
///
/// It multiplies with secret numbers: a tenth of the time of general hashing, and still nobody can know which identities collide.
struct IdentityHashing: Sendable {
  private let first: UInt64
  private let second: UInt64

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
