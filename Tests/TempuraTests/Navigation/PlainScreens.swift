import Katana
import KatanaRouter
import KatanaTesting
import Tempura

/// What a plain screen does with a step that it takes over.
enum PlainAnswer {
  /// It is done, and the completion handler called, before the call returns.
  case atOnce
  /// It is done a little later.
  case later
  /// The completion handler is kept and not called.
  case never
  /// The completion handler is called, and nothing has happened.
  case withoutEffect
  /// It says that it can't.
  case reject
}

struct PlainRefusal: Error, CustomStringConvertible {
  var description: String { "no paper left; refill it" }
}

/// Screens without views: a list of them, and a log of who was asked for what.
@MainActor
final class PlainScreens: RoutableProvider, RootInstaller {
  var screens: [PlainScreen] = []
  var roots: Set<String> = []
  var log: [String] = []
  /// Completion handlers that were not called.
  var kept: [RoutingCompletion] = []
  /// Contexts, in the order of the calls.
  var contexts: [String] = []

  init(roots: Set<String> = ["A"]) { self.roots = roots }

  var currentRoutables: [any Tempura.Routable] { screens }
  var route: Route { screens.map(\.routeIdentifier) }

  /// Puts screens on screen without asking anybody.
  func set(_ route: Route, shows: Set<String> = [], hides: Set<String> = []) {
    screens = route.map { PlainScreen($0, in: self, shows: shows, hides: hides) }
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    log.append("root(\(identifier))")
    guard roots.contains(identifier) else { return false }
    let (shows, hides) = screens.first.map { ($0.shows, $0.hides) } ?? ([], [])
    screens = [PlainScreen(identifier, in: self, shows: shows, hides: hides)]
    completion()
    return true
  }

  func answer(
    _ answer: PlainAnswer,
    of screen: PlainScreen,
    _ completion: @escaping RoutingCompletion,
    _ change: @escaping @MainActor () -> Void
  ) -> Bool {
    switch answer {
    case .atOnce:
      change()
      completion()
    case .later:
      Task { @MainActor in
        await Task.yield()
        change()
        completion()
      }
    case .never: kept.append(completion)
    case .withoutEffect: completion()
    case .reject: screen.reject(PlainRefusal())
    }
    return true
  }
}

/// One of them.
@MainActor
final class PlainScreen: Tempura.Routable {
  let routeIdentifier: RouteElementIdentifier
  /// What it shows, and hides, when it is asked.
  var shows: Set<String>
  var hides: Set<String>
  /// What it shows in the place of others.
  var changes: Set<String> = []
  var answer = PlainAnswer.atOnce
  unowned let world: PlainScreens

  init(_ identifier: String, in world: PlainScreens, shows: Set<String>, hides: Set<String>) {
    (routeIdentifier, self.world, self.shows, self.hides) = (identifier, world, shows, hides)
  }

  func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    world.log.append("\(routeIdentifier)?show(\(identifier)) from \(from)")
    if let context = context as? String { world.contexts.append(context) }
    guard shows.contains(identifier) else { return false }
    return world.answer(answer, of: self, completion) { [world, shows, hides] in
      world.screens.append(PlainScreen(identifier, in: world, shows: shows, hides: hides))
    }
  }

  func hide(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    atomic: Bool,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    world.log.append(
      "\(routeIdentifier)?hide(\(identifier)) from \(from)\(atomic ? " atomic" : "")"
    )
    guard hides.contains(identifier) else { return false }
    return world.answer(answer, of: self, completion) { [world] in
      let place = world.screens.lastIndex { $0.routeIdentifier == identifier }
      if let place { world.screens.removeSubrange(place...) }
    }
  }

  func change(
    from: RouteElementIdentifier,
    to: RouteElementIdentifier,
    animated: Bool,
    completion: @escaping RoutingCompletion
  ) {
    world.log.append("\(routeIdentifier)?change(\(from), \(to))")
    guard changes.contains(to) else {
      // What a screen that doesn't implement it does.
      return Unchanging.of(self).change(
        from: from,
        to: to,
        animated: animated,
        completion: completion
      )
    }
    _ = world.answer(answer, of: self, completion) { [world, shows, hides] in
      world.screens[world.screens.count - 1] =
        PlainScreen(to, in: world, shows: shows, hides: hides)
    }
  }
}

/// The default of `change`, for a screen that implements it only sometimes.
@MainActor
private final class Unchanging: Tempura.Routable {
  let routeIdentifier: RouteElementIdentifier

  private init(_ identifier: String) { routeIdentifier = identifier }

  static func of(_ screen: PlainScreen) -> Unchanging { Unchanging(screen.routeIdentifier) }
}

final class PlainDependencies: NavigationProvider {
  let navigator: Navigator

  init(navigator: Navigator) { self.navigator = navigator }

  convenience init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    self.init(navigator: Navigator())
  }
}

struct PlainState: State {}

struct RoutedState: State, RoutableState {
  var navigationState = NavigationState()
  var navigationGuards: [NavigationGuard] = []
}

/// Screens, a navigator and a store.
@MainActor
final class Plain<S: State> {
  let world: PlainScreens
  let clock = TestClock()
  let navigator: Navigator
  let store: Store<S, PlainDependencies>
  private(set) var events: [NavigatorEvent] = []

  init(
    _ route: Route = ["A"],
    shows: Set<String> = [],
    hides: Set<String> = [],
    state: S = S()
  ) {
    let (world, clock) = (PlainScreens(), clock)
    self.world = world
    let sink = EventSink()
    let navigator = Navigator(
      configuration: NavigatorConfiguration(clock: clock) { sink.receive($0) }
    )
    self.navigator = navigator
    store = Store(
      dependencies: { _, _ in PlainDependencies(navigator: navigator) },
      initialState: state
    )
    world.set(route, shows: shows, hides: hides)
    sink.receive = { [weak self] in self?.events.append($0) }
  }

  var errors: [NavigatorError] {
    events.compactMap { if case .failed(let error) = $0 { error } else { nil } }
  }

  /// Tells the navigator of the screens as they are.
  func start(at identifier: String = "A") async throws {
    try await navigator.start(using: world, showing: world, at: identifier).value
    world.log = []
  }

  /// The error that a request throws.
  func error(of effect: some ReturningSideEffect) async -> NavigatorError? {
    do {
      _ = try await store.dispatch(effect).value
      return nil
    } catch {
      return error as? NavigatorError
    }
  }
}

@MainActor
private final class EventSink {
  var receive: (NavigatorEvent) -> Void = { _ in }
}
