/// An ordered collection of values by id that knows what has changed, for views that show a part of a state.
///
/// It is a value that changes in place: a copy shares everything until one of them changes, and then everything except a chunk of at
/// most 64 values. A view keeps a ``cursor`` and asks ``changes(since:)`` for later changes.
///
/// ```swift
/// struct ShopState: State { var products = Entities<Product.ID, Product>() }
/// state.products[id]?.price += 1
/// ```
///
/// Source: docs/semantics/store.md, K37.
@frozen
public struct Entities<ID: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  var storage: EntityStorage<ID, Value>

  /// Makes an empty collection.
  @inlinable
  public init() { storage = EntityStorage() }

  /// Makes a collection of values in their order, whose ids must differ.
  ///
  /// For ids from outside, use ``append(_:id:)``, which returns whether an id is new.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  public init(uniqueIDsWithValues elements: some Sequence<(ID, Value)>) {
    storage = EntityStorage()
    storage.table.fill(with: elements)
  }

  /// The number of values.
  @inlinable
  public var count: Int { storage.table.count }

  /// Whether there are no values.
  @inlinable
  public var isEmpty: Bool { storage.table.count == 0 }

  /// The value with an id; `nil` if there is none.
  ///
  /// Changing it in place counts as an update, whatever the new value. Setting a value for a new id appends it; setting `nil` removes the
  /// value.
  ///
  /// - Complexity: A look-up by hash. O(*n* / 64 + 64) to remove.
  @inlinable
  public subscript(id: ID) -> Value? {
    get {
      guard let slot = storage.table.slots[id] else { return nil }
      let place = storage.table.place(of: slot)
      return storage.table.chunks[place.chunk].values[place.offset]
    }
    // SAFETY: nobody else reaches the table until the change has ended. The table holds what is needed for that: a coroutine with more than
    // a few words of its own allocates them.
    _modify {
      makeUnique()
      let value = unsafe storage.table.beginChange(of: id)
      defer { storage.table.endChange(of: id) }
      yield unsafe &value.pointee
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
    guard let slot = storage.table.slots[id] else { return nil }
    makeUnique()
    // SAFETY: as in the subscript. A slot that an id has isn't empty, and an optional begins with its value.
    let value = unsafe UnsafeMutableRawPointer(storage.table.address(ofSlot: slot))
    defer { storage.table.note(.updated, id, slot) }
    return unsafe try body(&value.assumingMemoryBound(to: Value.self).pointee)
  }

  /// Makes the collection the only owner of its storage, so that it can change it.
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
  /// - Complexity: As ``append(_:id:)``.
  /// - Returns: Whether its id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func append(_ value: Value) -> Bool { append(value, id: value.id) }

  /// Inserts a value at a place among the others.
  ///
  /// - Complexity: As ``insert(_:id:at:)``.
  /// - Returns: Whether its id is new; otherwise nothing has changed.
  @inlinable
  @discardableResult
  public mutating func insert(_ value: Value, at index: Int) -> Bool {
    insert(value, id: value.id, at: index)
  }
}
