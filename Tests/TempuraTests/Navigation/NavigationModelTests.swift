import Foundation
import Katana
import KatanaRouter
import KatanaTesting
import NativeViews
import SeededRandom
import Tempura
import Testing

/// The screens of the model as controllers, with the route in the state.
@MainActor
private final class ModelApp: RootInstaller {
  let frames = ManualFrameSource()
  let clock = TestClock()
  let window: Window
  let store: Store<RoutedState, PlainDependencies>
  var performed: [NavigationStep] = []
  var errors: [NavigatorError] = []
  /// Steps until one hangs; below zero for never.
  var untilHang = -1
  var isHanging = false

  init() {
    window = Window(
      tree: ViewTree(
        size: CGSize(width: 100, height: 100),
        backend: HeadlessBackend(clock: frames)
      )
    )
    let events = Events()
    let navigator = Navigator(
      configuration: NavigatorConfiguration(clock: clock) { events.app?.take($0) }
    )
    store = Store(dependencies: { _, _ in PlainDependencies(navigator: navigator) })
    events.app = self
  }

  final class Events {
    weak var app: ModelApp?
  }

  var navigator: Navigator { store.dependencies.navigator }

  private func take(_ event: NavigatorEvent) {
    switch event {
    case .performed(let step, _): performed.append(step)
    case .failed(let error): errors.append(error)
    }
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == "home" else { return false }
    window.rootViewController = NavigationController(
      rootViewController: ModelScreen("home", in: self)
    )
    completion()
    return true
  }

  func start() async throws {
    navigator.connect(to: store)
    try await navigator.start(using: self, in: window, at: "home").value
  }

  func hangs() -> Bool {
    untilHang -= 1
    if untilHang == 0 { isHanging = true }
    return untilHang == 0
  }

  func item(for command: LayerModel.Command, animated: Bool) -> (any AnySideEffect)? {
    switch command {
    case .show(let route): Show(route, animated: animated)
    case .hide(let name?, let atomic): Hide(name, animated: animated, atomic: atomic)
    case .hide(nil, let atomic): Hide(animated: animated, atomic: atomic)
    case .navigate(let route): Navigate(to: route, animated: animated)
    case .presentModally(let name): PresentModally(screen: name, animated: animated)
    case .push(let route): Push(to: route, animated: animated)
    case .pop: Pop(animated: animated)
    case .back: nil
    }
  }

  func back() {
    let top = window.topmostViewController as? NavigationController
    top?.goBack()
  }

  /// Lets frames and time pass, and others run.
  func pump() async {
    frames.advance(by: .milliseconds(120))
    if isHanging {
      isHanging = false
      await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(3))
    }
    await Task.yield()
  }

  /// Returns when nothing moves any more, and the navigator has nothing to do.
  func settle() async throws {
    for _ in 0..<8 { await pump() }
    let barrier = store.dispatch(Show([] as [String]))
    while !barrier.isFinished { await pump() }
    try await barrier.value
    for _ in 0..<8 { await pump() }
  }
}

private struct RouteModel: ViewModelWithState {
  let route: Route
  init(state: RoutedState) { route = state.navigationState.tree.screenRoute }
}

/// Shows the route within the safe area.
private final class RouteView: NativeView, ViewControllerModellableView {
  typealias VM = RouteModel
  let label = TitleLabel()

  func setup() { append(label) }
  func style() {}
  func update(oldModel: RouteModel?) {
    label.text = model.map { $0.route.joined(separator: " ") } ?? ""
    setNeedsLayout()
  }
  override func layoutSubviews() {
    var room = (viewController?.safeAreaInsets ?? .zero).inset(bounds)
    room.size.width *= 1 / CGFloat(1 + (model?.route.count ?? 0))
    label.frame = room
  }
}

/// A screen of the model: it shows all that there is, and hides itself.
@MainActor
private final class ModelScreen: ViewController<RouteView>, RoutableWithConfiguration {
  let routeIdentifier: RouteElementIdentifier
  unowned let app: ModelApp

  init(_ identifier: String, in app: ModelApp) {
    (routeIdentifier, self.app) = (identifier, app)
    super.init(store: app.store)
  }

