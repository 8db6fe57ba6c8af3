public import Foundation
public import NativeViews
public import Plastic

/// A node description of unknown type: what `childrenDescriptions` returns.
///
/// Adopt ``NodeDescription``, which implements this.
///
/// Source: docs/semantics/ui.md, U1, U9.
public protocol AnyNodeDescription: Sendable {
  /// The props, of whatever type.
  var anyProps: any NodeDescriptionProps { get }

  /// Distinguishes the node from its siblings of the same type.
  var key: String? { get }

  /// Frame in the parent.
  var frame: CGRect { get set }

  /// Type of the described node; for a memoized description, the inner one's.
  var descriptionType: any AnyNodeDescription.Type { get }

  /// The children in the props; `nil` if the props have none.
  var childrenInProps: NodeChildren? { get set }

  /// The object whose identity identifies a memoized description, or `nil`.
  var memo: AnyObject? { get }

  /// Makes the content that measures its own size in a layout, such as a text.
  ///
  /// - Parameter measurer: Measures texts as they are shown.
  /// - Returns: The content, or `nil` if the description has none.
  func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)?

  /// Distinguishes a leaving child from those that stay; 0 for the latter.
  var departure: Int { get }

  /// Whether a node has the description's type and key, so that it can show the description.
  @MainActor func corresponds(to node: AnyNode) -> Bool

  /// Makes the node that shows the description with all nodes in it, without views.
  @MainActor func makeNode(in context: NodeContext) -> AnyNode

  /// Gives the description to a node of the same type.
  @MainActor func update(_ node: AnyNode, with options: NodeUpdate)

  /// Whether both have the same type and equal props.
  func isEqual(to other: any AnyNodeDescription) -> Bool
}

extension AnyNodeDescription {
  /// This type.
  @inlinable public var descriptionType: any AnyNodeDescription.Type { Self.self }

  /// None.
  @inlinable public var childrenInProps: NodeChildren? {
    get { nil }
    set {}
  }

  /// Whether there are any.
  var hasChildrenInProps: Bool { childrenInProps?.isEmpty == false }

  /// None: the description is compared by its props.
  @inlinable public var memo: AnyObject? { nil }

  /// None.
  @inlinable
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? { nil }

  /// 0: the child stays.
  @inlinable public var departure: Int { 0 }

  /// Whether type and key are the same.
  @MainActor public func corresponds(to node: AnyNode) -> Bool {
    node.type == ObjectIdentifier(descriptionType) && node.departureNumber == departure
      && node.key == key
  }

  /// The identity that decides which node is reused.
  var identity: NodeIdentity {
    NodeIdentity(type: ObjectIdentifier(descriptionType), key: key, departure: departure)
  }
}

/// A node's identity among its siblings: the type of its description, and the key.
///
/// The original compares a hash of both, which different siblings can share.
///
/// Source: docs/semantics/ui.md, U9.
struct NodeIdentity: Hashable, Sendable {
  let type: ObjectIdentifier
  let key: String?
  let departure: Int
}
