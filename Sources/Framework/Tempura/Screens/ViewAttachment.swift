import NativeViews

/// What Tempura remembers about a view.
@MainActor
final class ViewAttachment {
  /// The view's model in a ``ModelBox``.
  var model: AnyObject?
  /// The controller with this root view.
  weak var viewController: AnyViewController?
  /// For the root of a traced tree: what its screens have done since the last frame.
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

/// Counts of screen updates.
struct ScreenUpdates {
  /// Screens that made a view model.
  var asked = 0
  /// Screens whose view model differed.
  var changed = 0
}

/// A view's model.
@MainActor
final class ModelBox<VM> {
  var model: VM?
  init(_ model: VM?) { self.model = model }
}
