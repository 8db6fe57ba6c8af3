public import NativeViews

/// A description that hands out a reference to its node's view, by which a program calls what can't be described, such as a
/// scroll to a place.
///
/// Source: docs/semantics/ui.md, U17.
public protocol NodeDescriptionWithRef: NodeDescription
where
  PropsType: NodeDescriptionPropsWithRef,
  NativeView: NativeViewWithRef,
  NativeView.RefType == PropsType.RefType
{}

/// A reference to a view that doesn't keep it.
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
  /// Called after each time that the props were applied to the view, with a new reference.
  var refCallback: (@MainActor @Sendable (RefType) -> Void)? { get }
}

/// A description whose node shows others in place of what has failed in it.
///
/// Of a failed node's ancestors the nearest one with this protocol is updated once more, and its children are then these, until
/// it is updated with other props.
public protocol ErrorBoundary: NodeDescription {
  /// The children in the place of those of which one has failed.
  @NodeDescriptionBuilder static func fallbackDescriptions(
    for error: any Error,
    props: PropsType,
    state: StateType
  ) -> [any AnyNodeDescription]
}
