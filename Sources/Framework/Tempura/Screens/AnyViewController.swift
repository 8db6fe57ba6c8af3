public import NativeViews

/// Something that has a view.
///
/// ``rootView`` is told apart from the view so that a controller whose view has a type that is known can tell it by the same name.
@MainActor
public protocol ViewShowing: AnyObject {
  /// The view, whatever its type.
  var view: NativeView { get }
}

extension ViewShowing {
  /// The view, loaded when it is first read.
  public var rootView: NativeView { view }
}

/// A screen, or a part of one: it has a view, other controllers in it, and is told when it is seen.
///
/// What `UIViewController` is for UIKit. A controller is seen when all that it is in is seen, up to a ``Window``; containers
/// such as ``NavigationController`` say which of their children are.
///
/// A controller keeps its children and what it presents; the links back are weak.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, T6, T11, T12.
@MainActor
open class AnyViewController: ViewShowing {
  /// The controller that this one is in.
  public internal(set) final weak var parent: AnyViewController?
  /// The controllers in this one, in the order in which they were added.
  public internal(set) final var children: [AnyViewController] = []
  /// The controller that this one itself presents.
  final var presented: AnyViewController?
  final weak var presenter: AnyViewController?
  /// The window whose root the controller is.
  final weak var rootOf: Window?
  /// The animation in which the controller is seen to go, though it has disappeared.
  final var departure: RunningTransition?
  /// The way in which the controller is shown when it is presented.
  public final var modalPresentationStyle = ModalPresentationStyle.fullScreen

  /// Whether what moves takes input meanwhile: children that this controller pushes, pops and changes, or the controller itself when
  /// it is presented or dismissed.
  ///
  /// Unless it is set, neither the mouse, nor fingers, nor keys, nor assistive technology reach a container, or the window's
  /// controllers, during a transition: what was tapped twice acts once.
  ///
  /// Source: docs/semantics/tempura.md, C6.
  public final var takesInputInTransitions = false

  /// The name, which the bars of containers show.
  public final var title: String? {
    didSet { if title != oldValue { parent?.childTitleDidChange(self) } }
  }

  /// Told of the controller's appearing: false after ``viewWillAppear(_:)``, true after ``viewDidAppear(_:)``; for tests.
  package final var appearanceObserver: (@MainActor (_ hasAppeared: Bool) -> Void)?

  final var loadedView: NativeView?
  private var isLoading = false
  /// Whether the controller is seen, or about to be.
  final var appearance = Appearance.disappeared
  /// The insets that the controller was last told of.
  final var knownSafeAreaInsets = SafeAreaInsets.zero
  /// Whether the controller is a modal that goes with the last of those that it presents; it is in no route any more.
  final var isToBeDismissed = false
  /// The part that the controller has in routes, once that is known.
  final var knownRouteRole: RouteRole?

  /// How many changes of controllers, updates included, are in the midst of calling hooks.
  private(set) static var changesUnderWay = 0

  /// Notes that a change begins; ``endChange()`` follows in the same call.
  static func beginChange() { changesUnderWay += 1 }
  static func endChange() { changesUnderWay -= 1 }

  /// Makes a controller without parent, whose view is loaded when it is first needed.
  public init() {}

  // MARK: View

  /// The view, loaded when it is first read; ``ViewShowing/rootView`` is the same.
  public final var view: NativeView {
    if let loadedView { return loadedView }
    precondition(
      !isLoading,
      "\(type(of: self)): its view is read while loadView() makes it; read it in viewDidLoad()"
    )
    Self.beginChange()
    defer { Self.endChange() }
    isLoading = true
    let view = loadView()
    isLoading = false
    loadedView = view
    ViewAttachment.of(view).viewController = self
    viewDidLoad()
    return view
  }

  /// Whether the view was loaded.
  public final var isViewLoaded: Bool { loadedView != nil }
  /// The view, if it was loaded.
  public final var viewIfLoaded: NativeView? { loadedView }

  /// Loads the view, if it isn't.
  public final func loadViewIfNeeded() { _ = view }

  /// Makes the view, once; unless it is overridden, one without content.
  open func loadView() -> NativeView { NativeView() }

  /// Called when the view was loaded.
  open func viewDidLoad() {}

  // MARK: Appearing

  /// Called before the view is seen.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view is seen, after the animation that has brought it.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view is no longer seen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view is no longer seen, after the animation.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called when the ``safeAreaInsets`` have changed, also while the view was in no window.
  open func viewSafeAreaInsetsDidChange() {}

  /// The children that are seen when this one is; all of them unless a container says otherwise.
  open var visibleChildren: [AnyViewController] { children }

  // MARK: Containment

  /// Called before the controller is put into another one, or taken out of it where that is `nil`.
  open func willMove(to parent: AnyViewController?) {}
  /// Called afterwards.
  open func didMove(to parent: AnyViewController?) {}

  /// Takes note that a view model was made, for the trace of the window that the controller's view is in.
  final func noteUpdate(isOther: Bool) {
    guard let root = loadedView?.tree?.root, let attachment = ViewAttachment.existing(of: root)
    else { return }
    attachment.updates?.asked += 1
    if isOther { attachment.updates?.changed += 1 }
  }

  /// Takes note that something has changed which the controller reads; for those that are connected with a store.
  func stateDidChange() {}
  /// Takes note that a child is gone; for containers with lists of their own.
  func childDidLeave(_ child: AnyViewController) {}
  /// Takes note of a child's title.
  func childTitleDidChange(_ child: AnyViewController) {}

  // MARK: Links

  /// The nearest controller of a type that this one is in.
  private func nearest<Container: AnyViewController>(_ type: Container.Type) -> Container? {
    var controller = parent
    while let candidate = controller {
      if let found = candidate as? Container { return found }
      controller = candidate.parent
    }
    return nil
  }

  /// The nearest navigation controller that this one is in.
  public final var navigationController: NavigationController? {
    nearest(NavigationController.self)
  }
  /// The nearest tab bar controller that this one is in.
  public final var tabBarController: TabBarController? { nearest(TabBarController.self) }

  /// The outermost controller that this one is in, or itself.
  final var outermost: AnyViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// The window that the controller is in, seen or not.
  public final var window: Window? {
    var controller = outermost
    while let presenter = controller.presenter { controller = presenter.outermost }
    return controller.rootOf
  }
}
