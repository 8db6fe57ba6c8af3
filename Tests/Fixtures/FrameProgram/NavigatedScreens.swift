import Foundation
import Katana
import NativeViews
import Tempura

/// Screens in a window without a display: a home above which an item is pushed, and popped again.
@MainActor
final class NavigatedScreens: RootInstaller {
  private let frames = ManualFrameSource()
  private let window: Window
  fileprivate let store = Store<ShopState, Dependencies>()

  final class Dependencies: NavigationProvider {
    let navigator = Navigator()
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  private init() {
    window = Window(
      tree: ViewTree(
        size: CGSize(width: 100, height: 100),
        backend: HeadlessBackend(clock: frames)
      )
    )
  }

  /// Shows an item and hides it again, as often as is said, each with an animation; in the end somebody asks for a
  /// screen that there is none of.
  ///
  /// - Returns: The route.
  static func run(_ count: Int) async throws -> String {
    let screens = NavigatedScreens()
    let navigator = screens.store.dependencies.navigator
    navigator.connect(to: screens.store)
    try await navigator.start(using: screens, in: screens.window, at: "home").value
    screens.frames.advance(by: .milliseconds(20))
    for _ in 0..<count {
      try await screens.wait(for: Show("item", animated: true))
      try await screens.wait(for: Hide("item", animated: true))
    }
    try? await screens.wait(for: Show("nothing"))
    return navigator.route.joined(separator: "/")
  }

  private func wait(for request: some ReturningSideEffect) async throws {
    let handle = store.dispatch(request)
    while !handle.isFinished {
      frames.advance(by: .milliseconds(50))
      await Task.yield()
    }
    _ = try await handle.value
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    window.rootViewController = NavigationController(rootViewController: NamedScreen("home"))
    completion()
    return true
  }
}

/// A screen with a name and a colour.
private final class NamedScreen: AnyViewController, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier

  init(_ identifier: String) {
    routeIdentifier = identifier
    super.init()
  }

  var navigationConfiguration: NavigationConfiguration {
    [
      .show("item"): .push { _ in NamedScreen("item") },
      .hide("item"): .pop,
    ]
  }

  override func loadView() -> NativeView {
    let view = NativeView()
    view.backgroundColor = .blue
    return view
  }
}
