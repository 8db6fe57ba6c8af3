import Foundation
import Katana
import NativeViews
import Testing

@testable import Tempura

/// A screen that counts how often screens are asked who they are, and dispatches when it is about to be seen.
@MainActor
private final class CountedScreen: AnyViewController, RoutableWithConfiguration {
  final class Counts {
    var reads = 0
  }

  private let place: Int
  private let counts: Counts
  var onAppearing: () -> Void = {}

  init(_ place: Int, _ counts: Counts) {
    (self.place, self.counts) = (place, counts)
    super.init()
  }

  static func route(above count: Int) -> Route { (0...count).map { "\($0)" } }

  var routeIdentifier: RouteElementIdentifier {
    counts.reads += 1
    return "\(place)"
  }

  var navigationConfiguration: NavigationConfiguration {
    let (next, counts) = (place + 1, counts)
    return [
      .show("\(next)"): .push { _ in CountedScreen(next, counts) },
      .hide("\(place)"): .pop,
    ]
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    onAppearing()
  }
}

@MainActor
struct `Requests that begin` {
  @MainActor
  private final class App: RootInstaller {
    let window = Window(tree: ViewTree(size: CGSize(width: 300, height: 400)))
    let counts = CountedScreen.Counts()
    let stack = NavigationController()
    let navigator = Navigator()
    let store: Store<PlainState, PlainDependencies>
    var onAppearing: () -> Void = {}

    init() {
      let navigator = navigator
      store = Store(dependencies: { _, _ in PlainDependencies(navigator: navigator) })
    }

    func installRoot(
      identifier: RouteElementIdentifier,
      context: Any?,
      completion: @escaping RoutingCompletion
    ) -> Bool {
      let root = CountedScreen(0, counts)
      root.onAppearing = { [weak self] in self?.onAppearing() }
      stack.viewControllers = [root]
      window.rootViewController = stack
      completion()
      return true
    }

    func start() async throws {
      try await navigator.start(using: self, in: window, at: "0").value
    }
  }

  @Test func `are over within their dispatch where a task on the main actor asks`() async throws {
    let app = App()
    try await app.start()
    let show = app.store.dispatch(Navigate(to: CountedScreen.route(above: 3)))
    #expect(show.isFinished)
    #expect(app.navigator.route == ["0", "1", "2", "3"])
    let other = app.store.dispatch(Hide("1"))
    #expect(other.isFinished)
    try await show.value
    try await other.value
    #expect(app.navigator.route == ["0"])
  }

  @Test func `elsewhere are done on the main actor all the same`() async throws {
    let app = App()
    try await app.start()
    let store = app.store
    try await Task.detached { try await store.dispatch(Show("1")).value }.value
    #expect(app.navigator.route == ["0", "1"])
  }

  @Test func `wait for what runs already`() async throws {
    let app = App()
    try await app.start()
    let first = Task { try await app.store.dispatch(Show("1")).value }
    let second = Task { try await app.store.dispatch(Show("2")).value }
    try await first.value
    try await second.value
    #expect(app.navigator.route == ["0", "1", "2"])
  }

  @Test func `by a hook come after the change that it is called in`() async throws {
    let app = App()
    try await app.start()
    try await app.store.dispatch(Show("1")).value
    var handle: DispatchHandle<Void>?
    app.onAppearing = { [unowned app] in
      handle = app.store.dispatch(Show("1"))
      #expect(handle?.isFinished == false)
      #expect(app.navigator.route == ["0"])
    }
    app.stack.popViewController(animated: false)
    app.onAppearing = {}
    #expect(app.navigator.route == ["0"])
    try await handle?.value
    #expect(app.navigator.route == ["0", "1"])
    #expect(AnyViewController.changesUnderWay == 0)
  }

  @Test func `in a listener come after its update`() async throws {
    let app = App()
    try await app.start()
    struct Nothing: StateUpdater {
      func updateState(_ state: inout PlainState) {}
    }
    let store = app.store
    let end = store.addListener { _, _ in _ = store.dispatch(Show("1")) }
    store.dispatch(Nothing())
    #expect(app.navigator.route == ["0"])
    end()
    while app.navigator.route.count < 2 { await Task.yield() }
    #expect(app.navigator.route == ["0", "1"])
  }

  @Test(arguments: [10, 40]) func `look at each screen once a step`(count: Int) async throws {
    let app = App()
    try await app.start()
    app.counts.reads = 0
    try await app.store.dispatch(Navigate(to: CountedScreen.route(above: count))).value
    // After the nth step there are n + 1 screens; a few readings are the request's, not a step's.
    let steps = (1...count).reduce(0) { $0 + $1 + 1 }
    #expect(app.counts.reads <= steps + 6 * (count + 1))
    app.counts.reads = 0
    try await app.store.dispatch(Navigate(to: ["0"])).value
    #expect(app.counts.reads <= steps + 8 * (count + 1))
  }
}
