import Foundation
import Katana
import NativeViews
import Tempura

/// A screen of a route, with a title and a text, which pushes the one above it.
final class RouteScreen: AnyViewController, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier
  private let place: Int

  init(_ place: Int) {
    self.place = place
    routeIdentifier = Self.identifier(place)
    super.init()
    title = routeIdentifier
  }

  static func identifier(_ place: Int) -> RouteElementIdentifier { "screen\(place)" }

  /// The identifiers of a root and so many screens above it.
  static func route(above count: Int) -> Route { (0...count).map { identifier($0) } }

  var navigationConfiguration: NavigationConfiguration {
    let next = place + 1
    return [
      .show(Self.identifier(next)): .push { _ in RouteScreen(next) },
      .hide(routeIdentifier): .pop,
    ]
  }

  override func loadView() -> NativeView {
    let view = ContainerView()
    view.backgroundColor = .white
    view.append(TitleLabel(routeIdentifier))
    return view
  }
}

/// The dependencies of a program that navigates.
final class RouteDependencies: NavigationProvider {
  let navigator: Navigator

  init(navigator: Navigator) { self.navigator = navigator }

  convenience init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(navigator: Navigator())
  }
}

struct RouteAppState: State {}

/// A window with a stack of which only the root is there, and a store whose navigator shows its route.
@MainActor
final class RouteApp: RootInstaller {
  let window = Window(tree: ViewTree(size: CGSize(width: 390, height: 844)))
  let stack = NavigationController()
  let store: Store<RouteAppState, RouteDependencies>

  init() {
    let navigator = Navigator()
    store = Store(dependencies: { _, _ in RouteDependencies(navigator: navigator) })
  }

  var route: Route { store.dependencies.navigator.route }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    stack.viewControllers = [RouteScreen(0)]
    window.rootViewController = stack
    completion()
    return true
  }

  func start() async throws {
    let navigator = store.dependencies.navigator
    try await navigator.start(using: self, in: window, at: RouteScreen.identifier(0)).value
    window.tree.flush()
  }

  /// Goes to a route, and makes the frame that shows it.
  func go(to route: Route) async throws {
    try await store.dispatch(Navigate(to: route)).value
    window.tree.flush()
  }
}
