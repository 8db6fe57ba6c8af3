/// Finds the slot of a key.
@frozen
@usableFromInline
struct KeyTable<Key: Hashable & Sendable>: Sendable {
  /// The slots by the byte that a key is; empty unless keys are of one byte at most.
  @usableFromInline private(set) var byByte: [Int32] = []
  /// The slots by what ``IndexedKey`` says; empty unless keys say it, and densely.
  @usableFromInline private(set) var byIndex: [Int32] = []
  /// The slots otherwise.
  @usableFromInline private(set) var byHash: [Key: Int32] = [:]

  /// Notes the keys of declarations: the first one's slot is 1.
  init(_ keys: [Key?]) throws(LayoutError) {
    if Self.isByte {
      byByte = [Int32](repeating: -1, count: 256)
    } else if let count = Self.indexCount(keys) {
      byIndex = [Int32](repeating: -1, count: count)
    } else {
      byHash.reserveCapacity(keys.count)
    }
    for (index, key) in keys.enumerated() {
      guard let key else { continue }
      guard slot(of: key) == nil else { throw .duplicateKey("\(key)") }
      let slot = Int32(index + 1)
      if Self.isByte {
        byByte[Self.byte(of: key)] = slot
      } else if byIndex.isEmpty {
        byHash[key] = slot
      } else if let indexed = key as? any IndexedKey {
        byIndex[indexed.layoutIndex] = slot
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
    if byIndex.isEmpty { return byHash[key] }
    // Code that knows no more of the key than that it is one comes along here.
    guard let indexed = key as? any IndexedKey else { return nil }
    return slot(at: indexed.layoutIndex)
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

  /// How many places the keys need, or `nil` where they aren't indexed or the table would be mostly empty.
  private static func indexCount(_ keys: [Key?]) -> Int? {
    guard Key.self is any IndexedKey.Type else { return nil }
    var last = -1
    for key in keys {
      guard let indexed = key as? any IndexedKey else { continue }
      guard indexed.layoutIndex >= 0 else { return nil }
      last = max(last, indexed.layoutIndex)
    }
    return last >= 0 && last <= 4 * keys.count + 1024 ? last + 1 : nil
  }
}
