import Foundation

extension DeclaredPlaces {
  /// A hash of the reference sizes and of what measures, each with its slot.
  var referencesAndContentsHash: Int {
    // The dictionaries of equal hierarchies may be in another order: a sum doesn't depend on it.
    var sum = 0
    for (slot, reference) in references {
      var hasher = Hasher()
      hasher.combine(slot)
      hasher.combine(reference)
      sum &+= hasher.finalize()
    }
    for (slot, content) in measured {
      var hasher = Hasher()
      hasher.combine(~slot)
      hasher.combine(content)
      sum &+= hasher.finalize()
    }
    return sum
  }

  /// Whether frames, parents and reference sizes are the same.
  ///
  /// Frames are compared bit by bit: -0 isn't 0, which at worst runs a layout once more.
  func isIdentical(to other: DeclaredPlaces) -> Bool {
    parents == other.parents && frames.hasSameBytes(as: other.frames)
      && references == other.references
  }

  /// Whether equal contents measure the same views.
  func measuresSame(as other: DeclaredPlaces) -> Bool {
    measured.count == other.measured.count
      && measured.allSatisfy { slot, content in
        other.measured[slot].map { content.isSame(as: $0) } ?? false
      }
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
  func isSame(as other: any Hashable) -> Bool {
    guard type(of: other) == type(of: self), let other = other as? Self else { return false }
    return self == other
  }
}
