// The navigation samples of the readme of Tempura 0.2, in its order, as programs write them now. What changed is said
// beside it.

import Foundation
import Katana
import KatanaTesting
import NativeViews
import Tempura
import Testing

private enum Screen: String {
  case home
  case screenC
  case screenM
}

private final class ScreenB: AnyViewController {}
private final class ScreenC: AnyViewController {}
private final class ScreenM: AnyViewController, Tempura.Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.screenM.rawValue }
}

// Unchanged, but for the labels' types, which are those of this module.
extension ScreenB: Tempura.Routable {
  var routeIdentifier: RouteElementIdentifier {
    Screen.home.rawValue
  }

  func push(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) {
    if identifier == Screen.screenC.rawValue {
      let sc = ScreenC()
      self.navigationController?.pushViewController(sc, animated: animated)
      completion()
    }
  }

  // The readme says this in words: the lowest screen handles the modal for all above it.
  func presentModally(
    from: AnyViewController,
    modal: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard modal == Screen.screenM.rawValue else { return false }
    from.present(ScreenM(), animated: animated, completion: completion)
    return true
  }

  func dismissModally(
    identifier: RouteElementIdentifier,
    vcToDismiss: AnyViewController,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == Screen.screenM.rawValue else { return false }
    vcToDismiss.dismiss(animated: animated, completion: completion)
    return true
  }
}

extension ScreenC: Tempura.Routable {
  var routeIdentifier: RouteElementIdentifier {
    Screen.screenC.rawValue
  }

  // `popViewController` is the navigation controller's.
  func pop(
    identifier: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) {
    self.navigationController?.popViewController(animated: animated)
    completion()
  }
}

@MainActor
private final class Installer: RootInstaller {
  let window: Window
  init(_ window: Window) { self.window = window }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    window.rootViewController = NavigationController(rootViewController: ScreenB())
    completion()
    return true
  }
}

@MainActor
struct `Navigation of the readme` {
  @Test func `pushes, pops, presents from anywhere and dismisses`() async throws {
    let window = Window(tree: ViewTree(size: CGSize(width: 100, height: 100)))
    let installer = Installer(window)
    let store = Store<PlainState, PlainDependencies>(
      dependencies: { _, _ in
        PlainDependencies(
          navigator: Navigator(configuration: NavigatorConfiguration(clock: TestClock()))
        )
      }
    )
    let navigator = store.dependencies.navigator
    try await navigator.start(using: installer, in: window, at: Screen.home).value

    try await store.dispatch(PresentModally(screen: "screenM", animated: false)).value
    #expect(navigator.route == ["home", "screenM"])
    try await store.dispatch(DismissModally(screen: "screenM", animated: false)).value
    try await store.dispatch(Push(to: ["screenC"], animated: false)).value
    #expect(navigator.route == ["home", "screenC"])
    // "ScreenC" isn't implementing it, so that the next screen in line is asked.
    try await store.dispatch(PresentModally(screen: "screenM", animated: false)).value
    #expect(navigator.route == ["home", "screenC", "screenM"])
    try await store.dispatch(DismissModally(screen: "screenM", animated: false)).value
    try await store.dispatch(Pop(animated: false)).value
    #expect(navigator.route == ["home"])
    try await store.dispatch(Navigate(to: ["home", "screenC"], animated: false)).value
    #expect(navigator.route == ["home", "screenC"])
    await #expect(throws: NavigatorError.self) {
      try await store.dispatch(Push(to: ["unknown"])).value
    }
    // The `push` of "ScreenB" has no `else`: what it doesn't know is left to the next, so that a route may lead to a modal.
    try await store.dispatch(Navigate(to: ["home"])).value
    let error = await #expect(throws: NavigatorError.self) {
      try await store.dispatch(Push(to: ["unknown"])).value
    }
    #expect(error?.description.contains("nobody does show unknown from home") == true)
    try await store.dispatch(Navigate(to: ["home", "screenM"])).value
    #expect(navigator.route == ["home", "screenM"])
  }
}
