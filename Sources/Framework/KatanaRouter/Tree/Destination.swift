public import FoundationEssentials

/// A place that an application can show, such as a screen or a part of one.
///
///     let profile = Destination(routableType: ProfileController.self, userIdentifier: "profile")
///
/// Two destinations are equal if they have the same `id`; nothing else is compared or hashed.
///
/// Shape: one reference to immutable contents, so that copies share them.
///
/// Source: docs/semantics/router.md, R1; in the original equal destinations could have different hashes.
public struct Destination: Sendable {
  @usableFromInline let contents: Contents

  @usableFromInline
  final class Contents: Sendable {
    @usableFromInline let id: ID
    @usableFromInline let routableType: any Routable.Type
    @usableFromInline let contextData: (any Sendable)?

    init(id: ID, routableType: any Routable.Type, contextData: (any Sendable)?) {
      self.id = id
      self.routableType = routableType
      self.contextData = contextData
    }

    /// Whether both have the same identity and type, so that one screen realizes both.
    @inline(__always)
    func isSameScreen(as other: Contents) -> Bool {
      self === other || id == other.id && routableType == other.routableType
    }
  }

  init(_ contents: Contents) { self.contents = contents }

  /// Makes a destination with an identity of any kind.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: Data for the code that shows it.
  ///   - id: Its identity.
  public init(
    routableType: any Routable.Type,
    contextData: (any Sendable)? = nil,
    id: ID
  ) {
    contents = Contents(id: id, routableType: routableType, contextData: contextData)
  }

  /// Makes a destination with a name.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: Data for the code that shows it.
  ///   - userIdentifier: Its name; unique in the tree.
  public init(
    routableType: any Routable.Type,
    contextData: (any Sendable)? = nil,
    userIdentifier: String
  ) {
    self.init(routableType: routableType, contextData: contextData, id: .named(userIdentifier))
  }

  /// Makes a destination that may have a name.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: Data for the code that shows it.
  ///   - userIdentifier: Its name, if it has one, which is then its identity.
  ///   - instanceIdentifier: Its identity, if it has no name.
  public init(
    routableType: any Routable.Type,
    contextData: (any Sendable)? = nil,
    userIdentifier: String?,
    instanceIdentifier: UUID = UUID()
  ) {
    self.init(
      routableType: routableType,
      contextData: contextData,
      id: userIdentifier.map { .named($0) } ?? .instance(instanceIdentifier)
    )
  }

  /// Makes a destination without a name.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: Data for the code that shows it.
  ///   - instanceIdentifier: Its identity.
  public init(
    routableType: any Routable.Type,
    contextData: (any Sendable)? = nil,
    instanceIdentifier: UUID = UUID()
  ) {
    self.init(
      routableType: routableType,
      contextData: contextData,
      id: .instance(instanceIdentifier)
    )
  }

  /// The identity, unique in a tree.
  @inlinable
  public var id: ID { contents.id }

  /// The type of what it leads to.
  @inlinable
  public var routableType: any Routable.Type { contents.routableType }

  /// Data for the code that shows it.
  @inlinable
  public var contextData: (any Sendable)? { contents.contextData }

  /// Its name, if it was made with one.
  @inlinable
  public var userIdentifier: String? { contents.id.userIdentifier }

  /// Its identity, if it was made without a name.
  public var instanceIdentifier: UUID? { id.instanceIdentifier }

  /// Whether another destination has the same context, as far as one can tell: a context that isn't `Equatable` is the same only in the
  /// same destination.
  func hasSameContext(as other: Destination) -> Bool {
    if contents === other.contents { return true }
    switch (contents.contextData, other.contents.contextData) {
    case (nil, nil): return true
    case (let left?, let right?):
      guard let left = left as? any Equatable else { return false }
      return left.isEqual(to: right)
    default: return false
    }
  }

  /// Whether another destination has the same identity and type, so that one screen realizes both.
  func isSameScreen(as other: Destination) -> Bool { contents.isSameScreen(as: other.contents) }
}

extension Equatable {
  fileprivate func isEqual(to other: any Sendable) -> Bool {
    self == other as? Self
  }
}

extension Destination: Hashable, Identifiable {
  /// Whether both have one identity; types and contexts don't count.
  @inlinable
  public static func == (left: Destination, right: Destination) -> Bool {
    left.contents === right.contents || left.contents.id == right.contents.id
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(contents.id)
  }
}

extension Destination: CustomStringConvertible {
  /// The type and the identity, such as `ProfileController "profile"`.
  public var description: String { "\(routableType) \(id)" }
}

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
      unsafe withUnsafeBytes(of: instanceIdentifier.uuid) { bytes in
        // SAFETY: there are 16 bytes.
        let high = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        return ID(
          high: UInt64(bigEndian: high),
          low: UInt64(bigEndian: low),
          userIdentifier: nil
        )
      }
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
