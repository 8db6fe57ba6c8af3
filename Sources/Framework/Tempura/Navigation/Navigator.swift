/// Performs navigation requests: compares the route on screen with the wanted one, and asks the screens for the steps in between, one by
/// one.
///
///     final class AppDependencies: NavigationProvider {
///       let navigator = Navigator()
///       init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
///     }
///
///     store.dependencies.navigator.start(using: self, in: window, at: Screen.home)
///     try await store.dispatch(Navigate(to: ["home", "item", "editor"])).value
///
/// One request runs at a time, in order of arrival; each has one result, when all of its steps have ended. The route is read from the
/// screens at each step, so changes by the user need no bookkeeping. `connect(to:)` makes it a part of the state, too.
///
/// Isolation: the main actor; any thread may make it.
///
/// Source: docs/semantics/tempura.md, V1, V2, V5, V6.
@MainActor
public final class Navigator {
  /// Called when a screen is in its place; as in the original.
  public typealias Completion = RoutingCompletion

  let configuration: NavigatorConfiguration
  weak var rootInstaller: (any RootInstaller)?
  var routables: (any RoutableProvider)?
  /// The route when a request or a step last ended.
  var lastRoute: Route = []
  /// The screens as last read by the running request.
  private(set) var reading = ScreenReading()
  /// Whether no other code has run since.
  private var isReadingFresh = false
  var state: RouteState?
  /// The trace of the window, if the navigator shows its screens in one.
  weak var windowTrace: WindowTrace?
  /// How often the user has changed the screens.
  var userChanges = 0
  /// Whether the user changed the screens during the running request, or before the next one has its turn; dispatched at its end.
  var isUserChangePending = false
  /// Whether the screens must follow the state, and no task has begun to do so.
  var isFollowing = false
  private var turns = RequestTurns()

  /// Makes a navigator that isn't started.
  public nonisolated init(configuration: NavigatorConfiguration = NavigatorConfiguration()) {
    self.configuration = configuration
  }

  /// The identifiers of the current screens, the root first.
  ///
  /// Complexity: O(n) in the screens.
  public var route: Route {
    guard let window = routables as? WindowRoutables else {
      return routables?.currentRoutables.map(\.routeIdentifier) ?? []
    }
    var route: Route = []
    window.forEachRoutable { route.append($0.routeIdentifier) }
    return route
  }

  /// Reads the screens again, for the running request.
  func readScreens() {
    // Not in place: a screen asked for its identifier may ask the navigator.
    var old = ScreenReading()
    swap(&old, &reading)
    reading = ScreenReading(of: routables, after: old)
    isReadingFresh = true
  }

  /// Reads the screens, unless that was just done.
  func readScreensIfNeeded() { if !isReadingFresh { readScreens() } }

  /// Notes that other code runs now, such as an asked screen.
  func expireReading() { isReadingFresh = false }

  /// Shows the first screen, or the state's route if it has one.
  ///
  /// What can be installed at once is in place when this returns.
  ///
  /// - Parameters:
  ///   - rootInstaller: Installs roots; the navigator doesn't keep it.
  ///   - routables: Provides the screens.
  ///   - identifier: The first screen, unless the state has a route.
  ///   - context: Passed to the root installer.
  /// - Returns: A task that ends when the screen is in place, or throws why it isn't; the error is also an event.
  @discardableResult
  public func start(
    using rootInstaller: any RootInstaller,
    showing routables: any RoutableProvider,
    at identifier: RouteElementIdentifier,
    context: NavigationContext? = nil
  ) -> Task<Void, any Error> {
    self.rootInstaller = rootInstaller
    self.routables = routables
    return Task.immediate { @MainActor in
      do {
        try await self.perform(.start(at: identifier), animated: false, context: context)
      } catch {
        self.report(error)
        throw error
      }
    }
  }

  /// Runs a body while no other request runs.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before its turn; the body's error.
  func inTurn<Value>(_ body: @MainActor () async throws -> Value) async throws -> Value {
    let turn = turns.register()
    if !turns.begin(turn) {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { turns.wait(turn, $0) }
      } onCancel: {
        Task { @MainActor in self.turns.cancel(turn) }
      }
    }
    defer {
      reading.forgetScreens()
      isReadingFresh = false
      turns.end()
    }
    try Task.checkCancellation()
    return try await body()
  }

  /// Whether a request runs.
  var isBusy: Bool { turns.isTaken }

  /// Reports an error that no request gets; ignores errors of other types, such as a cancellation.
  func report(_ error: any Error) {
    if let error = error as? NavigatorError { configuration.onEvent(.failed(error)) }
  }
}

/// A queue of turns, one of which is taken at a time.
@MainActor
struct RequestTurns {
  typealias Turn = Int

  private(set) var isTaken = false
  private var next = 0
  private var waiting: [(turn: Turn, continuation: CheckedContinuation<Void, any Error>)] = []

  nonisolated init() {}

  mutating func register() -> Turn {
    next += 1
    return next
  }

  /// Takes the turn if it is free; returns whether it did.
  mutating func begin(_ turn: Turn) -> Bool {
    if isTaken { return false }
    isTaken = true
    return true
  }

  mutating func wait(_ turn: Turn, _ continuation: CheckedContinuation<Void, any Error>) {
    waiting.append((turn, continuation))
  }

  /// Ends a task's wait; does nothing once it has its turn.
  mutating func cancel(_ turn: Turn) {
    guard let index = waiting.firstIndex(where: { $0.turn == turn }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  /// Passes the turn on.
  mutating func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().continuation.resume()
  }
}
