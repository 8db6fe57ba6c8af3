import Foundation
import Katana
import KatanaUI
import NativeViews

/// How the state has the rows, and how they are described.
enum RowForm: String, CaseIterable {
  /// An array, by a `ForEach`.
  case foreach
  /// A collection that knows what has changed, by a `ForEachEntity`.
  case entities
}

/// A state with an array of rows.
struct ArrayState: State {
  var rows: [RowItem] = []
  var selection: Int?
}

/// A state with a collection of rows.
struct EntitiesState: State {
  var rows = Entities<Int, RowItem>()
  var selection: Int?
}

/// Applies an edit to an array.
struct EditArray: StateUpdater {
  let edit: RowEdit

  func updateState(_ state: inout ArrayState) {
    switch edit {
    case .replace(let items): (state.rows, state.selection) = (items, nil)
    case .append(let items): state.rows += items
    case .relabel(let labels, let step):
      var place = 0
      for label in labels {
        state.rows[place].label = label
        place += step
      }
    case .select(let place):
      if let selection = state.selection { state.rows[selection].isSelected = false }
      state.rows[place].isSelected = true
      state.selection = place
    case .swap(let first, let second): state.rows.swapAt(first, second)
    case .remove(let place): state.rows.remove(at: place)
    case .insert(let item, let place): state.rows.insert(item, at: place)
    case .truncate(let count): state.rows.removeSubrange(count...)
    }
  }
}

/// Applies an edit to a collection.
struct EditEntities: StateUpdater {
  let edit: RowEdit

  func updateState(_ state: inout EntitiesState) {
    switch edit {
    case .replace(let items): (state.rows, state.selection) = (Entities(items), nil)
    case .append(let items): for item in items { state.rows.append(item) }
    case .relabel(let labels, let step):
      var place = 0
      for label in labels {
        if let id = id(at: place, in: state) { state.rows.update(id) { $0.label = label } }
        place += step
      }
    case .select(let place):
      if let selection = state.selection { state.rows.update(selection) { $0.isSelected = false } }
      state.selection = id(at: place, in: state)
      if let selection = state.selection { state.rows.update(selection) { $0.isSelected = true } }
    case .swap(let first, let second):
      if let id = id(at: first, in: state), let other = self.id(at: second, in: state) {
        state.rows.swap(id, other)
      }
    case .remove(let place): if let id = id(at: place, in: state) { state.rows.remove(id) }
    case .insert(let item, let place): state.rows.insert(item, at: place)
    case .truncate(let count):
      for id in state.rows.ids(in: count..<state.rows.count) { state.rows.remove(id) }
    }
  }

  private func id(at place: Int, in state: EntitiesState) -> Int? {
    state.rows.ids(in: place..<place + 1).first
  }
}

/// A table that follows a store's state.
@MainActor
final class DescribedTable<S: State>: RowTableView {
  typealias TableStore = Store<S, EmptySideEffectDependencyContainer>

  let tree = ViewTree(size: Place.table.size)
  private let store: TableStore
  private let renderer: Renderer
  private let dispatch: (TableStore, RowEdit) -> Void

  init(
    _ state: S,
    _ description: any AnyNodeDescription,
    dispatch: @escaping (TableStore, RowEdit) -> Void
  ) {
    store = TableStore(initialState: state)
    self.dispatch = dispatch
    renderer = Renderer(rootDescription: description, store: store)
    renderer.render(in: tree.root)
    tree.flush()
  }

  func apply(_ edit: RowEdit) {
    dispatch(store, edit)
    tree.flush()
  }
}

extension RowForm {
  @MainActor
  func table(_ items: [RowItem]) -> any RowTableView {
    switch self {
    case .foreach:
      DescribedTable(
        ArrayState(rows: items),
        ForEach(\ArrayState.rows, in: Place.table) { TableRow(props: .init(item: $0)) }
      ) { $0.dispatch(EditArray(edit: $1)) }
    case .entities:
      DescribedTable(
        EntitiesState(rows: Entities(items)),
        ForEachEntity(\EntitiesState.rows, in: Place.table) { _, item in
          TableRow(props: .init(item: item))
        }
      ) { $0.dispatch(EditEntities(edit: $1)) }
    }
  }
}
