public import NativeViews

/// A closure that a view calls after an action of the user, such as a tap on one of its buttons.
///
/// Capture the controller weakly: its view keeps the closure, and it keeps the view.
public typealias Interaction = @MainActor () -> Void

/// A native view with life cycle phases: setup, style, update and layout.
///
/// ``ViewController`` runs the first two for its root view; other views call them in their `init`. A class that isn't `final` declares
/// `required init() { super.init() }`.
///
/// Source: docs/semantics/tempura.md, T1.
@MainActor
public protocol View: NativeView {
  /// Makes the view, without children.
  init()
  /// Makes the children and adds them.
  func setup()
  /// Sets colours, fonts and everything else that doesn't depend on the content.
  ///
  /// It may read the view's `environment`. When that changes, the root view of a ``ViewController`` is styled again and then updated, without
  /// an old model; another view does so in `environmentDidChange()`.
  func style()
  /// Shows the current content.
  func update()
  /// Places the children.
  func layoutSubviews()
}

/// A view that shows a view model.
///
///     final class CounterView: NativeView, ViewControllerModellableView {
///       typealias VM = CounterViewModel
///       let label = TitleLabel()
///       func setup() { append(label) }
///       func style() { backgroundColor = .white }
///       func update(oldModel: CounterViewModel?) { label.text = model?.count ?? "" }
///       override func layoutSubviews() { label.frame = bounds }
///     }
///
/// Source: docs/semantics/tempura.md, T2.
@MainActor
public protocol ModellableView: View {
  /// The type of the view model.
  associatedtype VM: ViewModel

  /// The view model; each time it is set, even to an equal one or to `nil`, the view updates.
  var model: VM? { get set }

  /// Shows the model.
  ///
  /// - Parameter oldModel: The previous one.
  func update(oldModel: VM?)
}

extension ModellableView {
  /// The view model, initially `nil`.
  public var model: VM? {
    get { (ViewAttachment.existing(of: self)?.model as? ModelBox<VM>)?.model }
    set {
      let attachment = ViewAttachment.of(self)
      let old: VM?
      if let box = attachment.model as? ModelBox<VM> {
        old = box.model
        box.model = newValue
      } else {
        old = nil
        attachment.model = ModelBox(newValue)
      }
      update(oldModel: old)
    }
  }

  /// Causes a diagnosis: views with a model update through their model.
  public func update() {
    diagnose(
      "update() was called on a view that shows a model",
      remedy: "set its model, or call update(oldModel:)"
    )
  }
}

/// A view that can be the root view of a ``ViewController``.
@MainActor
public protocol ViewControllerModellableView: ModellableView where VM: ViewModelWithState {}

extension View {
  /// The controller with this root view; not kept.
  ///
  /// Source: docs/semantics/tempura.md, T12.
  public var viewController: AnyViewController? {
    ViewAttachment.existing(of: self)?.viewController
  }

  /// The bar of the enclosing navigation controller.
  public var navigationBar: NavigationBar? { viewController?.navigationController?.navigationBar }
}
