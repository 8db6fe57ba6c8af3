import Foundation
import Katana
import KatanaTesting
import NativeViews
import Tempura
import Testing

/// An application of real controllers: what each shows, and how, is a table.
@MainActor
final class ScreenApp: RootInstaller {
  let frames = ManualFrameSource()
  let window: Window
  let store: Store<PlainState, PlainDependencies>
  var table: [String: NavigationConfiguration] = [:]
  var makeRoot: (ScreenApp) -> AnyViewController = { app in
    NavigationController(rootViewController: TableScreen("home", in: app))
  }
  private(set) var errors: [NavigatorError] = []

  init() {
    window = Window(
      tree: ViewTree(
        size: CGSize(width: 300, height: 400),
        backend: HeadlessBackend(clock: frames)
      )
    )
    let navigator = Navigator(configuration: NavigatorConfiguration(clock: TestClock()))
    store = Store(dependencies: { _, _ in PlainDependencies(navigator: navigator) })
  }

  var navigator: Navigator { store.dependencies.navigator }
  var route: Route { navigator.route }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == "home" || identifier == "tabs" else { return false }
    window.rootViewController = makeRoot(self)
    completion()
    return true
  }

  func start(at identifier: String = "home") async throws {
    try await navigator.start(using: self, in: window, at: identifier).value
  }

  func error(of effect: some ReturningSideEffect) async -> NavigatorError? {
    do {
      _ = try await store.dispatch(effect).value
      return nil
    } catch {
      return error as? NavigatorError
    }
  }

  /// Dispatches, and makes frames until it is over.
  func run(_ effect: some ReturningSideEffect) async throws {
    let handle = store.dispatch(effect)
    while !handle.isFinished {
      frames.advance(by: .milliseconds(100))
      await Task.yield()
    }
    _ = try await handle.value
  }
}

/// A screen that does what the application's table says for it.
@MainActor
final class TableScreen: AnyViewController, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier
  let app: ScreenApp
  var log: [String] = []

  init(_ identifier: String, in app: ScreenApp) {
    (routeIdentifier, self.app) = (identifier, app)
    super.init()
    title = identifier
  }

  var navigationConfiguration: NavigationConfiguration { app.table[routeIdentifier] ?? [:] }

  override func viewDidAppear(_ animated: Bool) { log.append("appeared") }
  override func viewDidDisappear(_ animated: Bool) { log.append("disappeared") }
}

/// The changes of the route that a store without routes is told of.
@MainActor
final class RouteChangeLog {
  private(set) var changes: [RouteChanged] = []
  private var store: Store<PlainState, EmptySideEffectDependencyContainer>?

  init(of navigator: Navigator) {
    let store = Store<PlainState, EmptySideEffectDependencyContainer>(
      interceptors: [
        .observing { [weak self] _, item in
          guard let change = item as? RouteChanged else { return }
          MainActor.assumeIsolated { self?.changes.append(change) }
        }
      ]
    )
    self.store = store
    navigator.connect(to: store)
  }
}

@MainActor
struct `Navigation between controllers` {
  private func app(
    _ table: (ScreenApp) -> [String: NavigationConfiguration]
  ) async throws
    -> ScreenApp
  {
    let app = ScreenApp()
    app.table = table(app)
    try await app.start()
    return app
  }

  private func screen(_ identifier: String, _ app: ScreenApp) -> AnyViewController {
    TableScreen(identifier, in: app)
  }

  @Test func `pushes and pops, and is over when the screen has moved there`() async throws {
    let app = try await app { app in
      [
        "home": [.show("item"): .push { _ in TableScreen("item", in: app) }],
        "item": [.hide("item"): .pop],
      ]
    }
    let handle = app.store.dispatch(Show("item", animated: true))
    for _ in 0..<20 { await Task.yield() }
    let stack = try #require(app.window.rootViewController as? NavigationController)
    while stack.viewControllers.count == 1 { await Task.yield() }
    let item = try #require(stack.topViewController as? TableScreen)
    app.frames.advance(by: .milliseconds(100))
    for _ in 0..<20 { await Task.yield() }
    #expect(!handle.isFinished && item.log == [])
    app.frames.advance(by: .milliseconds(400))
    try await handle.value
    #expect(item.log == ["appeared"])
    #expect(app.route == ["home", "item"])
    try await app.run(Hide("item", animated: true))
    #expect(app.route == ["home"])
    #expect(item.log == ["appeared", "disappeared"])
  }