  var navigationConfiguration: NavigationConfiguration {
    let app = app
    let hang = NavigationInstruction.optionalCustom { _, _, _, _, completion in
      guard app.hangs() else { return false }
      _ = completion
      return true
    }
    let push = { (name: String) in NavigationInstruction.push { _ in ModelScreen(name, in: app) } }
    let present = { (name: String) in
      NavigationInstruction.presentModally { _ in
        NavigationController(rootViewController: ModelScreen(name, in: app))
      }
    }
    let isSoft = LayerModel.soft.contains(routeIdentifier)
    return [
      .show("a"): hang, .show("b"): hang, .show("c"): hang,
      .show("m"): hang, .show("n"): hang, .show("s"): hang, .show("t"): hang,
      .show("a"): push("a"), .show("b"): push("b"), .show("c"): push("c"),
      .show("m"): present("m"), .show("n"): present("n"),
      .show("s"): present("s"), .show("t"): present("t"),
      .hide(routeIdentifier): isSoft ? .dismissModally(behaviour: .soft) : hang,
      .hide(routeIdentifier): LayerModel.modals.contains(routeIdentifier)
        ? .dismissModally(behaviour: .hard) : .pop,
    ]
  }

  // Softly dismissed screens hang here, because the first entry for a request says how it is dismissed.
  func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    guard identifier == routeIdentifier else { return false }
    let isSoft = LayerModel.soft.contains(routeIdentifier)
    if isSoft, app.hangs() { return true }
    return answer(
      .hide(identifier),
      from: from,
      animated: animated,
      context: context,
      completion: completion
    )
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct `Random navigation` {
  typealias Command = LayerModel.Command

  private func command(_ random: inout SplitMix64, _ route: Route) -> Command {
    let names = ["a", "b", "c", "a", "b", "m", "n", "s", "t", "z"]
    let name = { (random: inout SplitMix64) in names[random.next(below: names.count)] }
    let several = { (random: inout SplitMix64) -> Route in
      (0..<random.next(below: 4)).map { _ in name(&random) }
    }
    let present = route[random.next(below: route.count)]
    switch random.next(below: 12) {
    case 0, 1: return .show([name(&random)])
    case 2: return .show(several(&random))
    case 3: return .push(several(&random))
    case 4: return .presentModally(["m", "n", "s", "t"][random.next(below: 4)])
    case 5, 6: return .hide(present, atomic: random.next(below: 3) == 0)
    case 7: return random.next(below: 2) == 0 ? .pop : .hide(nil, atomic: false)
    case 8: return .hide(name(&random), atomic: random.next(below: 2) == 0)
    case 9: return .back
    case 10:
      let kept = route.prefix(random.next(below: route.count + 1))
      return .navigate(kept + several(&random))
    default: return .navigate(["home"] + several(&random))
    }
  }

  private func failure(_ error: (any Error)?) -> LayerModel.Failure? {
    switch error as? NavigatorError {
    case .unhandled: .unhandled
    case .unknownIdentifier: .unknown
    case .hidesRoot: .root
    case .timedOut: .timeout
    case .emptyRoute: .empty
    default: nil
    }
  }

  @Test(.serialized, arguments: RandomHistories.seeds(12))
  func `has the screens, the route and the state where lists of lists have them`(
    seed: UInt64
  ) async throws {
    var random = SplitMix64(seed: seed)
    let app = ModelApp()
    try await app.start()
    var model = LayerModel()
    for step in 0..<60 {
      let command = command(&random, model.route)
      let hang = random.next(below: 5) == 0 ? 1 + random.next(below: 3) : -1
      let before = model
      let expected = model.perform(command, hangingAt: hang)
      app.untilHang = hang
      if random.next(below: 4) == 0 {
        app.window.safeAreaInsets = SafeAreaInsets(top: CGFloat(random.next(below: 30)))
        let size = CGSize(width: 90 + random.next(below: 20), height: 90 + random.next(below: 20))
        app.window.tree.resize(to: size)
      }
      var found: (any Error)?
      if let item = app.item(for: command, animated: random.next(below: 4) == 0) {
        let handle = app.store.anyDispatch(item)
        while !handle.isFinished { await app.pump() }
        do { _ = try await handle.value } catch { found = error }
      } else {
        app.back()
      }
      app.untilHang = -1
      try await app.settle()
      let trail: Comment =
        "seed \(seed), step \(step): \(command), hanging at \(hang), from \(before.layers)"
      #expect(failure(found) == expected, trail)
      #expect((found == nil) == (expected == nil), "\(trail): \(found as Any)")
      try #require(app.navigator.route == model.route, trail)
      try #require(app.store.state.navigationState.tree.screenRoute == model.route, trail)
      try #require(layers(of: app) == model.layers.map(\.stack), trail)
    }
    #expect(app.errors == [], "seed \(seed)")
    // Nothing is seen of how the screens have come there.
    let anew = ModelApp()
    anew.window.tree.resize(to: app.window.tree.root.frame.size)
    anew.window.safeAreaInsets = app.window.safeAreaInsets
    try await anew.start()
    for app in [app, anew] {
      try await app.run(Navigate(to: model.route, animated: false))
      try await app.settle()
    }
    let roots = [app, anew].map { $0.window.tree.root.renderedJSON().split(separator: "\n") }
    let difference = roots[1].difference(from: roots[0])
    #expect(difference.isEmpty || model.layers.contains { $0.isMarked }, "seed \(seed)")
  }

  /// What is really on screen, modals that are marked included.
  private func layers(of app: ModelApp) -> [Route] {
    var layers: [Route] = []
    var layer = app.window.rootViewController
    while let stack = layer as? NavigationController {
      layers.append(
        stack.viewControllers.map { ($0 as? ModelScreen)?.routeIdentifier ?? "" }
      )
      let next = stack.presentedViewController
      layer = next
    }
    return layers
  }

  @Test(.serialized, arguments: RandomHistories.seeds(6))
  func `of four producers answers each request once, and ends with screens, route and state alike`(
    seed: UInt64
  ) async throws {
    let app = ModelApp()
    try await app.start()
    let store = app.store
    let finished = Counter()
    let producers = (0..<4).map { producer in
      Task.detached {
        var random = SplitMix64(seed: seed * 4 + UInt64(producer))
        let names = ["a", "b", "c", "m", "s", "z"]
        for _ in 0..<40 {
          let name = names[random.next(below: names.count)]
          let item: any AnySideEffect =
            switch random.next(below: 6) {
            case 0: Show([name, names[random.next(below: 5)]])
            case 1: Show(name)
            case 2: Hide(name, atomic: random.next(below: 2) == 0)
            case 3: Hide()
            case 4: Navigate(to: ["home", name])
            default: Navigate(to: ["home"])
            }
          let handle = store.anyDispatch(item)
          if random.next(below: 5) == 0 { handle.cancel() }
          if random.next(below: 3) == 0 {
            let tree = try NavigationTree(screenRoute: ["home", "b", "a"])
            store.dispatch(SetRoute(tree))
          }
          do {
            _ = try await handle.value
          } catch {
            let isTyped = error is NavigatorError || error is CancellationError
            #expect(isTyped, "\(error)")
          }
          await finished.increment()
        }
      }
    }
    var random = SplitMix64(seed: seed)
    while await finished.count < 160 {
      if random.next(below: 40) == 0 { app.back() }
      if random.next(below: 40) == 0 { app.untilHang = 1 }
      await app.pump()
    }
    for producer in producers { try await producer.value }
    app.untilHang = -1
    try await app.settle()
    #expect(await finished.count == 160)
    let route = app.navigator.route
    #expect(app.store.state.navigationState.tree.screenRoute == route, "seed \(seed)")
    #expect(layers(of: app).flatMap { $0 }.count >= route.count)
    try await app.run(Navigate(to: ["home", "a"]))
    #expect(app.navigator.route == ["home", "a"])
    #expect(layers(of: app) == [["home", "a"]])
  }

  private actor Counter {
    var count = 0
    func increment() { count += 1 }
  }
}

extension ModelApp {
  fileprivate func run(_ effect: some ReturningSideEffect) async throws {
    let handle = store.dispatch(effect)
    while !handle.isFinished { await pump() }
    _ = try await handle.value
  }
}
