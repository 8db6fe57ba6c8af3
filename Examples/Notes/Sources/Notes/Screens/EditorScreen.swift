import Katana
import NativeViews
import Tempura

/// Which note it is: a view model is made of the state and of this.
struct EditorState: LocalState { var id: Note.ID = 0 }

struct EditorModel: ViewModelWithLocalState {
  let note: Note?
  init(state: NotesState?, localState: EditorState) { note = state?.notes[localState.id] }
}

final class EditorView: TextAreaView, ViewControllerModellableView {
  typealias VM = EditorModel

  func setup() {}
  func style() { backgroundColor = environment.backgroundColor }
  func update(oldModel: EditorModel?) { show(model?.note?.text ?? "") }
}

final class EditorScreen: ViewControllerWithLocalState<EditorView>, RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.note(localState.id) }
  var navigationConfiguration: NavigationConfiguration { [.hide(routeIdentifier): .pop] }
  override var reads: StateReads<NotesState> { .entity(\.notes, id: localState.id) }

  override func didUpdate(old: EditorModel?) { title = viewModel?.note?.title }

  override func setupInteraction() {
    rootView.onChange = { [weak self, id = localState.id] in
      self?.dispatch(SetText(id: id, text: $0))
    }
  }
}
