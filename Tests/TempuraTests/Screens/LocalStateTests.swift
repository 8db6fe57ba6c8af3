import Katana
import NativeViews
import Tempura
import Testing

struct Draft: LocalState, Equatable {
  var text = 0
}

struct DraftModel: ViewModelWithLocalState {
  var count: Int?
  var text: Int
  init?(state: AppState?, localState: Draft) { (count, text) = (state?.counter, localState.text) }
}

final class DraftView: NativeView, ViewControllerModellableView {
  var updates: [DraftModel?] = []
  func setup() {}
  func style() {}
  func update(oldModel: DraftModel?) { updates.append(model) }
}

final class DraftScreen: ViewControllerWithLocalState<DraftView> {
  var updates: [DraftModel?] = []
  var localUpdates = 0
  override func didUpdate(old: DraftModel?) { updates.append(viewModel) }
  override func didUpdateLocalState() { localUpdates += 1 }
}

@MainActor
struct `screens with local state` {
  let store = TestedStore()

  private func texts(_ screen: DraftScreen) -> [String] {
    screen.updates.map { model in
      model.map { "\($0.count.map { "\($0)" } ?? "none") \($0.text)" } ?? "nil"
    }
  }

  @Test func `show it alone until they were connected`() {
    store.increment()
    let screen = DraftScreen(store: store)
    #expect(texts(screen) == ["none 0"])
    screen.localState.text = 5
    #expect(texts(screen) == ["none 0", "none 5"])
    #expect(screen.localUpdates == 1)
    #expect(screen.lastKnownState == nil)
    let connected = DraftScreen(store: store, connected: true)
    #expect(texts(connected) == ["1 0"])
    #expect(texts(DraftScreen(store: store, localState: Draft(text: 3))) == ["none 3"])
  }

  @Test func `are updated once when they appear, whether anything has changed or not`() {
    let window = makeWindow()
    let screen = DraftScreen(store: store)
    window.rootViewController = screen
    #expect(texts(screen) == ["none 0", "0 0"])
    window.isVisible = false
    window.isVisible = true
    #expect(texts(screen) == ["none 0", "0 0", "0 0"])
  }

  @Test func `keep the state they last knew while they are disconnected`() {
    let screen = DraftScreen(store: store, connected: true)
    screen.connected = false
    store.increment()
    screen.localState.text = 11
    AnyViewController.flushUpdates()
    #expect(screen.lastKnownState?.counter == 0)
    #expect(texts(screen) == ["0 0", "0 11"])
    store.increment()
    screen.connected = true
    #expect(texts(screen) == ["0 0", "0 11", "2 11"])
    #expect(screen.lastKnownState == nil)
    store.increment()
    // The live state, also where the change wasn't told yet.
    screen.localState.text = 12
    #expect(texts(screen).last == "3 12")
    AnyViewController.flushUpdates()
    #expect(texts(screen).count == 4)
    #expect(screen.localUpdates == 2)
  }

  @Test func `aren't updated by an equal view model, but told of the local state`() {
    let screen = DraftScreen(store: store, connected: true)
    screen.localState = Draft()
    #expect(texts(screen) == ["0 0"])
    #expect(screen.localUpdates == 1)
    screen.loadViewIfNeeded()
    #expect(screen.rootView.updates.count == 1)
  }
}
