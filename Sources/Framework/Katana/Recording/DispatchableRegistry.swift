import FoundationEssentials

/// The names under which items are written into a log's text, and how they are read back.
///
///     var registry = DispatchableRegistry()
///     registry.register(Increment.self, as: "Increment")
///     registry.register(AddToCart.self, at: \AppState.cart, as: "AddToCart")
///
/// A name belongs to one type; registering it again replaces what it meant.
public struct DispatchableRegistry: Sendable {
  struct Coding: Sendable {
    let name: String
    let encode: @Sendable (any Dispatchable, JSONEncoder) throws -> Data?
    let decode: @Sendable (Data, JSONDecoder) throws -> any Dispatchable
  }

  private var byName: [String: Coding] = [:]
  // Several, because the updaters of two slices of one type have one type.
  private var byType: [ObjectIdentifier: [Coding]] = [:]

  /// Makes an empty registry.
  public init() {}

  /// Gives a type of item a name.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name; by default the qualified name of the type.
  public mutating func register<Item: Dispatchable & Codable>(
    _ type: Item.Type,
    as name: String? = nil
  ) {
    insert(
      Coding(
        name: name ?? String(reflecting: type),
        encode: { item, encoder in try (item as? Item).map { try encoder.encode($0) } },
        decode: { try $1.decode(Item.self, from: $0) }
      ),
      for: type
    )
  }

  /// Gives a type of updater a name, for those that were dispatched to a slice (`Store.scope(_:)`).
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - keyPath: Where the slice is in the whole state.
  ///   - name: The name.
  public mutating func register<Root: State, Updater: StateUpdater & Codable>(
    _ type: Updater.Type,
    at keyPath: any WritableKeyPath<Root, Updater.StateType> & Sendable,
    as name: String
  ) {
    insert(
      Coding(
        name: name,
        encode: { item, encoder in
          guard let item = item as? ScopedUpdater<Root, Updater>,
            item.keyPath as AnyKeyPath == keyPath as AnyKeyPath
          else { return nil }
          return try encoder.encode(item.updater)
        },
        decode: { ScopedUpdater(try $1.decode(Updater.self, from: $0), at: keyPath) }
      ),
      for: ScopedUpdater<Root, Updater>.self
    )
  }

  private mutating func insert(_ coding: Coding, for type: any Dispatchable.Type) {
    byName[coding.name] = coding
    byType[ObjectIdentifier(type), default: []].removeAll { $0.name == coding.name }
    byType[ObjectIdentifier(type), default: []].append(coding)
  }

  /// The item's name and its JSON; `nil` if it is not registered.
  func encode(
    _ item: any Dispatchable,
    with encoder: JSONEncoder
  ) throws -> (name: String, json: Data)? {
    for coding in byType[ObjectIdentifier(type(of: item))] ?? [] {
      if let json = try coding.encode(item, encoder) { return (coding.name, json) }
    }
    return nil
  }

  /// The coding that a name stands for.
  func coding(named name: String) -> Coding? {
    byName[name]
  }
}
