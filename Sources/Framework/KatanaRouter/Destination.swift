public import FoundationEssentials

/// A place that an application can show, such as a screen or a part of one.
///
///     let profile = Destination(routableType: ProfileController.self, userIdentifier: "profile")
///
/// Two destinations are equal if they have the same `id`; nothing else is compared or hashed.
///
/// Shape: one reference to immutable contents, so that copies share them.
///
/// Source: SEMANTICS.md, R1; in the original equal destinations could have different hashes.
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
  }

  /// Makes a destination with an identity of any kind.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: What whoever shows it gets to know.
  ///   - id: Its identity.
  public init(
    routableType: any Routable.Type,
    contextData: (any Sendable)? = nil,
    id: ID
  ) {
    contents = Contents(id: id, routableType: routableType, contextData: contextData)
  }

  /// Makes a destination that can be referred to by a name.
  ///
  /// - Parameters:
  ///   - routableType: The type of what it leads to.
  ///   - contextData: What whoever shows it gets to know.
  ///   - userIdentifier: Its name: no other destination of the tree may have it.
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
  ///   - contextData: What whoever shows it gets to know.
  ///   - userIdentifier: Its name, if it has one: then that is its identity.
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
  ///   - contextData: What whoever shows it gets to know.
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

  /// What tells this destination from every other of a tree.
  @inlinable
  public var id: ID { contents.id }

  /// The type of what it leads to.
  @inlinable
  public var routableType: any Routable.Type { contents.routableType }

  /// What whoever shows it gets to know.
  @inlinable
  public var contextData: (any Sendable)? { contents.contextData }

  /// Its name, if it was made with one.
  @inlinable
  public var userIdentifier: String? { contents.id.userIdentifier }

  /// Its identity, if it was made without a name.
  public var instanceIdentifier: UUID? { id.instanceIdentifier }

  /// Whether another destination has the same context, as far as one can tell: what isn't `Equatable` is
  /// the same only in the same destination.
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

  /// Whether another destination has the same identity and leads to the same type, so that what
  /// realizes one realizes the other.
  func isSameScreen(as other: Destination) -> Bool {
    contents === other.contents
      || contents.id == other.contents.id && routableType == other.routableType
  }
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
