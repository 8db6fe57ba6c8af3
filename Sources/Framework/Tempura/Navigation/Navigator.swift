/// Carries out navigation requests: compares the route on screen with the one that is wanted, and asks the
/// screens for the steps in between, one after the other.
///
///     final class AppDependencies: NavigationProvider {
///       let navigator = Navigator()
///       init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
///     }
///
///     store.dependencies.navigator.start(using: self, in: window, at: Screen.home)
///     try await store.dispatch(Navigate(to: ["home", "item", "editor"])).value
///
/// One request runs at a time, in the order in which they get here; each has one result, when all of its
/// steps are over. The route is read from the screens at each step, so that what a user does by hand needs
/// no bookkeeping. `connect(to:)` makes it a part of the state as well.
///
/// Isolation: the main actor; it may be made anywhere.
///
/// Source: docs/semantics/tempura.md, V1, V2, V5, V6.
@MainActor
public final class Navigator {
  /// What is called when a screen is where it was asked to be; as in the original.
  public typealias Completion = RoutingCompletion

  let configuration: NavigatorConfiguration
  weak var rootInstaller: (any RootInstaller)?
  var routables: (any RoutableProvider)?
  /// The route as it was when a request or a step was last over.
  var lastRoute: Route = []
  /// The screens as the request that runs has read them last.
  private(set) var reading = ScreenReading()
  /// Whether nobody else has had a say since.
  private var isReadingFresh = false
  var state: RouteState?
  /// The trace of the window, where this navigator shows its screens in one.
  weak var windowTrace: WindowTrace?
  /// How often the user has changed the screens by hand.
  var userChanges = 0
  /// Whether that has happened during the request that runs, and will be dispatched at its end.
  var isUserChangePending = false
  /// Whether the screens are to follow the state, and nobody has begun to see to it.
  var isFollowing = false
  private var turns = RequestTurns()

  /// Makes a navigator that has not been started.
  public nonisolated init(configuration: NavigatorConfiguration = NavigatorConfiguration()) {
    self.configuration = configuration
  }

  /// The identifiers of the screens, the root first, as they are now.
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

  /// Reads the screens anew, for the request that runs.
  func readScreens() {
    // Not in place: a screen that is asked for its identifier may ask the navigator.
    var old = ScreenReading()
    swap(&old, &reading)
    reading = ScreenReading(of: routables, after: old)
    isReadingFresh = true
  }

  /// Reads the screens, unless that was just done.
  func readScreensIfNeeded() { if !isReadingFresh { readScreens() } }

  /// Takes note that others have a say now, such as a screen that is asked.
  func expireReading() { isReadingFresh = false }

  /// Shows the first screen, or the route that the state has, if it has one.
  ///
  /// What can be installed at once is there when this returns.
  ///
  /// - Parameters:
  ///   - rootInstaller: Installs roots; the navigator doesn't keep it.
  ///   - routables: Tells which screens there are.
  ///   - identifier: The screen to begin with, unless the state has a route.
  ///   - context: What the root installer gets along.
  /// - Returns: A task that ends when it is there, or throws why it isn't; the error is an event as well.
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
  /// - Throws: `CancellationError` if the task is cancelled before its turn; what the body throws.
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

  /// Reports an error that no request gets; one that isn't a navigator's, such as that a task was cancelled, is none.
  func report(_ error: any Error) {
    if let error = error as? NavigatorError { configuration.onEvent(.failed(error)) }
  }
}

/// Who is to run next: a queue of which one at a time is out.
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

  /// Takes the turn if nobody has it; returns whether it did.
  mutating func begin(_ turn: Turn) -> Bool {
    if isTaken { return false }
    isTaken = true
    return true
  }

  mutating func wait(_ turn: Turn, _ continuation: CheckedContinuation<Void, any Error>) {
    waiting.append((turn, continuation))
  }

  /// Lets a task go that waits; does nothing once it has its turn.
  mutating func cancel(_ turn: Turn) {
    guard let index = waiting.firstIndex(where: { $0.turn == turn }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }

  /// Hands the turn on.
  mutating func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().continuation.resume()
  }
}
