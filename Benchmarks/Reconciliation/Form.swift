import Foundation
import Katana
import KatanaUI
import NativeViews

/// How a list is described.
enum Form: String, CaseIterable {
  /// All children are described anew.
  case array
  /// By a `ForEach` of an array.
  case foreach
  /// By a `ForEachEntity` of a collection that knows what has changed, in a store's state.
  case entities
}

/// A state that has a list.
struct ListState: State {
  var items = Entities<Int, Item>()
  /// Something that nobody shows.
  var other = 0
}

/// A store whose side effects need nothing.
typealias ListStore = Store<ListState, EmptySideEffectDependencyContainer>

/// Goes to the other list of a change, by what is changed and nothing else.
struct Apply: StateUpdater {
  let change: Change
  /// Whether it is the way back.
  let isBack: Bool
  let size: Int
  /// The place of each id afterwards, for one in which all may be elsewhere.
  let places: [Int]

  func updateState(_ state: inout ListState) {
    switch change {
    case .none: state.other += 1
    case .one: toggle(size / 2, in: &state)
    case .tenth: for id in stride(from: 0, to: size, by: 10) { toggle(id, in: &state) }
    case .swap: state.items.swap(1, size - 2)
    case .rotate: state.items.move(size - 1, to: isBack ? size - 1 : 0)
    case .remove:
      if isBack {
        state.items.insert(Item(id: size / 2), at: size / 2)
      } else {
        state.items.remove(size / 2)
      }
    case .shuffle, .reverse:
      state.items.sort { places[$0.id] < places[$1.id] }
    }
  }

  private func toggle(_ id: Int, in state: inout ListState) {
    let mark = isBack ? "" : "!"
    state.items.update(id) { $0.text = "row \(id)\(mark)" }
  }
}

/// A list on a stage, which goes from one list to the other and back.
@MainActor
final class ShownList {
  let stage: Stage
  private let store: ListStore?
  private let form: Form
  private let lists: (old: [Item], new: [Item])
  private let updates: [Apply]
  /// How many times the list has gone to the other.
  private(set) var steps = 0

  init(_ form: Form, _ change: Change, size: Int) {
    self.form = form
    lists = change.lists(size)
    updates = [(lists.new, false), (lists.old, true)].map { list, isBack in
      var places = Array(repeating: 0, count: size)
      for (place, item) in list.enumerated() { places[item.id] = place }
      return Apply(change: change, isBack: isBack, size: size, places: places)
    }
    if form == .entities {
      let old = lists.old
      let store = ListStore(initialState: ListState(items: Entities(old)))
      self.store = store
    } else {
      store = nil
    }
    stage = Stage(form.description(of: lists.old, version: 0), store: store)
  }

  @inline(never)
  func step() {
    let isBack = steps & 1 == 1
    steps += 1
    if let store {
      store.dispatch(updates[isBack ? 1 : 0])
      stage.tree.flush()
    } else {
      stage.update(form.description(of: isBack ? lists.old : lists.new, version: steps))
    }
  }

  /// The texts that are to be seen.
  var expectedTexts: [String] { (steps & 1 == 1 ? lists.new : lists.old).map(\.text) }
}

extension Form {
  func description(of items: [Item], version: Int) -> any AnyNodeDescription {
    switch self {
    case .array: Table(props: .init(items: items, version: version))
    case .foreach:
      ForEach(items, in: Stage.bounds) { Label(props: .init(text: $0.text, key: $0.key)) }
    case .entities:
      ForEachEntity(\ListState.items, in: Stage.bounds) { _, item in
        Label(props: .init(text: item.text, key: item.key))
      }
    }
  }
}
