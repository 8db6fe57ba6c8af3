/// The names under which destination types are written to files and links.
///
///     var catalog = DestinationCatalog()
///     try catalog.register(HomeController.self, name: "home")
///     try catalog.register(ItemController.self, name: "item", context: ItemID.self)
///     let url = try catalog.url(for: store.state.navigationState.tree, base: base)
///     try await store.dispatch(SetRoute(catalog.tree(from: url))).value
public struct DestinationCatalog: Sendable {
  struct Entry: Sendable {
    let name: String
    let type: any Routable.Type
    let contextType: String
    let context: (any (Decodable & Sendable).Type)?
    let encodable: @Sendable (any Sendable) -> (any Encodable)?
  }

  private var byName: [String: Entry] = [:]
  private var byType: [ObjectIdentifier: Entry] = [:]

  /// Makes an empty catalog.
  public init() {}

  /// Gives a type a name; the contexts of its destinations are not written.
  ///
  /// - Throws: `NavigationCodingError.nameTaken`, `emptyName`.
  public mutating func register<R: Routable>(
    _ type: R.Type,
    name: String
  ) throws(NavigationCodingError) {
    try add(
      Entry(name: name, type: type, contextType: "", context: nil, encodable: { _ in nil })
    )
  }

  /// Gives a type a name, and the contexts of its destinations a type.
  ///
  /// - Throws: `NavigationCodingError.nameTaken`, `emptyName`.
  public mutating func register<R: Routable, Context: Codable & Sendable>(
    _ type: R.Type,
    name: String,
    context: Context.Type
  ) throws(NavigationCodingError) {
    try add(
      Entry(
        name: name,
        type: type,
        contextType: "\(context)",
        context: context,
        encodable: { $0 as? Context }
      )
    )
  }

  private mutating func add(_ entry: Entry) throws(NavigationCodingError) {
    guard !entry.name.isEmpty else { throw .emptyName(type: "\(entry.type)") }
    let type = ObjectIdentifier(entry.type)
    guard byName[entry.name] == nil, byType[type] == nil else {
      throw .nameTaken(entry.name, type: "\(entry.type)")
    }
    byName[entry.name] = entry
    byType[type] = entry
  }

  func entry(of destination: Destination) throws(NavigationCodingError) -> Entry {
    guard let entry = byType[ObjectIdentifier(destination.routableType)] else {
      throw .unknownType(destination)
    }
    return entry
  }

  func entry(named name: String) throws(NavigationCodingError) -> Entry {
    guard let entry = byName[name] else { throw .unknownName(name) }
    return entry
  }

  /// The context of a destination in an encodable form; `nil` if there is none.
  func encodableContext(
    of destination: Destination,
    _ entry: Entry
  ) throws(NavigationCodingError) -> (any Encodable)? {
    guard let context = destination.contextData, entry.context != nil else { return nil }
    guard let encodable = entry.encodable(context) else {
      throw .wrongContext(destination, expected: entry.contextType)
    }
    return encodable
  }
}

extension CodingUserInfoKey {
  /// The key under which encoders and decoders of a `NavigationTree` find their `DestinationCatalog`.
  public static let destinationCatalog = CodingUserInfoKey(rawValue: "hamon.destinationCatalog")
}

/// Why a navigation could not be written or read.
public enum NavigationCodingError: Error, Equatable, Sendable {
  /// The coder has no catalog.
  case missingCatalog
  /// A transaction needs the coder of a log.
  case missingRegistry
  /// The catalog already has another type of this name, or another name of this type.
  case nameTaken(String, type: String)
  /// The catalog doesn't have the destination's type.
  case unknownType(Destination)
  /// The catalog doesn't have the name.
  case unknownName(String)
  /// The destination's context isn't of the type that the catalog has.
  case wrongContext(Destination, expected: String)
  /// A link can't be read from this character of its path on.
  case malformedLink(path: String, offset: Int)
  /// The context of a destination in a link can't be read.
  case malformedContext(Destination, reason: String)
  /// The destination has a context, but its type was registered without one.
  case unexpectedContext(Destination)
  /// A type can't be registered without a name.
  case emptyName(type: String)
  /// The decoded nodes are not a tree.
  case notATree(node: Int)
  /// Two destinations are active under the same parent.
  case severalActive(Destination, Destination)
}

extension NavigationCodingError: CustomStringConvertible {
  /// The problem and its remedy in one line.
  public var description: String {
    switch self {
    case .missingCatalog:
      "navigation: the coder has no catalog; give the log's registry one by registerNavigation(_:), "
        + "or put a DestinationCatalog into the coder's userInfo"
    case .missingRegistry:
      "transaction: the coder has no registry; write it as an item of a log"
    case .nameTaken(let name, let type):
      "catalog: \(name) or \(type) is registered already; register each name and type once"
    case .unknownType(let destination):
      "destination \(destination): its type has no name; register it in the catalog"
    case .unknownName(let name):
      "name \(name): no type is registered under it; register one in the catalog"
    case .wrongContext(let destination, let expected):
      "destination \(destination): its context is not \(expected); register the type that it has"
    case .malformedLink(let path, let offset):
      "link \(path): character \(offset) can't be read; see DestinationCatalog.url(for:base:)"
    case .malformedContext(let destination, let reason):
      "destination \(destination): its context can't be read: \(reason); correct what wrote it"
    case .unexpectedContext(let destination):
      "destination \(destination): its type has no context; register it with the context's type"
    case .emptyName(let type):
      "catalog: the name of \(type) is empty; give it one, or links can't be read"
    case .severalActive(let first, let second):
      "destination \(second): \(first) is the active one beside it; make one of them active"
    case .notATree(let node):
      "navigation: node \(node) has no parent before it; correct what wrote it"
    }
  }
}
