/// The names under which the types of destinations are written to files and links.
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

  /// Gives a type a name; contexts of its destinations are not written.
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

  /// Gives a type a name and its destinations' context a type.
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

  /// The context of a destination as something that can be written; `nil` where there is none.
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
  /// Where encoders and decoders of a `NavigationTree` find their `DestinationCatalog`.
  public static let destinationCatalog = CodingUserInfoKey(rawValue: "hamon.destinationCatalog")
}
