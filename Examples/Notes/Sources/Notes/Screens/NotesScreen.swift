import Foundation
import Katana
import NativeViews
import Tempura

/// A row: the title of a note.
final class NoteCell: NativeView, ModellableView {
  typealias VM = Note
  let label = TitleLabel()

  func setup() { append(label) }
  func style() { label.alignment = .left }
  func update(oldModel: Note?) { label.text = model?.title ?? "" }
  override func layoutSubviews() { label.frame = bounds.insetBy(dx: 16, dy: 0) }
}

/// What a screen shows of the state, and of its own: the notes in which a text is found.
struct NotesModel: ViewModelWithLocalState {
  let notes: [Note]
  init(state: NotesState?, localState: Search) {
    notes = state?.notes.map(\.value).filter { $0.contains(localState.text) } ?? []
  }
}

struct Search: LocalState { var text = "" }

final class NotesView: NativeView, ViewControllerModellableView {
  typealias VM = NotesModel
  let find = TextFieldView()
  let new = BarButton("New")
  let list = CollectionView<NoteCell>()

  func setup() { for view in [find, new, list] { append(view) } }
  func style() {
    (find.key, find.placeholder) = ("search", "Search")
    (backgroundColor, find.backgroundColor) = (environment.backgroundColor, environment.raisedColor)
  }
  func update(oldModel: NotesModel?) { list.source = model?.notes ?? [] }
  override func layoutSubviews() {
    find.frame = CGRect(x: 16, y: 6, width: bounds.width - 96, height: 32)
    new.frame = CGRect(x: bounds.width - 72, y: 0, width: 72, height: 44)
    list.frame = CGRect(x: 0, y: 44, width: bounds.width, height: bounds.height - 44)
  }
}

final class NotesScreen: ViewControllerWithLocalState<NotesView>, Routable {
  var routeIdentifier: RouteElementIdentifier { Screen.notes }
  override var reads: StateReads<NotesState> { .part(\.notes) }

  override func setup() { title = "Notes" }

  override func setupInteraction() {
    rootView.new.onTap = { [weak self] in self?.dispatch(AddNote()) }
    rootView.find.onChange = { [weak self] in self?.localState.text = $0 }
    rootView.list.didTap = { [weak self] in
      self?.dispatch(Show(Screen.note($0.id), animated: true))
    }
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
    let editor = EditorScreen(store: store, localState: EditorState(id: note.id))
    navigationController.pushViewController(editor, animated: animated, completion: completion)
    return true
  }
}
