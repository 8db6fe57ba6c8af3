/// Some or all of the children of one destination, or a root, in sibling order.
///
/// Shape: shares the children with the tree; no destination is copied.
public struct DestinationList: RandomAccessCollection, Sendable {
  private let nodes: ContiguousArray<TreeNode>
  /// Which of the nodes, where not all.
  private let places: [Int]?

  init(_ nodes: ContiguousArray<TreeNode> = [], places: [Int]? = nil) {
    self.nodes = nodes
    self.places = places
  }

  /// The first place: 0.
  public var startIndex: Int { 0 }

  /// The place after the last.
  public var endIndex: Int { places?.count ?? nodes.count }

  /// The destination at a place.
  public subscript(position: Int) -> Destination {
    node(at: position).destination
  }

  func node(at position: Int) -> TreeNode {
    nodes[places?[position] ?? position]
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

extension DestinationList {
  /// Those that fulfil a condition.
  func filtered(_ condition: (Destination) -> Bool) -> DestinationList {
    let kept = indices.filter { condition(self[$0]) }
    return DestinationList(nodes, places: kept.map { places?[$0] ?? $0 })
  }
}
