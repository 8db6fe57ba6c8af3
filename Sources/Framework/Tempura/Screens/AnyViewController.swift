public import NativeViews

/// Something that has a view.
///
/// ``rootView`` is separate from the view, so that a controller with a known type of view can declare it under the same name.
@MainActor
public protocol ViewShowing: AnyObject {
  /// The view, whatever its type.
  var view: NativeView { get }
}

extension ViewShowing {
  /// The view, loaded when it is first read.
  public var rootView: NativeView { view }
}

/// A screen or a part of one: it has a view and child controllers, and its hooks are called when it appears and disappears.
///
/// It is the counterpart of UIKit's `UIViewController`. A controller is visible if all its ancestors are, up to a ``Window``; containers
/// such as ``NavigationController`` decide which children are visible.
///
/// A controller keeps its children and what it presents; links back are weak.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, T6, T11, T12.
@MainActor
open class AnyViewController: ViewShowing {
  /// The enclosing controller.
  public internal(set) final weak var parent: AnyViewController?
  /// The child controllers, in the order in which they were added.
  public internal(set) final var children: [AnyViewController] = []
  /// The controller presented by this one itself.
  final var presented: AnyViewController?
  final weak var presenter: AnyViewController?
  final weak var rootOf: Window?
  /// The animation of its departure, though it has disappeared.
  final var departure: RunningTransition?
  /// How the controller is shown when it is presented.
  public final var modalPresentationStyle = ModalPresentationStyle.fullScreen

  /// Whether moving controllers take input: children that this controller pushes, pops or changes, or the controller itself when it is
  /// presented or dismissed.
  ///
  /// By default, neither mouse, fingers, keys nor assistive technology reach a container, or the window's controllers, during a transition,
  /// so that a double tap acts once.
  ///
  /// Source: docs/semantics/tempura.md, C6.
  public final var takesInputInTransitions = false

  /// The title, shown in the bars of containers.
  public final var title: String? {
    didSet { if title != oldValue { parent?.childTitleDidChange(self) } }
  }

  /// Called when the controller appears: with false after ``viewWillAppear(_:)``, with true after ``viewDidAppear(_:)``; for tests.
  package final var appearanceObserver: (@MainActor (_ hasAppeared: Bool) -> Void)?

  final var loadedView: NativeView?
  private var isLoading = false
  /// Whether the controller is visible or about to be.
  final var appearance = Appearance.disappeared
  /// The insets last reported to the controller.
  final var knownSafeAreaInsets = SafeAreaInsets.zero
  /// Whether the controller is a modal that goes with the last one it presents; it is in no route any more.
  final var isToBeDismissed = false
  /// The controller's role in routes, once known.
  final var knownRouteRole: RouteRole?

  /// How many changes of controllers, including updates, are currently calling hooks.
  private(set) static var changesUnderWay = 0

  /// Notes the start of a change; ``endChange()`` follows in the same call.
  static func beginChange() { changesUnderWay += 1 }
  static func endChange() { changesUnderWay -= 1 }

  /// Makes a controller without a parent; its view is loaded on first use.
  public init() {}

  // MARK: View

  /// The view, loaded on first use; ``ViewShowing/rootView`` is the same.
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

  /// Loads the view, unless it is loaded.
  public final func loadViewIfNeeded() { _ = view }

  /// Makes the view, once; by default one without content.
  open func loadView() -> NativeView { NativeView() }

  /// Called after the view was loaded.
  open func viewDidLoad() {}

  // MARK: Appearing

  /// Called before the view becomes visible.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view is visible, after its animation.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view disappears.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view has disappeared, after its animation.
  open func viewDidDisappear(_ animated: Bool) {}
  /// Called after ``safeAreaInsets`` have changed, even if the view was in no window then.
  open func viewSafeAreaInsetsDidChange() {}

  /// The children that are visible with this controller; by default all of them.
  open var visibleChildren: [AnyViewController] { children }

  // MARK: Containment

  /// Called before the controller is added to a parent, or removed from it for `nil`.
  open func willMove(to parent: AnyViewController?) {}
  /// Called afterwards.
  open func didMove(to parent: AnyViewController?) {}

  /// Notes that a view model was made, for the trace of the view's window.
  final func noteUpdate(isOther: Bool) {
    guard let root = loadedView?.tree?.root, let attachment = ViewAttachment.existing(of: root)
    else { return }
    attachment.updates?.asked += 1
    if isOther { attachment.updates?.changed += 1 }
  }

  /// Called when something that the controller reads has changed; for controllers connected with a store.
  func stateDidChange() {}
  /// Called when a child has left; for containers with lists of their own.
  func childDidLeave(_ child: AnyViewController) {}
  /// The title in the bar of a container.
  var titleInBar: String? { title }
  /// Called when a child's title has changed.
  func childTitleDidChange(_ child: AnyViewController) {}

  // MARK: Links

  /// The nearest enclosing navigation controller.
  public final var navigationController: NavigationController? {
    parent?.nearest { $0 as? NavigationController }
  }
  /// The nearest enclosing tab bar controller.
  public final var tabBarController: TabBarController? {
    parent?.nearest { $0 as? TabBarController }
  }

  /// The outermost ancestor, or the controller itself.
  final var outermost: AnyViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// The controller's window, visible or not.
  public final var window: Window? { base.rootOf }

  /// The outermost controller below all presented ones.
  final var base: AnyViewController {
    var controller = outermost
    while let presenter = controller.presenter { controller = presenter.outermost }
    return controller
  }

  /// The last in the chain of presented controllers; the controller itself if it presents nothing.
  final var topmost: AnyViewController {
    var top = self
    while let next = top.presented { top = next }
    return top
  }

  /// The controller, the one it presents, the one that presents, and so on.
  final var layersFromHere: [AnyViewController] {
    var layers = [self]
    while let next = layers.last?.presented { layers.append(next) }
    return layers
  }
}
