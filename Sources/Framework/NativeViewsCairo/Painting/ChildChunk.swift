/// Some consecutive children of a node, which painting skips together if none is visible.
///
/// Its accesses aren't checked: rule 3 of ``PaintNode``. A list of chunks takes an insertion anywhere in constant time, and culling a thousand children some forty tests.
final class ChildChunk {
  static let capacity = 32

  @safe @exclusivity(unchecked) private(set) var nodes: ContiguousArray<PaintNode> = []
  /// The extents of ``nodes``, in order; outdated for nodes whose extent is invalid.
  @safe @exclusivity(unchecked) private(set) var boxes: ContiguousArray<Box> = []
  /// The rooms of ``nodes``, likewise.
  @safe @exclusivity(unchecked) private(set) var rooms: ContiguousArray<Box> = []
  /// The union of the extents.
  @safe @exclusivity(unchecked) private(set) var bounds = Box.empty
  /// The union of the rooms.
  @safe @exclusivity(unchecked) private(set) var room = Box.empty
  /// Whether all of these are up to date.
  @safe @exclusivity(unchecked) var isValid = false
  @safe @exclusivity(unchecked) var next: ChildChunk?
  /// Cut when the chunk leaves its list, or the list goes.
  @safe @exclusivity(unchecked) var previous: ChildChunk?

  fileprivate func index(of node: PaintNode) -> Int {
    // Most are found at the end, since most are appended.
    nodes.lastIndex { $0 === node } ?? nodes.count
  }

  fileprivate func insert(_ node: PaintNode, at index: Int) {
    nodes.insert(node, at: index)
    boxes.insert(node.extent, at: index)
    rooms.insert(node.room, at: index)
    // SAFETY: rule 1 of `PaintNode`.
    unsafe node.chunk = self
    isValid = false
  }

  fileprivate func remove(at index: Int) {
    // SAFETY: rule 1 of `PaintNode`.
    unsafe nodes.remove(at: index).chunk = nil
    boxes.remove(at: index)
    rooms.remove(at: index)
    isValid = false
  }

  /// Moves the nodes from an index on to the start of another chunk.
  fileprivate func moveNodes(from index: Int, to other: ChildChunk) {
    for node in nodes[index...].reversed() { other.insert(node, at: 0) }
    nodes.removeSubrange(index...)
    boxes.removeSubrange(index...)
    rooms.removeSubrange(index...)
    isValid = false
  }

  /// Sets the extent of a node.
  func setExtent(_ extent: Box, room: Box, at index: Int) {
    boxes[index] = extent
    rooms[index] = room
  }

  /// Unites the extents, all of which are valid.
  func validate() {
    guard !isValid else { return }
    bounds = .union(of: boxes)
    room = .union(of: rooms)
    isValid = true
  }

  /// The first index from a given one on whose node has something within a box.
  @inline(__always)
  func firstIndex(from index: Int, within box: Box) -> Int? {
    var index = index
    while index < boxes.count {
      if boxes[index].intersects(box) { return index }
      index += 1
    }
    return nil
  }
}

/// A chunk of a list that doesn't change while this is used: counting references would take longer than skipping a chunk.
@safe
struct ChunkReference {
  // SAFETY: here and below: the list owns the chunk.
  private let chunk: Unmanaged<ChildChunk>

  @inline(__always)
  init?(_ chunk: ChildChunk?) {
    guard let chunk else { return nil }
    unsafe self.chunk = Unmanaged.passUnretained(chunk)
  }

  @inline(__always)
  func with<Result>(_ body: (ChildChunk) -> Result) -> Result {
    unsafe chunk._withUnsafeGuaranteedRef(body)
  }

  @inline(__always)
  var next: ChunkReference? { with { ChunkReference($0.next) } }
}

extension PaintNode {
  /// Calls a closure with the chunks of the children, in order; the closure must not change the list.
  @inline(__always)
  func forEachChunk(_ body: (ChildChunk) -> Void) {
    var next = ChunkReference(firstChunk)
    while let chunk = next {
      chunk.with { body($0) }
      next = chunk.next
    }
  }

  /// Inserts a node that is in no list after a child, or first.
  ///
  /// Complexity: O(1).
  func insert(_ child: PaintNode, after sibling: PaintNode?) {
    // SAFETY: rule 1 of `PaintNode`, here and below.
    if let chunk = unsafe sibling?.chunk ?? firstChunk {
      insert(child, in: chunk, at: sibling.map { chunk.index(of: $0) + 1 } ?? 0)
    } else {
      let chunk = ChildChunk()
      (firstChunk, lastChunk) = (chunk, chunk)
      chunk.insert(child, at: 0)
    }
    unsafe child.parent = self
    invalidateExtent()
    child.invalidateExtent()
  }

  private func insert(_ child: PaintNode, in chunk: ChildChunk, at index: Int) {
    guard chunk.nodes.count == ChildChunk.capacity else { return chunk.insert(child, at: index) }
    let new = ChildChunk()
    (new.previous, new.next) = (chunk, chunk.next)
    chunk.next?.previous = new
    if chunk.next == nil { lastChunk = new }
    chunk.next = new
    // Behind a full chunk nothing moves, so that appending fills one chunk after the other.
    if index == ChildChunk.capacity { return new.insert(child, at: 0) }
    chunk.moveNodes(from: ChildChunk.capacity / 2, to: new)
    let inFirst = index <= chunk.nodes.count
    (inFirst ? chunk : new).insert(child, at: inFirst ? index : index - chunk.nodes.count)
  }

  /// Removes the node from its parent's list.
  ///
  /// Complexity: O(1).
  func removeFromParent() {
    // SAFETY: rule 1 of `PaintNode`.
    guard let parent = unsafe parent, let chunk = unsafe chunk else { return }
    parent.invalidateExtent()
    chunk.remove(at: chunk.index(of: self))
    unsafe self.parent = nil
    if chunk.nodes.isEmpty { return parent.drop(chunk) }
    guard let next = chunk.next,
      chunk.nodes.count + next.nodes.count <= ChildChunk.capacity / 2
    else { return }
    chunk.moveNodes(from: 0, to: next)
    parent.drop(chunk)
  }

  private func drop(_ chunk: ChildChunk) {
    let (previous, next) = (chunk.previous, chunk.next)
    if let previous { previous.next = next } else { firstChunk = next }
    if let next { next.previous = previous } else { lastChunk = previous }
    (chunk.previous, chunk.next) = (nil, nil)
  }
}