  @Test func `pops to a screen, to the root, and to the last of a name`() async throws {
    let app = try await app { app in
      let push = NavigationInstruction.push { context in
        TableScreen(context as? String ?? "item", in: app)
      }
      return [
        "home": [
          .show("item"): push, .show("editor"): push,
          .hide("item"): .popToRootViewController,
          .hide("editor"): .popToViewController(identifier: "item"),
        ]
      ]
    }
    try await app.run(Show("item"))
    try await app.run(Show("item"))
    try await app.run(Show("editor", context: "editor"))
    #expect(app.route == ["home", "item", "item", "editor"])
    try await app.run(Hide("editor"))
    #expect(app.route == ["home", "item", "item"])
    try await app.run(Hide("item", atomic: true))
    #expect(app.route == ["home"])
  }

  @Test func `presents above all that is presented, and dismisses`() async throws {
    let app = try await app { app in
      let present = NavigationInstruction.presentModally { context in
        TableScreen(context as? String ?? "", in: app)
      }
      return [
        "home": [
          .show("m"): present, .show("n"): present,
          .hide("m"): .dismissModally(behaviour: .hard),
          .hide("n"): .dismissModally(behaviour: .hard),
        ]
      ]
    }
    try await app.run(Show("m", animated: true, context: "m"))
    try await app.run(Show("n", animated: true, context: "n"))
    #expect(app.route == ["home", "m", "n"])
    let m = app.window.rootViewController?.presentedViewController
    #expect(app.window.topmostViewController === m?.presentedViewController)
    try await app.run(Hide("m", animated: true))
    #expect(app.route == ["home"])
    #expect(app.window.topmostViewController === app.window.rootViewController)
  }

  @Test func `keeps what a modal presents where it is dismissed softly, until the last has gone`()
    async throws
  {
    let app = try await app { app in
      let present = NavigationInstruction.presentModally { context in
        TableScreen(context as? String ?? "", in: app)
      }
      return [
        "home": [
          .show("m"): present, .show("n"): present, .show("o"): present,
          .hide("m"): .dismissModally(behaviour: .soft),
          .hide("n"): .dismissModally(behaviour: .soft),
          .hide("o"): .dismissModally(behaviour: .hard),
        ]
      ]
    }
    for name in ["m", "n", "o"] { try await app.run(Show(name, context: name)) }
    try await app.run(Hide("m"))
    #expect(app.route == ["home", "n", "o"])
    try await app.run(Hide("n", animated: true))
    #expect(app.route == ["home", "o"])
    let layers = { () -> Int in
      var count = 0
      var next = app.window.rootViewController
      while let controller = next {
        count += 1
        next = controller.presentedViewController
      }
      return count
    }
    #expect(layers() == 4)
    try await app.run(Hide("o", animated: true))
    #expect(app.route == ["home"])
    #expect(layers() == 1)
    // Of modals without anything above them a soft dismissal takes the modal away at once.
    try await app.run(Show("m", context: "m"))
    try await app.run(Hide("m"))
    #expect(layers() == 1)
  }

  @Test func `takes the first entry for a request that doesn't leave it to the next`() async throws
  {
    var log: [String] = []
    let app = try await app { app in
      [
        "home": [
          .show("item"): .optionalCustom { identifier, from, animated, context, _ in
            log.append("\(identifier) \(from) \(animated) \(context as? Int ?? 0)")
            return false
          },
          .show("item"): .push { _ in TableScreen("item", in: app) },
          .show("item"): .custom { _, _, _, _, _ in log.append("never") },
          .hide("item"): .custom { _, _, _, _, completion in
            log.append("custom")
            (app.window.rootViewController as? NavigationController)?
              .popViewController(animated: false)
            completion()
          },
        ]
      ]
    }
    try await app.run(Show("item", animated: true, context: 7))
    try await app.run(Hide("item"))
    #expect(log == ["item home true 7", "custom"])
    #expect(app.route == ["home"])
  }

