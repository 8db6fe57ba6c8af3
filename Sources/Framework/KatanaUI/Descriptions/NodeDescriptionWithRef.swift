public import NativeViews

/// A description that hands out a reference to its node's view, for calls that can't be described, such as scrolling to a place.
///
/// Source: docs/semantics/ui.md, U17.
public protocol NodeDescriptionWithRef: NodeDescription
where
  PropsType: NodeDescriptionPropsWithRef,
  NativeView: NativeViewWithRef,
  NativeView.RefType == PropsType.RefType
{}

/// A weak reference to a view.
@MainActor
public protocol NativeViewRef: AnyObject {
  /// Whether the view is still there.
  var isValid: Bool { get }
}

/// A view that makes references to itself.
@MainActor
public protocol NativeViewWithRef: NativeViews.NativeView {
  associatedtype RefType: NativeViewRef
  /// A new reference.
  var ref: RefType { get }
}

/// Props with a closure that gets the reference.
public protocol NodeDescriptionPropsWithRef: NodeDescriptionProps {
  associatedtype RefType: NativeViewRef
  /// Called with a new reference each time after the props were applied to the view.
  var refCallback: (@MainActor @Sendable (RefType) -> Void)? { get }
}

/// A description whose node shows a fallback in place of what failed in it.
///
/// When a node fails, its nearest ancestor with this protocol updates once more, with the fallback as its children. They stay until it
/// updates for another reason.
public protocol ErrorBoundary: NodeDescription {
  /// The children shown when one of the node's own has failed.
  @NodeDescriptionBuilder static func fallbackDescriptions(
    for error: any Error,
    props: PropsType,
    state: StateType
  ) -> [any AnyNodeDescription]
}
