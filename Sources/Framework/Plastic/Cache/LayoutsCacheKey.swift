import Foundation

/// Everything that a layout depends on.
struct LayoutsCacheKey: Sendable {
  let width: CGFloat
  let height: CGFloat
  let environment: LayoutEnvironment
  let description: ObjectIdentifier
  let content: any Hashable & Sendable
  let hierarchy: any ComparableHierarchy

  /// A hash of everything.
  ///
  /// Complexity: O(1) plus the content's, and the hierarchy's on its first use.
  var digest: Int {
    var hasher = Hasher()
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(environment)
    hasher.combine(description)
    hasher.combine(content)
    hasher.combine(hierarchy.fingerprint)
    return hasher.finalize()
  }

  /// Whether both are the same layout; false for values that aren't equal to themselves, such as NaN.
  func isSame(as other: LayoutsCacheKey) -> Bool {
    width == other.width && height == other.height && environment == other.environment
      && description == other.description && content.isSame(as: other.content)
      && (hierarchy === other.hierarchy || hierarchy.isEqual(to: other.hierarchy))
  }
}

/// The declarations of a hierarchy, whatever its keys.
protocol ComparableHierarchy: AnyObject, Sendable {
  var fingerprint: UInt64 { get }
  func isEqual(to other: any ComparableHierarchy) -> Bool
}

/// A hash of arrays of plain numbers, at the speed of memory.
///
/// Multiplies two factors of one word to two words, and folds them into one, as wyhash does. Two such chains run in parallel, because a
/// multiplication takes longer than starting the next. It isn't safe against deliberate collisions: layouts with the same hash are compared
/// in full.
struct MemoryDigest {
  // Odd numbers with as many ones as zeros in each half.
  private static let first: UInt64 = 0x2D35_8DCC_AA6C_78A5
  private static let second: UInt64 = 0x8BB8_4B93_962E_ACC9
  private static let third: UInt64 = 0x4B33_A62E_D433_D4A3

  private(set) var value: UInt64 = 0

  mutating func combine(_ number: Int) {
    value = Self.fold(UInt64(bitPattern: Int64(number)) ^ Self.first, value ^ Self.second)
  }

  /// Feeds the bytes of an array.
  ///
  /// - Parameter elements: Numbers, or structures of them without padding.
  mutating func combine<Element>(_ elements: [Element]) {
    combine(elements.count)
    unsafe elements.withUnsafeBytes { unsafe combine($0) }
  }

  private mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var other = value ^ Self.third
    var offset = 0
    // SAFETY: each load is of 8 bytes before the end.
    while offset + 32 <= bytes.count {
      value = unsafe Self.fold(
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ Self.first,
        bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) ^ value
      )
      other = unsafe Self.fold(
        bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self) ^ Self.second,
        bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self) ^ other
      )
      offset += 32
    }
    while offset < bytes.count {
      var word: UInt64 = 0
      let end = min(offset + 8, bytes.count)
      unsafe withUnsafeMutableBytes(of: &word) { word in
        unsafe word.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
      }
      value = Self.fold(word ^ Self.first, value ^ Self.second)
      offset = end
    }
    value = Self.fold(value ^ Self.second, other ^ Self.third)
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return high ^ low
  }
}
