import Katana
import NativeViews
import Synchronization
import Tempura
import Testing

/// How often view models were made, by what they read.
final class Tally: Sendable {
  static let title = Atomic(0)
  static let everything = Atomic(0)
  static let entity = Atomic(0)
}

struct TitleModel: ViewModelWithState {
  var title: String
  static var reads: StateReads<AppState> { .part(\.title) }
  init?(state: AppState) {
    Tally.title.add(1, ordering: .relaxed)
    title = state.title
  }
}

struct EverythingModel: ViewModelWithState {
  var count: Int
  init?(state: AppState) {
    Tally.everything.add(1, ordering: .relaxed)
    count = state.counter
  }
}

struct EntityModel: ViewModelWithState {
  var values: [Int: String]
  init?(state: AppState) {
    Tally.entity.add(1, ordering: .relaxed)
    values = [:]
    for id in 0..<10 { values[id] = state.entities[id] }
  }
}

final class ModelView<VM: ViewModelWithState>: NativeView, ViewControllerModellableView {
  func setup() {}
  func style() {}
  func update(oldModel: VM?) {}
}

/// Shows one value.
final class EntityScreen: ViewController<ModelView<EntityModel>> {
  let id: Int
  init(_ id: Int, store: TestedStore) {
    self.id = id
    super.init(store: store)
  }
  override var reads: StateReads<AppState> { .entity(\.entities, id: id) }
}

@MainActor
@Suite(.serialized)
struct `view models` {
  let store = TestedStore()

  @Test func `of a thousand screens are made where what they read has changed`() {
    let titles = (0..<1_000).map { _ in
      ViewController<ModelView<TitleModel>>(store: store, connected: true)
    }
    let everything = ViewController<ModelView<EverythingModel>>(store: store, connected: true)
    #expect(titles.allSatisfy { $0.viewModel?.title == "title" })
    let (title, other) = counts()
    store.increment()
    AnyViewController.flushUpdates()
    #expect(counts() == (title, other + 1))
    #expect(everything.viewModel?.count == 1)
    store.change { $0.title = "new" }
    AnyViewController.flushUpdates()
    #expect(counts() == (title + 1_000, other + 2))
    #expect(titles.allSatisfy { $0.viewModel?.title == "new" })
    store.change { $0.title = "new" }
    AnyViewController.flushUpdates()
    #expect(counts() == (title + 1_000, other + 3))
    for screen in titles.dropFirst() { screen.connected = false }
    store.change { $0.title = "newest" }
    AnyViewController.flushUpdates()
    #expect(counts() == (title + 1_001, other + 4))
    #expect(titles.map { $0.viewModel?.title } == ["newest"] + Array(repeating: "new", count: 999))
  }

  @Test func `of a screen that reads one value are made where that has changed`() {
    store.change { $0.entities = Entities(uniqueIDsWithValues: (0..<10).map { ($0, "\($0)") }) }
    let screens = (0..<10).map { EntityScreen($0, store: store) }
    for screen in screens { screen.connected = true }
    let before = Tally.entity.load(ordering: .relaxed)
    store.change { $0.entities[3] = "three" }
    store.increment()
    AnyViewController.flushUpdates()
    #expect(Tally.entity.load(ordering: .relaxed) == before + 1)
    #expect(screens[3].viewModel?.values[3] == "three")
    #expect(screens[4].viewModel?.values[3] == "3")
  }

  @Test func `share nothing between stores`() {
    let other = TestedStore()
    let screens = [store, other].map {
      ViewController<ModelView<TitleModel>>(store: $0, connected: true)
    }
    other.change { $0.title = "other" }
    AnyViewController.flushUpdates()
    #expect(screens.map { $0.viewModel?.title } == ["title", "other"])
  }

  private func counts() -> (Int, Int) {
    (Tally.title.load(ordering: .relaxed), Tally.everything.load(ordering: .relaxed))
  }
}
