import Foundation

extension DeclaredPlaces {
  /// Feeds the reference sizes and what measures, each with its slot, to a hasher.
  func hashReferencesAndContents(into hasher: inout Hasher) {
    hasher.combine(references.slots)
    hasher.combine(references.values)
    hasher.combine(measured.slots)
    for content in measured.values { hasher.combine(content) }
  }

  /// Whether all but what measures is the same.
  ///
  /// Frames are compared bit by bit: -0 isn't 0, which at worst runs a layout once more.
  func isIdentical(to other: DeclaredPlaces) -> Bool {
    parents == other.parents && frames.hasSameBytes(as: other.frames)
      && references.slots == other.references.slots
      && references.values == other.references.values
  }

  /// Whether equal contents measure the same views.
  func measuresSame(as other: DeclaredPlaces) -> Bool {
    measured.slots == other.measured.slots
      && zip(measured.values, other.measured.values).allSatisfy { $0.isSame(as: $1) }
  }
}

extension [CGRect] {
  /// Whether both have the same bytes in memory.
  fileprivate func hasSameBytes(as other: [CGRect]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        // SAFETY: both have as many rectangles, of four numbers without padding.
        return unsafe memcmp(first, second, bytes.count) == 0
      }
    }
  }
}

extension Hashable {
  /// Whether another value is of the same type and equal.
  ///
  /// Not as `AnyHashable`: to it numbers of different types are equal, and it copies large values to the heap.
  func isSame(as other: any Hashable) -> Bool { isSame(asOpened: other) }

  private func isSame<Other: Hashable>(asOpened other: Other) -> Bool {
    guard Other.self == Self.self else { return false }
    // SAFETY: the types are the same, as was just seen; a cast would look for it in tables.
    return unsafe self == unsafeBitCast(other, to: Self.self)
  }
}
