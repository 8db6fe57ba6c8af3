public import Foundation

/// The values that a node gets from outside.
///
/// A structure gets its `==` from the compiler, and a node whose props are equal isn't updated. In the original props are always
/// different until `==` is written; ``AlwaysDifferent`` says that here.
///
/// Source: docs/semantics/ui.md, U2.
public protocol NodeDescriptionProps: Equatable, Sendable {
  /// Place in the parent.
  var frame: CGRect { get set }
  /// Opacity, from 0 to 1.
  var alpha: CGFloat { get set }
  /// The name that tells the node from its siblings of the same type, and by which layouts find it.
  var key: String? { get set }
}

extension NodeDescriptionProps {
  /// Sets the key to the description of a value, such as a case of ``NodeDescription/Keys``.
  public mutating func setKey(_ key: some Any) { self.key = "\(key)" }
}

/// Props, or a state, that differ from any other, so that each update is performed.
public protocol AlwaysDifferent: Equatable {}

extension AlwaysDifferent {
  /// False.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { false }
}

/// The values that only a node itself knows, from its creation to its removal.
///
/// Source: docs/semantics/ui.md, U3.
public protocol NodeDescriptionState: Equatable, Sendable {
  /// The state of a new node.
  init()
}

/// The props of nodes that are told nothing but their place.
public struct EmptyProps: NodeDescriptionProps, Buildable {
  /// Place in the parent.
  public var frame: CGRect = .zero
  /// Opacity, from 0 to 1.
  public var alpha: CGFloat = 1
  /// The name that tells the node from its siblings of the same type.
  public var key: String?

  /// Makes the value of a new node.
  @inlinable
  public init() {}

  @inlinable
  init(frame: CGRect, key: String?) { (self.frame, self.key) = (frame, key) }
}

/// The state of nodes that have none.
public struct EmptyState: NodeDescriptionState {
  /// Makes the value of a new node.
  @inlinable
  public init() {}
}

/// The keys of nodes whose children have none.
public enum EmptyKeys: Hashable, Sendable {}

/// A value that is made by changing a default one.
///
///     let props = LabelProps.build { $0.text = "Hamon" }
///
/// Source: docs/semantics/ui.md, U19.
public protocol Buildable {
  /// Makes the default value.
  init()
}

extension Buildable {
  /// Makes a value and changes it.
  @inlinable
  public static func build(_ change: (inout Self) -> Void) -> Self {
    var value = Self()
    change(&value)
    return value
  }
}
