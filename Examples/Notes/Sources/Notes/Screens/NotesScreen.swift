import Foundation
import Katana
import NativeViews
import Tempura

struct NotesModel: ViewModelWithState {
  let notes: [Note]
  static var reads: StateReads<NotesState> { .part(\.notes) }
  init(state: NotesState) { notes = state.notes.map(\.value) }
}

final class NotesView: ScrollView, ViewControllerModellableView {
  typealias VM = NotesModel
  let new = BarButton("New")
  private var rows: [BarButton] = []
  var noteDidTap: (Note.ID) -> Void = { _ in }

  func setup() {}
  func style() { backgroundColor = .white }

  func update(oldModel: NotesModel?) {
    for row in rows { row.removeFromParent() }
    rows = [new]
    for note in model?.notes ?? [] {
      let row = BarButton(note.title)
      row.onTap = { [weak self] in self?.noteDidTap(note.id) }
      rows.append(row)
    }
    for row in rows { contentView.append(row) }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    contentSize = CGSize(width: bounds.width, height: 44 * CGFloat(rows.count))
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(x: 0, y: 44 * CGFloat(place), width: bounds.width, height: 44)
    }
  }
}

final class NotesScreen: ViewController<NotesView>, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.notes }

  override func setup() { title = "Notes" }

  override func setupInteraction() {
    rootView.new.onTap = { [weak self] in self?.dispatch(AddNote()) }
    rootView.noteDidTap = { [weak self] in self?.dispatch(Show(Screen.note($0), animated: true)) }
  }

  // Not by a table: there are as many screens as notes.
  func show(
    identifier: RouteElementIdentifier,
    from: RouteElementIdentifier,
    animated: Bool,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    let note = state.notes.first { Screen.note($0.id) == identifier }
    guard let note, let navigationController else { return false }
    let editor = EditorScreen(store: store, id: note.id)
    navigationController.pushViewController(editor, animated: animated, completion: completion)
    return true
  }
}