  @Test func `says why an instruction can't be followed, and shows nothing of it`() async throws {
    let app = ScreenApp()
    app.makeRoot = { TableScreen("home", in: $0) }
    let home = TableScreen("used", in: app)
    app.table = [
      "home": [
        .show("item"): .push { _ in TableScreen("item", in: app) },
        .show("m"): .presentModally { _ in home },
        .show("used"): .presentModally { _ in home },
        .hide("used"): .pop,
      ]
    ]
    try await app.start()
    let reason = { (error: NavigatorError?) -> String in
      guard case .rejected(_, _, let asked, let reason) = error else { return "\(error as Any)" }
      return "\(asked): \(reason)"
    }
    #expect(
      reason(await app.error(of: Show("item")))
        == "home (TableScreen): it neither is a NavigationController nor is in one; "
        + "put it into one, or present modally"
    )
    try await app.run(Show("used"))
    #expect(app.route == ["home", "used"])
    #expect(
      reason(await app.error(of: Show("m")))
        == "home (TableScreen): TableScreen is on screen already; make a new one for each request"
    )
    #expect(reason(await app.error(of: Hide("used"))).contains("neither is a NavigationController"))
    #expect(app.route == ["home", "used"])
  }

  @Test func `refuses to push below a modal, and to pop or dismiss the bottom`() async throws {
    let app = try await app { app in
      [
        "home": [
          .show("m"): .presentModally { _ in
            NavigationController(rootViewController: TableScreen("m", in: app))
          },
          .show("item"): .push { _ in TableScreen("item", in: app) },
          .hide("m"): .pop,
        ],
        "m": [.hide("m"): .pop, .hide("n"): .dismissModally(behaviour: .hard)],
      ]
    }
    try await app.run(Show("m"))
    #expect(app.route == ["home", "m"])
    #expect(await app.error(of: Show("item"))?.description.contains("is presented above") == true)
    #expect(await app.error(of: Hide("m"))?.description.contains("m is the root of its") == true)
    #expect(app.route == ["home", "m"])
  }

  @Test func `says that what is to be hidden isn't where the instruction looks for it`()
    async throws
  {
    let app = try await app { app in
      [
        "home": [
          .show("item"): .push { _ in TableScreen("item", in: app) },
          .show("m"): .presentModally { _ in TableScreen("m", in: app) },
        ],
        "item": [.hide("item"): .popToViewController(identifier: "nobody")],
      ]
    }
    let reason = { (error: NavigatorError?) -> String in
      guard case .rejected(_, _, _, let reason) = error else { return "\(error as Any)" }
      return reason
    }
    try await app.run(Show("item"))
    #expect(reason(await app.error(of: Hide("item"))).hasPrefix("nobody is not in its Navigation"))
    app.table["item"] = [.hide("item"): .dismissModally(behaviour: .hard)]
    #expect(reason(await app.error(of: Hide("item"))) == "item was not presented modally; use pop")
    #expect(app.route == ["home", "item"])
    app.table["item"] = [.hide("item"): .pop]
    try await app.run(Hide("item"))
    // One that somebody else takes away while it is asked.
    try await app.run(Show("m"))
    let modal = try #require(app.window.topmostViewController)
    app.table["m"] = [
      .hide("m"): .optionalCustom { _, _, _, _, _ in
        modal.dismiss(animated: false)
        return false
      },
      .hide("m"): .dismissModally(behaviour: .hard),
    ]
    #expect(
      reason(await app.error(of: Hide("m")))
        == "m is no longer on screen; hide what is in the route"
    )
    #expect(app.route == ["home"])
    // And one that is gone before anybody is asked.
    try await app.run(Show("m"))
    app.window.topmostViewController?.dismiss(animated: false)
    #expect(await app.error(of: Hide("m")) == .unknownIdentifier("m", route: ["home"]))
    app.table["m"] = [.hide("m"): .dismissModally(behaviour: .hard)]
    try await app.run(Show("m"))
    try await app.run(Hide("m"))
    #expect(app.route == ["home"])
  }

  /// Two tabs, each a stack.
  private final class Tabs: TabBarController, Tempura.Routable {
    var routeIdentifier: RouteElementIdentifier { "tabs" }
  }

  private func appOfTabs() async throws -> ScreenApp {
    let app = ScreenApp()
    app.makeRoot = { app in
      Tabs(
        viewControllers: ["feed", "search"].map { name in
          let stack = NavigationController(rootViewController: TableScreen(name, in: app))
          stack.title = name
          return stack
        }
      )
    }
    app.table = [
      "feed": [.show("item"): .push { _ in TableScreen("item", in: app) }],
      "search": [.show("result"): .push { _ in TableScreen("result", in: app) }],
      "item": [.hide("item"): .pop],
      "result": [.hide("result"): .pop],
    ]
    try await app.start(at: "tabs")
    return app
  }

  @Test func `selects the tab that has the other screen at its bottom`() async throws {
    let app = try await appOfTabs()
    #expect(app.route == ["tabs", "feed"])
    try await app.run(Navigate(to: ["tabs", "feed", "item"]))
    try await app.run(Navigate(to: ["tabs", "search", "result"]))
    #expect(app.route == ["tabs", "search", "result"])
    #expect(
      await app.error(of: Navigate(to: ["tabs", "none"]))?.description.contains("no tab") == true
    )
    try await app.run(Navigate(to: ["tabs", "feed"]))
    #expect(app.route == ["tabs", "feed"])
  }

  @Test func `dispatches what the user does by the bars`() async throws {
    let app = try await app { app in
      ["home": [.show("item"): .push { _ in TableScreen("item", in: app) }]]
    }
    let log = RouteChangeLog(of: app.navigator)
    try await app.run(Show("item"))
    (app.window.rootViewController as? NavigationController)?.goBack()
    while log.changes.isEmpty { await Task.yield() }
    #expect(log.changes == [RouteChanged(from: ["home", "item"], to: ["home"], cause: .user)])
    #expect(app.route == ["home"])
  }

  @Test func `dispatches what the user does by a finger`() async throws {
    let app = try await app { app in
      ["home": [.show("item"): .push { _ in TableScreen("item", in: app) }]]
    }
    let log = RouteChangeLog(of: app.navigator)
    try await app.run(Show("item"))
    let root = try #require(app.window.rootViewController)
    let (tree, size) = (app.window.tree, root.rootView.bounds.size)
    func send(_ phase: PointerEvent.Phase, _ x: CGFloat) {
      let place = CGPoint(x: x, y: size.height / 2)
      tree.handle(.pointer(PointerEvent(phase, at: place, device: .touchScreen)))
    }
    // A drag that is let go of at the beginning changes nothing.
    for end in [0.2, 0.9] {
      send(.down, 3)
      send(.moved, size.width * end)
      #expect(app.route == ["home", "item"])
      send(.up, size.width * end)
      if end < 0.5 {
        #expect(app.route == ["home", "item"])
        tree.finishAnimations()
      }
    }
    while log.changes.isEmpty { await Task.yield() }
    #expect(log.changes == [RouteChanged(from: ["home", "item"], to: ["home"], cause: .user)])
    #expect(app.route == ["home"])
  }

  @Test func `dispatches the tab that the user chooses`() async throws {
    let app = try await appOfTabs()
    let log = RouteChangeLog(of: app.navigator)
    try app.window.tree.query(role: .tab, name: "search").tap()
    while log.changes.isEmpty { await Task.yield() }
    #expect(
      log.changes == [RouteChanged(from: ["tabs", "feed"], to: ["tabs", "search"], cause: .user)]
    )
  }

  @Test func `lets the user go elsewhere during a request, and says so`() async throws {
    let app = try await appOfTabs()
    let log = RouteChangeLog(of: app.navigator)
    let tabs = try #require(app.window.rootViewController as? Tabs)
    let feed = try #require(tabs.viewControllers.first as? NavigationController)
    func begin() async -> Task<NavigatorError?, Never> {
      let task = Task { await app.error(of: Show("item", animated: true)) }
      while feed.viewControllers.count == 1 { await Task.yield() }
      return task
    }
    func end(_ task: Task<NavigatorError?, Never>) async -> NavigatorError? {
      for _ in 0..<10 {
        app.frames.advance(by: .milliseconds(100))
        await Task.yield()
      }
      return await task.value
    }
    // Back to where it was: nothing is another one, and so nothing dispatched.
    let first = await begin()
    feed.goBack()
    #expect(await end(first) == .overtaken(.show("item", from: "feed"), route: ["tabs", "feed"]))
    #expect(log.changes == [] && app.route == ["tabs", "feed"])
    let second = await begin()
    tabs.choose(1)
    #expect(
      await end(second) == .overtaken(.show("item", from: "feed"), route: ["tabs", "search"])
    )
    #expect(
      log.changes == [RouteChanged(from: ["tabs", "feed"], to: ["tabs", "search"], cause: .user)]
    )
    // What the request has shown stays in its tab, and later requests run.
    #expect(feed.viewControllers.count == 2)
    try await app.run(Navigate(to: ["tabs", "search", "result"]))
    #expect(app.route == ["tabs", "search", "result"])
  }

  @Test func `presents and dismisses by the methods of Tempura 0_2`() async throws {
    @MainActor
    final class Old: AnyViewController, Tempura.Routable {
      let routeIdentifier: RouteElementIdentifier
      init(_ identifier: String) { routeIdentifier = identifier }

      func presentModally(
        from: AnyViewController,
        modal: RouteElementIdentifier,
        animated: Bool,
        completion: @escaping RoutingCompletion
      ) -> Bool {
        guard routeIdentifier == "home" else { return false }
        from.present(Old(modal), animated: animated, completion: completion)
        return true
      }

      func dismissModally(
        identifier: RouteElementIdentifier,
        vcToDismiss: AnyViewController,
        animated: Bool,
        completion: @escaping RoutingCompletion
      ) -> Bool {
        guard routeIdentifier == "home" else { return false }
        vcToDismiss.dismiss(animated: animated, completion: completion)
        return true
      }
    }
    let app = ScreenApp()
    app.makeRoot = { _ in Old("home") }
    try await app.start()
    try await app.run(PresentModally(screen: "a", animated: true))
    try await app.run(PresentModally(screen: "b", animated: true))
    #expect(app.route == ["home", "a", "b"])
    try await app.run(DismissModally(screen: "b", animated: true))
    try await app.run(DismissModally(screen: "a", animated: true))
    #expect(app.route == ["home"])
    #expect(
      await app.error(of: DismissModally(screen: "a")) == .unknownIdentifier("a", route: ["home"])
    )
  }
}
