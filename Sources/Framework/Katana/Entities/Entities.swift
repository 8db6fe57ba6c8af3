/// An ordered collection of values by id that knows what has changed, for a state of which views show a part.
///
/// It is changed in place, and is a value: a copy shares all until one of them changes, and then all but a chunk of
/// some hundred values. Whoever shows it keeps a ``cursor`` and asks ``changes(since:)`` for what has happened after.
///
/// ```swift
/// struct ShopState: State { var products = Entities<Product.ID, Product>() }
/// state.products[id]?.price += 1
/// ```
///
/// Source: docs/semantics/store.md, K35.
@frozen
public struct Entities<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  var storage: EntityStorage<ID, Value>

  /// Makes an empty collection.
  @inlinable
  public init() { storage = EntityStorage() }

  /// Makes a collection of values in their order, whose ids must differ.
  ///
  /// Of ids that come from outside ``append(_:id:)`` tells which are there already.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(uniqueIDsWithValues elements: some Sequence<(ID, Value)>) {
    storage = EntityStorage()
    for (id, value) in elements {
      precondition(append(value, id: id), "an id occurs twice: \(id)")
    }
    storage.forgetChanges()
  }

  /// How many values there are.
  @inlinable
  public var count: Int { storage.count }

  /// Whether there are none.
  @inlinable
  public var isEmpty: Bool { storage.count == 0 }

  /// The value with an id; `nil` where there is none.
  ///
  /// Changing it in place counts as an update, whatever it is then. Setting a value for a new id appends it, and
  /// setting `nil` removes the value.
  ///
  /// - Complexity: A look-up by hash. O(*n* / 128 + 128) to remove.
  @inlinable
  public subscript(id: ID) -> Value? {
    _read {
      if let slot = storage.slots[id] {
        let place = storage.place(of: slot)
        yield storage.chunks[place.chunk].values[place.offset]
      } else {
        yield nil
      }
    }
    _modify {
      if let slot = storage.slots[id] {
        makeUnique()
        let place = storage.place(of: slot)
        storage.note(.updated, id)
        _ = storage.uniqueChunk(place.chunk)
        defer {
          if storage.chunks[place.chunk].values[place.offset] == nil {
            storage.finishRemoval(of: id, at: place)
          }
        }
        yield &storage.chunks[place.chunk].values[place.offset]
      } else {
        var value: Value?
        defer { if let value { append(value, id: id) } }
        yield &value
      }
    }
  }

  /// Changes the value with an id in place, which counts as an update.
  ///
  /// - Complexity: A look-up by hash.
  /// - Returns: What the body returns; `nil` if there is no such value, and the body didn't run.
  /// - Throws: What the body throws; the value stays as the body left it.
  @inlinable
  @discardableResult
  public mutating func update<Result, Failure: Error>(
    _ id: ID,
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let slot = storage.slots[id] else { return nil }
    makeUnique()
    let place = storage.place(of: slot)
    storage.note(.updated, id)
    return try storage.uniqueChunk(place.chunk).change(at: place.offset, body)
  }

  /// Makes the collection the one who may change its storage.
  @inlinable
  @inline(__always)
  mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }
}

extension Entities where Value: Identifiable, ID == Value.ID {
  /// Makes a collection of values in their order, whose ids must differ.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(_ values: some Sequence<Value>) {
    self.init(uniqueIDsWithValues: values.lazy.map { ($0.id, $0) })
  }

  /// Adds a value at the end.
  ///
  /// - Complexity: As that of ``append(_:id:)``.
  /// - Returns: Whether its id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func append(_ value: Value) -> Bool { append(value, id: value.id) }

  /// Puts a value at a place among the others.
  ///
  /// - Complexity: As that of ``insert(_:id:at:)``.
  /// - Returns: Whether its id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func insert(_ value: Value, at index: Int) -> Bool {
    insert(value, id: value.id, at: index)
  }
}
