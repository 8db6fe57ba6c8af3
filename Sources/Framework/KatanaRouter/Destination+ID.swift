public import FoundationEssentials

extension Destination {
  /// The identity of a destination: a name or a number, never both.
  ///
  /// Shape: the 16 bytes of the number are kept as two words, which hash faster than a `UUID`.
  public struct ID: Sendable {
    @usableFromInline let high: UInt64
    @usableFromInline let low: UInt64
    /// The name, if the identity is one.
    public let userIdentifier: String?

    private init(high: UInt64, low: UInt64, userIdentifier: String?) {
      self.high = high
      self.low = low
      self.userIdentifier = userIdentifier
    }

    /// The identity of the destination with a name.
    public static func named(_ userIdentifier: String) -> ID {
      ID(high: 0, low: 0, userIdentifier: userIdentifier)
    }

    /// The identity of the destination with a number.
    public static func instance(_ instanceIdentifier: UUID) -> ID {
      let bytes = instanceIdentifier.uuid
      let high = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]
      let low = [bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]
      return ID(high: word(high), low: word(low), userIdentifier: nil)
    }

    private static func word(_ bytes: [UInt8]) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The number, if the identity is one.
    public var instanceIdentifier: UUID? {
      guard userIdentifier == nil else { return nil }
      let byte = { (word: UInt64, index: UInt64) in
        UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
      }
      return UUID(
        uuid: (
          byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
          byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
          byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        )
      )
    }
  }
}

extension Destination.ID: Hashable {
  /// Whether both are the same name or the same number.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.low == right.low && left.high == right.high && left.userIdentifier == right.userIdentifier
  }

  /// Hashes the name or the number.
  public func hash(into hasher: inout Hasher) {
    if let userIdentifier {
      hasher.combine(userIdentifier)
    } else {
      hasher.combine(high)
      hasher.combine(low)
    }
  }
}

extension Destination.ID: CustomStringConvertible {
  /// The name in quotes, or the number.
  public var description: String {
    userIdentifier.map { "\"\($0)\"" } ?? instanceIdentifier?.uuidString ?? ""
  }
}

extension Destination.ID: ExpressibleByStringInterpolation {
  /// Makes the identity of the destination with a name.
  public init(stringLiteral value: String) {
    self = .named(value)
  }
}
