/// Some or all of the children of one destination, or a root, in sibling order.
///
/// Shape: shares the children with the tree; no destination is copied.
public struct DestinationList: RandomAccessCollection, Sendable {
  /// The source of the destinations: a node, not its array of children, which would be one more memory access for each step that is read.
  ///
  /// Shape: one word, because a step has up to three lists, and its readers copy and release it.
  private enum Source {
    case nothing
    case one(TreeNode)
    case children(ParentNode)
    case someChildren(SomeChildren)
    /// A list that no tree has, because not every wanted step has succeeded.
    case others([Destination])
  }

  private final class SomeChildren: Sendable {
    let parent: ParentNode
    let places: [Int]

    init(_ parent: ParentNode, places: [Int]) {
      self.parent = parent
      self.places = places
    }
  }

  private let source: Source

  init() {
    source = .nothing
  }

  /// One node on its own, such as a root.
  init(only node: TreeNode) {
    source = .one(node)
  }

  init(childrenOf node: TreeNode) {
    source = node.parent.map { .children($0) } ?? .nothing
  }

  init(childrenOf node: TreeNode, places: [Int]) {
    source = node.parent.map { .someChildren(SomeChildren($0, places: places)) } ?? .nothing
  }

  init(_ destinations: [Destination]) {
    source = .others(destinations)
  }

  /// The first place: 0.
  public var startIndex: Int { 0 }

  /// The place after the last.
  public var endIndex: Int {
    switch source {
    case .nothing: 0
    case .one: 1
    case .children(let parent): parent.childCount
    case .someChildren(let some): some.places.count
    case .others(let destinations): destinations.count
    }
  }

  /// The destination at a place.
  public subscript(position: Int) -> Destination {
    switch source {
    case .nothing: preconditionFailure("an empty list has no place \(position)")
    case .one(let node):
      precondition(position == 0, "a list of one has no place \(position)")
      return node.destination
    case .children(let parent): return parent.children[position].destination
    case .someChildren(let some):
      return some.parent.children[some.places[position]].destination
    case .others(let destinations): return destinations[position]
    }
  }

  /// The node at a place, if the list is from a tree.
  func node(at position: Int) -> TreeNode? {
    switch source {
    case .nothing, .others: nil
    case .one(let node): node
    case .children(let parent): parent.children[position]
    case .someChildren(let some): some.parent.children[some.places[position]]
    }
  }
}

extension DestinationList: Equatable {
  /// Whether both have the same destinations in the same order.
  public static func == (left: DestinationList, right: DestinationList) -> Bool {
    left.elementsEqual(right)
  }
}

extension DestinationList: CustomStringConvertible {
  /// The identities in brackets.
  public var description: String {
    "[" + map { $0.userIdentifier ?? "\($0.id)" }.joined(separator: ", ") + "]"
  }
}
