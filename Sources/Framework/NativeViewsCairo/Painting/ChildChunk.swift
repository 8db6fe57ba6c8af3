/// Some of a node's children, in order: neighbours that painting passes by together where none is in sight.
///
/// A list of chunks takes an insertion anywhere in constant time, and culling a thousand children some forty tests.
final class ChildChunk {
  static let capacity = 32

  private(set) var nodes: ContiguousArray<PaintNode> = []
  /// The extents of ``nodes``, side by side.
  private(set) var boxes: ContiguousArray<Box> = []
  /// All of the extents.
  private(set) var bounds = Box.empty
  /// All of the rooms.
  private(set) var room = Box.empty
  /// Whether boxes and bounds are the extents of the nodes.
  var isValid = false
  var next: ChildChunk?
  /// Cut when the chunk leaves its list, or the list goes.
  var previous: ChildChunk?

  fileprivate func index(of node: PaintNode) -> Int {
    // Most are found at the end, for most are appended.
    nodes.lastIndex { $0 === node } ?? nodes.count
  }

  fileprivate func insert(_ node: PaintNode, at index: Int) {
    nodes.insert(node, at: index)
    // SAFETY: rule 1 of `PaintNode`.
    unsafe node.chunk = self
    isValid = false
  }

  fileprivate func remove(at index: Int) {
    // SAFETY: rule 1 of `PaintNode`.
    unsafe nodes.remove(at: index).chunk = nil
    isValid = false
  }

  /// Moves the last nodes, from an index, to the beginning of another chunk.
  fileprivate func moveNodes(from index: Int, to other: ChildChunk) {
    for node in nodes[index...].reversed() { other.insert(node, at: 0) }
    nodes.removeSubrange(index...)
    isValid = false
  }

  /// Takes the extents over, which hold.
  func validate() {
    guard !isValid else { return }
    boxes.removeAll(keepingCapacity: true)
    (bounds, room) = (.empty, .empty)
    for node in nodes {
      boxes.append(node.extent)
      room.formUnion(node.room)
      bounds.formUnion(node.extent)
    }
    isValid = true
  }
}

extension PaintNode {
  /// Calls a closure with the chunks of the children, in order.
  @inline(__always)
  func forEachChunk(_ body: (ChildChunk) -> Void) {
    var next = firstChunk
    while let chunk = next {
      body(chunk)
      next = chunk.next
    }
  }

  /// Inserts a node that is in no list after one of the children, or first.
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
    // Behind a full chunk nothing is moved, so that appending fills one after the other.
    if index == ChildChunk.capacity { return new.insert(child, at: 0) }
    chunk.moveNodes(from: ChildChunk.capacity / 2, to: new)
    let inFirst = index <= chunk.nodes.count
    (inFirst ? chunk : new).insert(child, at: inFirst ? index : index - chunk.nodes.count)
  }

  /// Takes the node out of its parent's list.
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
