public import NativeViews

/// A view whose children all fill it: a place for the view of a child controller.
///
/// Source: docs/semantics/tempura.md, T11.
open class ContainerView: NativeView {
  final var transition: RunningTransition?

  /// Makes a view without children.
  public required override init() { super.init() }

  /// Stretches the children to the bounds.
  open override func layoutSubviews() {
    var child = firstChild
    while let view = child {
      view.frame = bounds
      child = view.nextSibling
    }
  }

  /// Adds a controller's view above the others.
  final func show(_ view: NativeView) {
    append(view)
    withoutAnimation { view.frame = bounds }
  }
}
