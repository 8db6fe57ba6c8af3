public import Foundation

/// The values that a node gets from outside.
///
/// The compiler derives a structure's `==`; a node with equal props isn't updated. In the original, props always differ until `==` is
/// written; here ``AlwaysDifferent`` does that.
///
/// Source: docs/semantics/ui.md, U2.
public protocol NodeDescriptionProps: Equatable, Sendable {
  /// Frame in the parent.
  var frame: CGRect { get set }
  /// Opacity, from 0 to 1.
  var alpha: CGFloat { get set }
  /// Distinguishes the node from its siblings of the same type; layouts find the node by it.
  var key: String? { get set }
}

extension NodeDescriptionProps {
  /// Sets the key to the description of a value, such as a case of ``NodeDescription/Keys``.
  public mutating func setKey(_ key: some Any) { self.key = KeyNames.name(of: key) }
}

/// Props, or a state, that differ from any other, so that every update runs.
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

/// The props of nodes that need only a frame.
public struct EmptyProps: NodeDescriptionProps, Buildable {
  /// Frame in the parent.
  public var frame: CGRect = .zero
  /// Opacity, from 0 to 1.
  public var alpha: CGFloat = 1
  /// Distinguishes the node from its siblings of the same type.
  public var key: String?

  /// Makes the value of a new node.
  @inlinable
  public init() {}

  @inlinable
  init(frame: CGRect, key: String?) { (self.frame, self.key) = (frame, key) }
}

/// The state of nodes without one.
public struct EmptyState: NodeDescriptionState {
  /// Makes the value of a new node.
  @inlinable
  public init() {}
}

/// The keys of nodes whose children have none.
public enum EmptyKeys: Hashable, Sendable {}

/// A value made by changing a default one.
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
