public import Foundation
public import NativeViews
public import Plastic

/// A description compared by identity: a node that gets the same one again asks and compares nothing in it.
///
///     let header = Element(Header(props: headerProps))   // kept, and returned among children each time
///
/// Source: docs/semantics/ui.md, U1.
public struct Element: AnyNodeDescription {
  /// The part that copies of an element share.
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let description: any AnyNodeDescription

    @inlinable
    init(_ description: any AnyNodeDescription) { self.description = description }
  }

  @usableFromInline var box: Box

  /// Keeps a description.
  @inlinable
  public init(_ description: some AnyNodeDescription) { box = Box(description) }

  /// The props, of whatever type.
  @inlinable public var anyProps: any NodeDescriptionProps { box.description.anyProps }
  /// Distinguishes the node from its siblings of the same type.
  @inlinable public var key: String? { box.description.key }
  /// The identity of the element.
  @inlinable public var memo: AnyObject? { box }
  /// The type.
  @inlinable public var descriptionType: any AnyNodeDescription.Type {
    box.description.descriptionType
  }

  /// The children in the props.
  @inlinable public var childrenInProps: NodeChildren? {
    get { box.description.childrenInProps }
    set { change { $0.childrenInProps = newValue } }
  }

  /// Frame in the parent.
  @inlinable public var frame: CGRect {
    get { box.description.frame }
    set { if newValue != frame { change { $0.frame = newValue } } }
  }

  @inlinable
  mutating func change(_ body: (inout any AnyNodeDescription) -> Void) {
    var description = box.description
    body(&description)
    box = Box(description)
  }

  /// The measure of the content for layouts.
  @inlinable
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    box.description.layoutContent(measurer: measurer)
  }

  /// Whether a node has the type and the key.
  @MainActor public func corresponds(to node: AnyNode) -> Bool {
    node.shows(box) || box.description.corresponds(to: node)
  }

  /// Makes the node with all nodes in it, without views.
  @MainActor public func makeNode(in context: NodeContext) -> AnyNode {
    let node = box.description.makeNode(in: context)
    node.memo = box
    return node
  }

  /// Gives the description to a node of its type.
  @MainActor public func update(_ node: AnyNode, with options: NodeUpdate) {
    guard options.isForced || !node.shows(box) else { return }
    box.description.update(node, with: options)
    node.memo = box
  }

  /// Whether both have the same type and equal props.
  public func isEqual(to other: any AnyNodeDescription) -> Bool {
    if let memo = other.memo, memo === box { return true }
    return box.description.isEqual(to: other)
  }
}
