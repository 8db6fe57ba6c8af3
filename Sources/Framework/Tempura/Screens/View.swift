public import NativeViews

/// A closure that a view calls when the user has done something, such as to tap a button of it.
///
/// The controller is to be captured weakly: its view keeps the closure, and it keeps the view.
public typealias Interaction = @MainActor () -> Void

/// A native view whose life has phases: set up, styled, updated and laid out.
///
/// ``ViewController`` runs the first two of its root view; another view calls them in its `init`. A class that isn't `final`
/// writes `required init() { super.init() }`.
///
/// Source: docs/semantics/tempura.md, T1.
@MainActor
public protocol View: NativeView {
  /// Makes the view, without children.
  init()
  /// Makes the children and adds them.
  func setup()
  /// Sets colours, fonts and whatever else doesn't depend on what is shown.
  func style()
  /// Shows what there is to show.
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

  /// The view model; each time it is set, also to an equal one and to `nil`, the view is updated.
  var model: VM? { get set }

  /// Shows the model.
  ///
  /// - Parameter oldModel: The one before.
  func update(oldModel: VM?)
}

extension ModellableView {
  /// The view model, which is `nil` at first.
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

  /// A diagnosis: views with a model are updated by their model.
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
  /// The controller whose root view this is; it isn't kept.
  ///
  /// Source: docs/semantics/tempura.md, T12.
  public var viewController: AnyViewController? {
    ViewAttachment.existing(of: self)?.viewController
  }

  /// The bar of the navigation controller that the view's controller is in.
  public var navigationBar: NavigationBar? { viewController?.navigationController?.navigationBar }
}
