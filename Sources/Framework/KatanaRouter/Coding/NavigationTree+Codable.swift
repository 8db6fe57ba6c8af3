import FoundationEssentials

/// The fields of a destination, and those of a node of a tree.
private enum Keys: String, CodingKey {
  case name
  case userIdentifier
  case instanceIdentifier
  case parent
  case isActive
  case context
}

extension DestinationCatalog {
  fileprivate init(_ userInfo: [CodingUserInfoKey: Any]) throws(NavigationCodingError) {
    guard let key = CodingUserInfoKey.destinationCatalog,
      let catalog = userInfo[key] as? DestinationCatalog
    else { throw .missingCatalog }
    self = catalog
  }

  fileprivate func encode(
    _ destination: Destination,
    into fields: inout KeyedEncodingContainer<Keys>
  ) throws {
    let entry = try entry(of: destination)
    try fields.encode(entry.name, forKey: .name)
    try destination.id.encode(into: &fields)
    if let context = try encodableContext(of: destination, entry) {
      try context.encode(to: fields.superEncoder(forKey: .context))
    }
  }

  fileprivate func destination(in fields: KeyedDecodingContainer<Keys>) throws -> Destination {
    let entry = try entry(named: try fields.decode(String.self, forKey: .name))
    let id = try Destination.ID(from: fields)
    var context: (any Sendable)?
    if fields.contains(.context) {
      if let type = entry.context {
        context = try type.init(from: fields.superDecoder(forKey: .context))
      } else if try !fields.decodeNil(forKey: .context) {
        let destination = Destination(routableType: entry.type, id: id)
        throw NavigationCodingError.unexpectedContext(destination)
      }
    }
    return Destination(routableType: entry.type, contextData: context, id: id)
  }
}

extension Destination: Codable {
  /// Writes its identity, its context, and the catalog's name of its type.
  ///
  /// - Throws: `NavigationCodingError`, what the encoder and the context throw.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Keys.self)
    try DestinationCatalog(encoder.userInfo).encode(self, into: &fields)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `NavigationCodingError`, what the decoder and the context throw.
  public init(from decoder: any Decoder) throws {
    let catalog = try DestinationCatalog(decoder.userInfo)
    self = try catalog.destination(in: decoder.container(keyedBy: Keys.self))
  }
}

extension Destination.ID: Codable {
  /// Writes the name or the number.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Keys.self)
    try encode(into: &fields)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder.container(keyedBy: Keys.self))
  }

  fileprivate func encode(into fields: inout KeyedEncodingContainer<Keys>) throws {
    try fields.encodeIfPresent(userIdentifier, forKey: .userIdentifier)
    try fields.encodeIfPresent(instanceIdentifier, forKey: .instanceIdentifier)
  }

  fileprivate init(from fields: KeyedDecodingContainer<Keys>) throws {
    if let name = try fields.decodeIfPresent(String.self, forKey: .userIdentifier) {
      self = .named(name)
    } else {
      self = .instance(try fields.decode(UUID.self, forKey: .instanceIdentifier))
    }
  }
}

extension NavigationNode: Codable {
  /// Writes the destinations as a list: their types by the catalog's names, their parents by their index in the list.
  ///
  /// - Throws: `NavigationCodingError`, what the encoder and contexts throw.
  public func encode(to encoder: any Encoder) throws {
    try FlatNode.encode(self, to: encoder)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `NavigationCodingError`, what the decoder and contexts throw.
  public init(from decoder: any Decoder) throws {
    guard let node = try FlatNode.node(from: decoder) else {
      throw NavigationCodingError.notATree(node: 0)
    }
    self = node
  }
}

extension NavigationTree: Codable {
  /// Writes the destinations as a node does; an empty tree is an empty list.
  ///
  /// - Throws: `NavigationCodingError`, what the encoder and contexts throw.
  public func encode(to encoder: any Encoder) throws {
    try FlatNode.encode(root, to: encoder)
  }

  /// Reads what `encode(to:)` wrote.
  ///
  /// - Throws: `NavigationCodingError`, `NavigationError.duplicate`, what the decoder and contexts throw.
  public init(from decoder: any Decoder) throws {
    try self.init(FlatNode.node(from: decoder))
  }
}

extension NavigationState: Codable {
  /// Writes the tree.
  ///
  /// - Throws: What the tree throws.
  public func encode(to encoder: any Encoder) throws {
    try tree.encode(to: encoder)
  }

  /// Reads the tree.
  ///
  /// - Throws: What the tree throws.
  public init(from decoder: any Decoder) throws {
    self.init(try NavigationTree(from: decoder))
  }
}

/// A node of a tree as an element of a list in which parents come before their children.
///
/// A flat list needs no recursion, whatever the tree's depth.
struct FlatNode {
  let destination: Destination
  let parent: Int?
  let isActive: Bool

  fileprivate static func encode(_ root: NavigationNode?, to encoder: any Encoder) throws {
    let catalog = try DestinationCatalog(encoder.userInfo)
    var list = encoder.unkeyedContainer()
    var count = 0
    var rest = root.map { [(node: $0, parent: Int?.none)] } ?? []
    while let (node, parent) = rest.popLast() {
      var fields = list.nestedContainer(keyedBy: Keys.self)
      try catalog.encode(node.destination, into: &fields)
      try fields.encodeIfPresent(parent, forKey: .parent)
      if node.isActive { try fields.encode(true, forKey: .isActive) }
      for child in node.children.reversed() { rest.append((child, count)) }
      count += 1
    }
  }

  fileprivate static func node(from decoder: any Decoder) throws -> NavigationNode? {
    let catalog = try DestinationCatalog(decoder.userInfo)
    var list = try decoder.unkeyedContainer()
    var nodes: [FlatNode] = []
    while !list.isAtEnd {
      let fields = try list.nestedContainer(keyedBy: Keys.self)
      nodes.append(
        FlatNode(
          destination: try catalog.destination(in: fields),
          parent: try fields.decodeIfPresent(Int.self, forKey: .parent),
          isActive: try fields.decodeIfPresent(Bool.self, forKey: .isActive) ?? false
        )
      )
    }
    return try node(nodes)
  }

  /// The tree of a list of nodes.
  static func tree(_ list: [FlatNode]) throws -> NavigationTree {
    try NavigationTree(node(list))
  }

  private static func node(_ list: [FlatNode]) throws(NavigationCodingError) -> NavigationNode? {
    var children = [[NavigationNode]](repeating: [], count: list.count)
    var root: NavigationNode?
    for (place, node) in list.enumerated().reversed() {
      let active = children[place].filter(\.isActive)
      if active.count > 1 {
        throw .severalActive(
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
        throw .notATree(node: place)
      }
    }
    return root
  }
}
