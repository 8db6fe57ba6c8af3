/// Finds the slot of a key.
@frozen
@usableFromInline
struct KeyTable<Key: Hashable & Sendable>: Sendable {
  /// The slots by the byte that a key is; empty unless keys are of one byte at most.
  @usableFromInline private(set) var byByte: [Int32] = []
  /// The slots by what ``IndexedKey`` says; empty unless keys say it, and densely.
  @usableFromInline private(set) var byIndex: [Int32] = []
  /// What ``IndexedKey`` says of a key, for code that doesn't know that its keys are such.
  @usableFromInline private(set) var layoutIndex: (@Sendable (Key) -> Int)?
  /// The slots otherwise.
  @usableFromInline private(set) var byHash: [Key: Int32] = [:]

  /// Notes the keys of declarations: the first one's slot is 1.
  init(_ keys: [Key?]) throws(LayoutError) {
    if Self.isByte {
      byByte = [Int32](repeating: -1, count: 256)
      for (index, key) in keys.enumerated() {
        guard let key else { continue }
        let byte = Self.byte(of: key)
        guard byByte[byte] < 0 else { throw .duplicateKey("\(key)") }
        byByte[byte] = Int32(index + 1)
      }
    } else if let type = Key.self as? any IndexedKey.Type, let places = Self.places(type, keys) {
      byIndex = [Int32](repeating: -1, count: (places.max() ?? -1) + 1)
      layoutIndex = Self.layoutIndex(type)
      for (index, place) in places.enumerated() where place >= 0 {
        guard byIndex[place] < 0 else {
          throw .duplicateKey(keys[index].map { "\($0)" } ?? "")
        }
        byIndex[place] = Int32(index + 1)
      }
    } else {
      byHash.reserveCapacity(keys.count)
      for (index, key) in keys.enumerated() {
        guard let key else { continue }
        let known = byHash.updateValue(Int32(index + 1), forKey: key)
        guard known == nil else { throw .duplicateKey("\(key)") }
      }
    }
  }

  /// The slot of a key, or `nil`.
  @inlinable
  @inline(__always)
  func slot(of key: Key) -> Int32? {
    if Self.isByte {
      let slot = byByte[Self.byte(of: key)]
      return slot < 0 ? nil : slot
    }
    guard let layoutIndex else { return byHash[key] }
    return slot(at: layoutIndex(key))
  }

  /// The slot of the key with an index, or `nil`; only where ``byIndex`` isn't empty.
  @inlinable
  @inline(__always)
  func slot(at index: Int) -> Int32? {
    guard index >= 0, index < byIndex.count else { return nil }
    let slot = byIndex[index]
    return slot < 0 ? nil : slot
  }

  /// Whether a key is a plain byte, as those of enumerations without associated values are.
  ///
  /// Keys of one byte are equal if their bytes are, whatever a `==` of their own would say.
  @inlinable static var isByte: Bool { MemoryLayout<Key>.size <= 1 && _isPOD(Key.self) }

  @inlinable
  static func byte(of key: Key) -> Int {
    // SAFETY: a value of one byte without references has no padding; that of a single case has none.
    unsafe withUnsafeBytes(of: key) { unsafe Int($0.first ?? 0) }
  }

  /// Reads the index of a key.
  private static func layoutIndex<Indexed: IndexedKey>(
    _ type: Indexed.Type
  ) -> @Sendable (Key) -> Int {
    // SAFETY: only called where `places` has seen that the types are the same.
    { key in unsafe unsafeBitCast(key, to: Indexed.self).layoutIndex }
  }

  /// The index of each key, -1 where there is none; `nil` if no key has one, or a table of them would be
  /// mostly empty.
  private static func places<Indexed: IndexedKey>(
    _ type: Indexed.Type,
    _ keys: [Key?]
  ) -> [Int]? {
    guard type == Key.self else { return nil }
    // SAFETY: the types are the same, as was just seen; a checked cast would look at each key.
    let keys = unsafe unsafeBitCast(keys, to: [Indexed?].self)
    var last = -1
    var places: [Int] = []
    places.reserveCapacity(keys.count)
    for key in keys {
      let place = key?.layoutIndex ?? -1
      if place < 0, key != nil { return nil }
      places.append(place)
      last = max(last, place)
    }
    return last >= 0 && last <= 4 * keys.count + 1024 ? places : nil
  }
}
