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

  /// What the items' and the state's own code finds in the `userInfo` of encoders and decoders.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

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

  /// The encoder of items and states; equal ones are equal texts.
  var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.userInfo = completeUserInfo
    return encoder
  }

  /// The decoder of items and states.
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo = completeUserInfo
    return decoder
  }

  /// With the registry itself, for items that consist of items.
  private var completeUserInfo: [CodingUserInfoKey: any Sendable] {
    var userInfo = userInfo
    if let key = CodingUserInfoKey.dispatchableRegistry { userInfo[key] = self }
    return userInfo
  }

  /// The item's name and its JSON.
  ///
  /// - Throws: `StoreLogError.unregisteredItem`, or what the encoding of the item throws.
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
  /// - Throws: `StoreLogError.unknownItem`, or what the decoding of the item throws.
  package func decode(_ item: RegisteredItem) throws -> any Dispatchable {
    try decode(item, line: 0, with: decoder)
  }

  func decode(
    _ item: RegisteredItem,
    line: Int,
    with decoder: JSONDecoder
  ) throws -> any Dispatchable {
    guard let coding = byName[item.name] else {
      throw StoreLogError.unknownItem(name: item.name, line: line)
    }
    return try coding.decode(Data(item.item.utf8), decoder)
  }
}

/// An item as text, in the words of a registry.
package struct RegisteredItem: Codable {
  package let name: String
  /// JSON in a string, so that it can be read after its name.
  let item: String
}

extension CodingUserInfoKey {
  /// Key by which the items that consist of items find the registry.
  package static let dispatchableRegistry = CodingUserInfoKey(rawValue: "hamon.registry")
}
