import FoundationEssentials

/// The names under which items are written into a log's text, and how they are read back.
///
///     var registry = DispatchableRegistry()
///     registry.register(Increment.self, as: "Increment")
///     registry.register(AddToCart.self, at: \AppState.cart, as: "AddToCart")
///
/// A name belongs to one type; registering it again replaces the type.
public struct DispatchableRegistry: Sendable {
  struct Coding: Sendable {
    let name: String
    let encode: @Sendable (any Dispatchable, JSONEncoder) throws -> Data?
    let decode: @Sendable (Data, JSONDecoder) throws -> any Dispatchable
  }

  /// Values for the `userInfo` of the encoders and decoders of items and states.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  private var byName: [String: Coding] = [:]
  // Several per type, because the updaters of two slices of one type have one type.
  private var byType: [ObjectIdentifier: [Coding]] = [:]

  /// Makes an empty registry.
  public init() {}

  /// Gives an item type a name.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name; `nil` for the default, the qualified name of the type.
  public mutating func register<Item: Dispatchable & Codable>(
    _ type: Item.Type,
    as name: String?
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

  /// Gives item types the names that they have by default.
  public mutating func register<each Item: Dispatchable & Codable>(
    _ types: repeat (each Item).Type
  ) {
    repeat register(each types, as: nil)
  }

  /// Gives an updater type a name, for updaters that were dispatched to a slice (`Store.scope(_:)`).
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

  /// The encoder of items and states; equal values give equal texts.
  var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.userInfo = completeUserInfo
    return encoder
  }

  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo = completeUserInfo
    return decoder
  }

  /// `userInfo` with the registry itself, for items that consist of items.
  private var completeUserInfo: [CodingUserInfoKey: any Sendable] {
    var userInfo = userInfo
    if let key = CodingUserInfoKey.dispatchableRegistry { userInfo[key] = self }
    return userInfo
  }

  /// The item's name and its JSON.
  ///
  /// - Throws: `StoreLogError.unregisteredItem`, or what the item's encoding throws.
  package func encode(_ item: any Dispatchable) throws -> RegisteredItem {
    try encode(item, with: encoder)
  }

  func encode(_ item: any Dispatchable, with encoder: JSONEncoder) throws -> RegisteredItem {
    for coding in byType[ObjectIdentifier(type(of: item))] ?? [] {
      if let json = try coding.encode(item, encoder) {
        return RegisteredItem(name: coding.name, item: String(decoding: json, as: UTF8.self))
      }
    }
    throw StoreLogError.unregisteredItem(item: item.unscoped.debugDescription)
  }

  /// The item of a name and its JSON.
  ///
  /// - Throws: `StoreLogError.unknownItem`, or what the item's decoding throws.
  package func decode(_ item: RegisteredItem) throws -> any Dispatchable {
    try decode(item, with: decoder)
  }

  func decode(_ item: RegisteredItem, with decoder: JSONDecoder) throws -> any Dispatchable {
    guard let coding = byName[item.name] else {
      // The reader of the lines fills in the line number.
      throw StoreLogError.unknownItem(name: item.name, line: 0)
    }
    return try coding.decode(Data(item.item.utf8), decoder)
  }
}

/// An item as text, under its registered name.
package struct RegisteredItem: Codable {
  package let name: String
  /// JSON in a string, so that it can be read after its name.
  let item: String
}

extension CodingUserInfoKey {
  /// The key under which items that consist of items find the registry.
  package static let dispatchableRegistry = CodingUserInfoKey(rawValue: "hamon.registry")
}
