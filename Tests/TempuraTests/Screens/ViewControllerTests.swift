import Foundation
import Katana
import NativeViews
import Tempura
import Testing

/// A window without display.
@MainActor
func makeWindow(_ size: CGSize = CGSize(width: 400, height: 800)) -> Window {
  Window(tree: ViewTree(size: size))
}

extension Window {
  /// Lets time pass until nothing moves.
  func settle() {
    (tree.backend.frames as? ManualFrameSource)?.advance(by: .seconds(1))
    tree.flush()
  }
}

@MainActor
struct `screens` {
  let store = TestedStore()

  @Test func `are set up before they are connected, and updated at once`() {
    let screen = CounterScreen(store: store, connected: true)
    #expect(screen.take() == ["setup false", "willUpdate 0", "didUpdate nil"])
    #expect(screen.connected)
    #expect(!screen.isViewLoaded)
    #expect(screen.viewModel == CounterModel(count: 0))
  }

  @Test func `show the model they have when the view is loaded, and are told of it once`() {
    let screen = CounterScreen(store: store, connected: true)
    _ = screen.take()
    #expect(screen.rootView.updates == ["update nil 0"])
    #expect(screen.take() == ["setupInteraction"])
    let unconnected = CounterScreen(store: store)
    #expect(unconnected.rootView.updates == [])
    #expect(unconnected.take() == ["setup false", "setupInteraction"])
  }

  @Test func `follow the state while they are connected`() {
    let screen = CounterScreen(store: store)
    let view = screen.rootView
    store.increment()
    AnyViewController.flushUpdates()
    #expect(view.updates == [])
    screen.connected = true
    screen.connected = true
    #expect(view.updates == ["update nil 1"])
    store.increment()
    AnyViewController.flushUpdates()
    #expect(view.updates == ["update nil 1", "update 1 2"])
    screen.connected = false
    screen.connected = false
    store.increment()
    AnyViewController.flushUpdates()
    #expect(view.updates == ["update nil 1", "update 1 2"])
    #expect(screen.viewModel == CounterModel(count: 2))
    #expect(
      screen.take() == [
        "setup false", "setupInteraction", "willUpdate 1", "didUpdate nil", "willUpdate 2",
        "didUpdate 1", "willUnsubscribe",
      ]
    )
    screen.connected = true
    #expect(view.updates.last == "update 2 3")
  }

  @Test func `aren't updated where their view model is the same`() {
    let screen = CounterScreen(store: store, connected: true)
    _ = screen.take()
    store.change { $0.title = "another" }
    store.change { $0.counter += 0 }
    AnyViewController.flushUpdates()
    screen.connected = false
    screen.connected = true
    #expect(screen.take() == ["willUnsubscribe"])
    screen.viewModel = screen.viewModel
    #expect(screen.take() == ["willUpdate 0", "didUpdate 0"])
  }

  @Test func `take a state that has nothing to show as no model`() {
    let screen = CounterScreen(store: store, connected: true)
    let view = screen.rootView
    store.change { $0.isMissing = true }
    AnyViewController.flushUpdates()
    #expect(screen.viewModel == nil)
    #expect(view.updates == ["update nil 0", "update 0 nil"])
    store.increment()
    AnyViewController.flushUpdates()
    #expect(view.updates.count == 2)
    store.change { $0.isMissing = false }
    AnyViewController.flushUpdates()
    #expect(view.updates.last == "update nil 1")
  }

  @Test func `connect when they appear and disconnect when they disappear`() {
    for (connects, disconnects) in [(true, true), (true, false), (false, true), (false, false)] {
      let window = makeWindow()
      let screen = CounterScreen(store: store)
      screen.shouldConnectWhenVisible = connects
      screen.shouldDisconnectWhenInvisible = disconnects
      #expect(!screen.connected)
      window.rootViewController = screen
      #expect(screen.isVisible)
      #expect(screen.connected == connects)
      if !connects { screen.connected = true }
      window.isVisible = false
      #expect(!screen.isVisible)
      #expect(screen.connected == !disconnects)
      window.isVisible = true
      #expect(screen.connected == (connects || !disconnects))
    }
  }

  @Test func `are connected before their hooks say that they will appear`() {
    final class Screen: CounterScreen {
      override func viewWillAppear(_ animated: Bool) {
        log.append("\(connected)")
        super.viewWillAppear(animated)
        log.append("\(connected)")
      }
      override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        log.append("\(connected)")
      }
    }
    let window = makeWindow()
    let screen = Screen(store: store)
    window.rootViewController = screen
    window.rootViewController = nil
    #expect(
      screen.take() == [
        "setup false", "setupInteraction", "false", "willUpdate 0", "didUpdate nil", "true",
        "willUnsubscribe", "false",
      ]
    )
  }

  @Test func `are updated once for several changes, from the newest state`() async throws {
    let screen = CounterScreen(store: store, connected: true)
    _ = screen.take()
    for _ in 0..<10 { store.increment() }
    #expect(screen.take() == [])
    try await waitUntil { screen.viewModel?.count == 10 }
    #expect(screen.take() == ["willUpdate 10", "didUpdate 0"])
  }

  @Test func `are updated by changes on other threads without anybody waiting for the main actor`()
    async throws
  {
    let screen = CounterScreen(store: store, connected: true)
    let store = store
    // The main actor waits for all of them: a hop that waits for it would never end.
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 { store.increment() }
    }
    #expect(screen.viewModel?.count == 0)
    try await waitUntil { screen.viewModel?.count == 1000 }
  }

  @Test func `are updated in the next frame of their window`() {
    let window = makeWindow()
    let screen = CounterScreen(store: store)
    window.rootViewController = screen
    screen.rootView.log = []
    store.increment()
    #expect(screen.rootView.log == [])
    window.tree.flush()
    #expect(screen.rootView.log == ["update 0 1", "layout"])
  }

  @Test func `dispatch what the user does, and show what becomes of it`() async throws {
    let screen = CounterScreen(store: store, connected: true)
    screen.rootView.onTap()
    #expect(store.state.counter == 1)
    AnyViewController.flushUpdates()
    #expect(screen.rootView.model == CounterModel(count: 1))
    #expect(screen.state.counter == 1)
    try await screen.__unsafeDispatch(SetState { $0.counter = 7 }).value
    AnyViewController.flushUpdates()
    #expect(screen.viewModel?.count == 7)
  }

  @Test func `show changes that their own updates have dispatched`() async throws {
    final class Screen: CounterScreen {
      override func didUpdate(old: CounterModel?) {
        super.didUpdate(old: old)
        if let count = viewModel?.count, count < 5 { dispatch(SetState { $0.counter += 1 }) }
      }
    }
    let screen = Screen(store: store, connected: true)
    try await waitUntil { screen.viewModel?.count == 5 }
    #expect(screen.take().filter { $0.hasPrefix("did") }.count == 6)
  }

  @Test func `are updated as soon as there is a state`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let store = TestedStore {
      for await _ in gate { break }
      return AppState(counter: 3)
    }
    let screen = CounterScreen(store: store, connected: true)
    #expect(screen.viewModel == nil)
    open.yield()
    try await waitUntil { screen.viewModel?.count == 3 }
  }

  @Test func `and their stores are kept by nobody but their users`() async {
    weak var screen: CounterScreen?
    weak var store: TestedStore?
    weak var view: CounterView?
    do {
      let newStore = TestedStore()
      let newScreen = CounterScreen(store: newStore, connected: true)
      (screen, store, view) = (newScreen, newStore, newScreen.rootView)
      #expect(view?.viewController === newScreen)
      newStore.increment()
    }
    for _ in 0..<100 where screen != nil || store != nil || view != nil { await Task.yield() }
    #expect(screen == nil)
    #expect(store == nil)
    #expect(view == nil)
  }

  @Test func `that are gone leave views without a way back`() {
    let view: CounterView
    do {
      let screen = CounterScreen(store: store, connected: true)
      view = screen.rootView
    }
    #expect(view.viewController == nil)
    #expect(view.navigationBar == nil)
    store.increment()
    AnyViewController.flushUpdates()
    #expect(view.updates == ["update nil 0"])
  }
}

