/// Finds the slot of a key.
@frozen
@usableFromInline
struct KeyTable<Key: Hashable & Sendable>: Sendable {
  /// The slots by the byte that a key is, up to the largest; empty unless keys are of at most one byte and have no index.
  @usableFromInline var byByte: [Int32] = []
  /// The slots by the index of an ``IndexedKey``; empty unless keys have a dense index.
  @usableFromInline var byIndex: [Int32] = []
  /// The index of a key, for code that doesn't know that its keys are ``IndexedKey``s.
  @usableFromInline var layoutIndex: (@Sendable (Key) -> Int)?
  /// The slots otherwise.
  @usableFromInline var byHash: [Key: Int32] = [:]

  /// Adds the keys of declarations: the first one's slot is 1.
  ///
  /// How they are found depends only on the keys, not on what the caller knows of their type.
  @inlinable
  init(_ keys: [Key?]) throws(LayoutError) {
    if let type = Key.self as? any IndexedKey.Type, let index = Self.layoutIndex(type) {
      try self.init(keys, by: index)
    } else if Self.isByte {
      try self.init(bytes: keys)
    } else {
      try self.init(hashed: keys)
    }
  }

  @inlinable
  @inline(__always)
  func slot(of key: Key) -> Int32? {
    if Self.isByte {
      let byte = Self.byte(of: key)
      if byte < byByte.count {
        let slot = byByte[byte]
        return slot < 0 ? nil : slot
      }
    }
    if byIndex.isEmpty { return byHash[key] }
    // Without a call, even in code that doesn't know that keys have an index. SAFETY: the types are the same, as just checked.
    if Key.self == Int.self { return slot(at: unsafe unsafeBitCast(key, to: Int.self)) }
    return layoutIndex.flatMap { slot(at: $0(key)) }
  }

  /// The slot of the key with an index, or `nil`; only if ``byIndex`` isn't empty.
  @inlinable
  @inline(__always)
  func slot(at index: Int) -> Int32? {
    guard index >= 0, index < byIndex.count else { return nil }
    let slot = byIndex[index]
    return slot < 0 ? nil : slot
  }

  /// Whether a key is a plain byte, as of enumerations without associated values.
  @inlinable static var isByte: Bool { MemoryLayout<Key>.size <= 1 && _isPOD(Key.self) }

  @inlinable
  static func byte(of key: Key) -> Int {
    // SAFETY: a value of one byte without references has no padding; that of a single case has none.
    unsafe withUnsafeBytes(of: key) { unsafe Int($0.first ?? 0) }
  }

  @inlinable
  init() {}

  @inlinable
  init(bytes keys: [Key?]) throws(LayoutError) {
    let last = Self.last(of: keys) { Self.byte(of: $0) } ?? -1
    byByte = try Self.slots(of: keys, count: last + 1) { Self.byte(of: $0) }
  }

  /// Makes a table by indices, or by hashes if an index is below 0 or the table would be mostly empty.
  @inlinable
  @inline(__always)
  init(_ keys: [Key?], by index: @escaping @Sendable (Key) -> Int) throws(LayoutError) {
    if let last = Self.last(of: keys, at: index), last <= 4 * keys.count + 1024 {
      self.init()
      byIndex = try Self.slots(of: keys, count: last + 1, at: index)
      layoutIndex = index
    } else {
      try self.init(hashed: keys)
    }
  }

  @inlinable
  init(hashed keys: [Key?]) throws(LayoutError) {
    byHash.reserveCapacity(keys.count)
    var slot: Int32 = 0
    for key in keys {
      slot += 1
      guard let key else { continue }
      let known = byHash.updateValue(slot, forKey: key)
      guard known == nil else { throw .duplicateKey("\(key)") }
    }
  }

  /// The largest place of a key, or `nil` if there is no key or one's place is below 0.
  @inlinable
  @inline(__always)
  static func last(of keys: [Key?], at place: (Key) -> Int) -> Int? {
    var last: Int?
    for key in keys {
      guard let key else { continue }
      let place = place(key)
      if place < 0 { return nil }
      last = max(last ?? 0, place)
    }
    return last
  }

  @inlinable
  @inline(__always)
  static func slots(
    of keys: [Key?],
    count: Int,
    at place: (Key) -> Int
  ) throws(LayoutError) -> [Int32] {
    var slots = [Int32](filledWith: -1, count: count)
    var slot: Int32 = 0
    for key in keys {
      slot += 1
      guard let key else { continue }
      let place = place(key)
      guard slots[place] < 0 else { throw .duplicateKey("\(key)") }
      slots[place] = slot
    }
    return slots
  }

  /// Reads the index of a key; `nil` if keys are of another type.
  @usableFromInline
  static func layoutIndex<Indexed: IndexedKey>(
    _ type: Indexed.Type
  ) -> (@Sendable (Key) -> Int)? {
    guard type == Key.self else { return nil }
    // SAFETY: the types are the same, as just checked.
    return { key in unsafe unsafeBitCast(key, to: Indexed.self).layoutIndex }
  }
}

extension KeyTable where Key: IndexedKey {
  /// Adds keys that are known to have an index.
  @inlinable
  @inline(__always)
  init(indexed keys: [Key?]) throws(LayoutError) {
    try self.init(keys) { $0.layoutIndex }
  }
}

/// Compares and hashes keys that are found by their hash, specialized as in the code that made the hierarchy.
///
/// That code usually knows the key type; caches don't, so each key would take several calls.
@frozen
@usableFromInline
struct KeyComparison<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let areEqual: @Sendable ([Key?], [Key?]) -> Bool
  @usableFromInline let hash: @Sendable ([Key?]) -> Int

  @inlinable
  init() {
    areEqual = { $0 == $1 }
    hash = { keys in
      var hasher = Hasher()
      for key in keys { hasher.combine(key) }
      return hasher.finalize()
    }
  }
}

/// A key that provides the array index of its view.
///
/// Enumerations without associated values need not adopt it: their one byte is their index. Keys with associated values are found by
/// hashing unless they adopt it. Other keys of one byte must adopt it if values of different bytes are equal, such as a letter in either
/// case: without it only the byte counts.
///
/// ```swift
/// enum Board: IndexedKey {
///   case cell(row: Int, column: Int)
///   var layoutIndex: Int { switch self { case .cell(let row, let column): row * 9 + column } }
/// }
/// ```
public protocol IndexedKey: Hashable, Sendable {
  /// The index: at least 0, equal exactly for equal keys, and dense, because it determines the size of an array.
  var layoutIndex: Int { get }
}

extension Int: IndexedKey {
  /// Itself.
  @inlinable public var layoutIndex: Int { self }
}

extension Array {
  /// Makes an array of one value.
  ///
  /// Like `init(repeating:count:)`, which however looks the storage's type up in the runtime's tables each time: that takes as long as
  /// laying out five views.
  @inlinable
  init(filledWith value: Element, count: Int) {
    self = []
    reserveCapacity(count)
    for _ in 0..<count { append(value) }
  }
}
