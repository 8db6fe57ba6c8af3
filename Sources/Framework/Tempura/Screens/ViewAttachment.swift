import NativeViews

/// What Tempura remembers of a view.
@MainActor
final class ViewAttachment {
  /// The view's model in a ``ModelBox``.
  var model: AnyObject?
  /// The controller whose root view it is.
  weak var viewController: AnyViewController?
  /// Of the root of a tree that is traced: what its screens have done since the last frame.
  var updates: ScreenUpdates?

  static func existing(of view: NativeView) -> ViewAttachment? {
    view.rare?.attachment as? ViewAttachment
  }

  static func of(_ view: NativeView) -> ViewAttachment {
    if let known = existing(of: view) { return known }
    let attachment = ViewAttachment()
    view.ensureRare().attachment = attachment
    return attachment
  }
}

/// How many screens were updated.
struct ScreenUpdates {
  /// Those that have made a view model.
  var asked = 0
  /// Those of which it was another one.
  var changed = 0
}

/// A view's model.
@MainActor
final class ModelBox<VM> {
  var model: VM?
  init(_ model: VM?) { self.model = model }
}
