import FoundationEssentials

extension NavigationTree: Codable {
  private enum Keys: String, CodingKey {
    case name
    case userIdentifier
    case instanceIdentifier
    case parent
    case isActive
    case context
  }

  private static func catalog(
    _ userInfo: [CodingUserInfoKey: Any]
  ) throws -> DestinationCatalog {
    guard let key = CodingUserInfoKey.destinationCatalog,
      let catalog = userInfo[key] as? DestinationCatalog
    else { throw NavigationCodingError.missingCatalog }
    return catalog
  }

  /// Writes the destinations as a list: their types by the names of the catalog, their parents by their
  /// places in the list.
  ///
  /// - Throws: `NavigationCodingError`, what the encoder and contexts throw.
  public func encode(to encoder: any Encoder) throws {
    let catalog = try Self.catalog(encoder.userInfo)
    var list = encoder.unkeyedContainer()
    for node in FlatNode.list(self) {
      let entry = try catalog.entry(of: node.destination)
      var fields = list.nestedContainer(keyedBy: Keys.self)
      try fields.encode(entry.name, forKey: .name)
      try fields.encodeIfPresent(node.destination.userIdentifier, forKey: .userIdentifier)
      try fields.encodeIfPresent(node.destination.instanceIdentifier, forKey: .instanceIdentifier)
      try fields.encodeIfPresent(node.parent, forKey: .parent)
      if node.isActive { try fields.encode(true, forKey: .isActive) }
      if let context = try catalog.encodableContext(of: node.destination, entry) {
        try context.encode(to: fields.superEncoder(forKey: .context))
      }
    }
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `NavigationCodingError`, `NavigationError.duplicate`, what the decoder and contexts throw.
  public init(from decoder: any Decoder) throws {
    let catalog = try Self.catalog(decoder.userInfo)
    var list = try decoder.unkeyedContainer()
    var nodes: [FlatNode] = []
    while !list.isAtEnd {
      let fields = try list.nestedContainer(keyedBy: Keys.self)
      let entry = try catalog.entry(named: try fields.decode(String.self, forKey: .name))
      let name = try fields.decodeIfPresent(String.self, forKey: .userIdentifier)
      let id: Destination.ID =
        if let name {
          .named(name)
        } else {
          .instance(try fields.decode(UUID.self, forKey: .instanceIdentifier))
        }
      var context: (any Sendable)?
      if fields.contains(.context) {
        if let type = entry.context {
          context = try type.init(from: fields.superDecoder(forKey: .context))
        } else if try !fields.decodeNil(forKey: .context) {
          let destination = Destination(routableType: entry.type, id: id)
          throw NavigationCodingError.unexpectedContext(destination)
        }
      }
      nodes.append(
        FlatNode(
          destination: Destination(routableType: entry.type, contextData: context, id: id),
          parent: try fields.decodeIfPresent(Int.self, forKey: .parent),
          isActive: try fields.decodeIfPresent(Bool.self, forKey: .isActive) ?? false
        )
      )
    }
    self = try FlatNode.tree(nodes)
  }
}

extension NavigationState: Codable {
  /// Writes the tree.
  ///
  /// - Throws: What the tree throws.
  public func encode(to encoder: any Encoder) throws {
    try tree.encode(to: encoder)
  }

  /// Reads the tree; there are no guards.
  ///
  /// - Throws: What the tree throws.
  public init(from decoder: any Decoder) throws {
    self.init(try NavigationTree(from: decoder))
  }
}

/// A node of a tree as an element of a list, in which parents come before their children.
///
/// Written so and not nested, a tree of any depth needs no recursion.
struct FlatNode {
  let destination: Destination
  let parent: Int?
  let isActive: Bool

  /// The nodes of a tree in pre-order, siblings in order.
  static func list(_ tree: NavigationTree) -> [FlatNode] {
    var list: [FlatNode] = []
    var rest = tree.root.map { [(node: $0, parent: Int?.none)] } ?? []
    while let (node, parent) = rest.popLast() {
      let place = list.count
      list.append(
        FlatNode(destination: node.destination, parent: parent, isActive: node.isActive)
      )
      for child in node.children.reversed() { rest.append((child, place)) }
    }
    return list
  }

  /// The tree that a list of nodes is of.
  static func tree(_ list: [FlatNode]) throws -> NavigationTree {
    var children = [[NavigationNode]](repeating: [], count: list.count)
    var root: NavigationNode?
    for (place, node) in list.enumerated().reversed() {
      let active = children[place].filter(\.isActive)
      if active.count > 1 {
        throw NavigationCodingError.severalActive(
          active[active.count - 1].destination,
          active[active.count - 2].destination
        )
      }
      let made = NavigationNode(
        node.destination,
        isActive: node.isActive,
        children: children[place].reversed()
      )
      children[place] = []
      if let parent = node.parent, 0..<place ~= parent {
        children[parent].append(made)
      } else if node.parent == nil, place == 0 {
        root = made
      } else {
        throw NavigationCodingError.notATree(node: place)
      }
    }
    return try NavigationTree(root)
  }
}
