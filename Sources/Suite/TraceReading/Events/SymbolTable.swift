// SAFETY: of this file: the text is only read during the call, and within its bounds.

/// A string of a trace, stored once: two symbols of one ``TraceCatalog`` are equal when their texts
/// are.
package struct TraceSymbol: Hashable, Sendable {
  /// Its number in the catalog: from 0, small, without gaps.
  package let index: Int32
}

/// Stores each text once and finds it again by its bytes, without creating a `String`.
///
/// An open-addressed table of indices, at most half full, over one array of bytes: every second event has a name, and a `Dictionary` of
/// strings would cost a string and a hash for each.
struct SymbolTable {
  private struct Entry {
    let hash: UInt64
    let start: Int
    let count: Int
  }

  private static let empty: Int32 = -1

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var slots: [Int32] = Array(repeating: empty, count: 256)

  /// Returns the symbol of a text, which is stored if it is new.
  ///
  /// - Complexity: Proportional to the number of bytes of the text; allocates for new texts only.
  mutating func symbol(for text: UnsafeRawBufferPointer) -> TraceSymbol {
    let hash = unsafe Self.hash(of: text)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != Self.empty {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, unsafe holds(entry, text) { return TraceSymbol(index: slots[slot]) }
      slot = (slot + 1) & mask
    }
    let index = Int32(entries.count)
    entries.append(Entry(hash: hash, start: bytes.count, count: text.count))
    unsafe bytes.append(contentsOf: text)
    slots[slot] = index
    if entries.count * 2 > slots.count { makeSlots(slots.count * 2) }
    return TraceSymbol(index: index)
  }

  /// Returns the symbol of a text, which is stored if it is new.
  mutating func symbol(for text: String) -> TraceSymbol {
    var text = text
    return text.withUTF8 { unsafe symbol(for: UnsafeRawBufferPointer($0)) }
  }

  /// Returns a symbol's text; bytes that aren't UTF-8 are replaced.
  func string(_ symbol: TraceSymbol) -> String {
    let entry = entries[Int(symbol.index)]
    return String(decoding: bytes[entry.start..<entry.start + entry.count], as: UTF8.self)
  }

  private func holds(_ entry: Entry, _ text: UnsafeRawBufferPointer) -> Bool {
    guard entry.count == text.count else { return false }
    return unsafe bytes.withUnsafeBytes { stored in
      unsafe UnsafeRawBufferPointer(rebasing: stored[entry.start..<entry.start + entry.count])
        .elementsEqual(text)
    }
  }

  private mutating func makeSlots(_ count: Int) {
    slots = Array(repeating: Self.empty, count: count)
    let mask = count - 1
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & mask
      while slots[slot] != Self.empty { slot = (slot + 1) & mask }
      slots[slot] = Int32(index)
    }
  }

  /// FNV-1a over words of 8 bytes, then the tail by bytes, with a final mix for the low bits that
  /// choose the slot.
  private static func hash(of text: UnsafeRawBufferPointer) -> UInt64 {
    let prime: UInt64 = 0x100_0000_01b3
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var offset = 0
    while offset + 8 <= text.count {
      hash = unsafe (hash ^ text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
      hash ^= hash >> 29
      offset += 8
    }
    while offset < text.count {
      hash = unsafe (hash ^ UInt64(text[offset])) &* prime
      offset += 1
    }
    hash ^= hash >> 32
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 29)
  }
}