/// A state with another one in it.
struct OuterState: State {
  var inner = AppState()
}

@MainActor
struct `screens of a part of a store` {
  @Test func `follow that part`() {
    let store = Store<OuterState, Dependencies>()
    let screens = (0..<3).map { _ in
      CounterScreen(store: store.scope(\.inner), connected: true)
    }
    store.scope(\.inner).dispatch(SetState { $0.counter = 4 })
    AnyViewController.flushUpdates()
    #expect(screens.map { $0.viewModel?.count } == [4, 4, 4])
    screens[1].dispatch(SetState { $0.counter += 1 })
    AnyViewController.flushUpdates()
    #expect(store.state.inner.counter == 5)
    #expect(screens.map { $0.viewModel?.count } == [5, 5, 5])
  }
}

@MainActor
struct `mistakes in screens` {
  @Test func `stop a program that reads a view while it is made`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        final class Screen: AnyViewController {
          override func loadView() -> NativeView {
            rootView.frame = .zero
            return NativeView()
          }
        }
        Screen().loadViewIfNeeded()
      }
    }
  }

  @Test func `stop a program whose screen makes another view than it says`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        final class Screen: CounterScreen {
          override func loadView() -> NativeView { NativeView() }
        }
        _ = Screen(store: TestedStore(), connected: true).rootView
      }
    }
  }
}

/// Waits for something that comes when the main actor is free, which other tests use at the same time.
@MainActor
func waitUntil(_ condition: @MainActor () -> Bool, line: UInt = #line) async throws {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(600)
  while !condition() {
    try #require(clock.now < end, "nothing has come of it, line \(line)")
    await Task.yield()
  }
}
