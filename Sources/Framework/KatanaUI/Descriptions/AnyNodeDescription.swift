public import Foundation
public import NativeViews
public import Plastic

/// A description of a node whose type isn't known: what `childrenDescriptions` returns.
///
/// Adopt ``NodeDescription``, which implements this.
///
/// Source: docs/semantics/ui.md, U1, U9.
public protocol AnyNodeDescription: Sendable {
  /// The props, of whatever type.
  var anyProps: any NodeDescriptionProps { get }

  /// The name that tells the node from its siblings of the same type.
  var key: String? { get }

  /// Frame in the parent.
  var frame: CGRect { get set }

  /// Type of what is described; that of a memoized description is the inner one's.
  var descriptionType: any AnyNodeDescription.Type { get }

  /// The children that are in the props; `nil` where these have none.
  var childrenInProps: NodeChildren? { get set }

  /// The object by whose identity a memoized description is recognized, or `nil`.
  var memo: AnyObject? { get }

  /// Makes the content that measures its own size in a layout, such as a text.
  ///
  /// - Parameter measurer: Measures texts as they are shown.
  /// - Returns: The content, or `nil` where the description has none.
  func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)?

  /// A number that tells a child on its way out from those that are there; 0 for these.
  var departure: Int { get }

  /// Whether a node is one of the description's type with its key, so that it may show it.
  @MainActor func corresponds(to node: AnyNode) -> Bool

  /// Makes the node that shows the description, with all nodes in it and without views.
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

  /// None: the description is compared by its props.
  @inlinable public var memo: AnyObject? { nil }

  /// None.
  @inlinable
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? { nil }

  /// None: the child is there.
  @inlinable public var departure: Int { 0 }

  /// Whether type and key are the same.
  @MainActor public func corresponds(to node: AnyNode) -> Bool {
    node.type == ObjectIdentifier(descriptionType) && node.departureNumber == departure
      && node.key == key
  }

  /// Identity by which a node is used again.
  var identity: NodeIdentity {
    NodeIdentity(type: ObjectIdentifier(descriptionType), key: key, departure: departure)
  }
}

/// The identity of a node among siblings: the type of its description, and the key.
///
/// The original compares a hash of both, which different siblings may share.
///
/// Source: docs/semantics/ui.md, U9.
struct NodeIdentity: Hashable, Sendable {
  let type: ObjectIdentifier
  let key: String?
  let departure: Int
}
