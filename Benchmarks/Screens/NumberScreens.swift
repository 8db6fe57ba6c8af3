import Foundation
import Katana
import NativeViews
import Synchronization
import Tempura

/// The part of the state that screens say they read.
enum NumberReads: String, CaseIterable {
  /// The first screen reads a number of its own, the others an array that stays as it is.
  case part
  /// Each reads its value in a collection that knows what has changed.
  case entity
  /// Nothing is said: all view models are made after each update, and compared.
  case everything

  /// The screen whose number the updates change.
  func changed(of screens: Int) -> Int { self == .entity ? screens / 2 : 0 }

  /// How many view models there are to make after an update.
  func made(of screens: Int) -> Int { self == .everything ? screens : 1 }

  /// What the screens show after so many updates.
  func texts(of screens: Int, after updates: Int) -> [String] {
    var texts = Array(repeating: "0", count: screens)
    texts[changed(of: screens)] = "\(updates)"
    return texts
  }
}

/// A state with a number for each screen, in both forms.
struct NumberState: State {
  var head = 0
  var rows: [Int] = []
  var entities = Entities<Int, Int>()

  init() {}

  init(screens: Int) {
    rows = Array(repeating: 0, count: screens)
    entities = Entities(uniqueIDsWithValues: (0..<screens).map { ($0, 0) })
  }
}

/// A store whose side effects need nothing.
typealias NumberStore = Store<NumberState, EmptySideEffectDependencyContainer>

/// Changes the number of one screen.
struct ChangeNumber: StateUpdater {
  let reads: NumberReads
  let place: Int

  init(_ reads: NumberReads, of screens: Int) {
    (self.reads, place) = (reads, reads.changed(of: screens))
  }

  func updateState(_ state: inout NumberState) {
    if reads == .entity { state.entities.update(place) { $0 += 1 } } else { state.head += 1 }
  }
}

/// How many view models were made.
final class Tally: Sendable {
  private let storage = Atomic(0)
  var count: Int { storage.load(ordering: .relaxed) }
  /// Counts one; on one thread, so that no other core's cache is asked.
  func add() { storage.store(count + 1, ordering: .relaxed) }
}

/// A screen's own state: which number it shows.
struct NumberPlace: LocalState {
  var reads = NumberReads.part
  var place = 0
  var tally = Tally()
}

/// What a screen shows.
struct NumberModel: ViewModelWithLocalState {
  typealias S = NumberState
  typealias LS = NumberPlace

  let number: Int

  init?(state: NumberState?, localState: NumberPlace) {
    localState.tally.add()
    guard let state else { return nil }
    let place = localState.place
    number =
      localState.reads == .entity
      ? state.entities[place] ?? 0 : place == 0 ? state.head : state.rows[place]
  }
}

/// A view that shows a number.
final class NumberView: NativeView, ViewControllerModellableView {
  typealias VM = NumberModel
  let label = TitleLabel()

  func setup() { append(label) }
  func style() { backgroundColor = .white }
  func update(oldModel: NumberModel?) { label.text = model.map { "\($0.number)" } ?? "" }
  override func layoutSubviews() { label.frame = bounds }
}

/// A screen that shows a number of the state.
final class NumberScreen: ViewControllerWithLocalState<NumberView> {
  private let shown: NumberPlace

  init(_ shown: NumberPlace, store: NumberStore) {
    self.shown = shown
    super.init(store: store)
  }

  override func setup() { localState = shown }

  override var reads: StateReads<NumberState> {
    switch shown.reads {
    case .part: shown.place == 0 ? .part(\.head) : .part(\.rows)
    case .entity: .entity(\.entities, id: shown.place)
    case .everything: .everything
    }
  }
}

/// A screen of screens.
final class BoardScreen: AnyViewController {
  override func loadView() -> NativeView { ContainerView() }

  func add(_ screens: [AnyViewController]) {
    guard let container = view as? ContainerView else { return }
    for screen in screens { add(screen, in: container) }
  }
}

/// So many screens in a window, all of them connected because they are seen.
@MainActor
final class NumberBoard {
  let store: NumberStore
  let tally = Tally()
  let screens: [NumberScreen]
  private let window = Window(tree: ViewTree(size: CGSize(width: 390, height: 844)))

  init(_ reads: NumberReads, screens count: Int) {
    let store = NumberStore(initialState: NumberState(screens: count))
    let tally = tally
    self.store = store
    screens = (0..<count).map {
      NumberScreen(NumberPlace(reads: reads, place: $0, tally: tally), store: store)
    }
    let board = BoardScreen()
    board.add(screens)
    window.rootViewController = board
    window.tree.flush()
  }

  /// The texts of the labels.
  var texts: [String] { screens.map(\.rootView.label.text) }
}
