import Foundation
import NativeViews
import Tempura

/// What was typed and isn't an item yet: the screen's own, no part of the state.
struct AddLocalState: LocalState {
  var text = ""
}

struct AddViewModel: ViewModelWithLocalState {
  let text: String
  let canSave: Bool
  let texts: Texts
  let theme: Theme

  init(state: TodoState?, localState: AddLocalState) {
    let settings = state?.settings ?? Settings()
    text = localState.text
    canSave = localState.text.contains { !$0.isWhitespace }
    (texts, theme) = (settings.texts, settings.theme)
  }
}

final class AddView: NativeView, ViewControllerModellableView {
  typealias VM = AddViewModel

  private let title = TitleLabel()
  let field = TextField()
  private let cancel = BarButton()
  private let save = BarButton()

  func setup() {
    for view in [title, field, cancel, save] { append(view) }
    field.onChange = { [unowned self] text in self.didType?(text) }
    field.onReturn = { [unowned self] in self.saveButtonDidTap?() }
    field.onEscape = { [unowned self] in self.cancelButtonDidTap?() }
    cancel.onTap = { [unowned self] in self.cancelButtonDidTap?() }
    save.onTap = { [unowned self] in self.saveButtonDidTap?() }
  }

  func style() {
    (field.key, cancel.key, save.key) = ("field", "cancel", "save")
    (title.font, save.font) = (.boldSystemFont(ofSize: 20), .boldSystemFont(ofSize: 17))
  }

  func update(oldModel: AddViewModel?) {
    guard let model else { return }
    (title.text, field.placeholder) = (model.texts.newItem, model.texts.placeholder)
    (cancel.title, save.title) = (model.texts.cancel, model.texts.save)
    (field.text, save.isEnabled) = (model.text, model.canSave)
    guard model.theme != oldModel?.theme else { return }
    backgroundColor = model.theme.background
    title.textColor = model.theme.text
    field.theme = model.theme
    for button in [cancel, save] { button.tintColor = model.theme.tint }
  }

  var didType: ((String) -> Void)?
  var cancelButtonDidTap: Interaction?
  var saveButtonDidTap: Interaction?

  override func layoutSubviews() {
    let place = (viewController?.safeAreaInsets ?? .zero).inset(bounds).insetBy(dx: 16, dy: 16)
    title.frame = CGRect(x: place.minX, y: place.minY, width: place.width, height: 32)
    field.frame = CGRect(x: place.minX, y: place.minY + 48, width: place.width, height: 44)
    let half = place.width / 2
    cancel.frame = CGRect(x: place.minX, y: place.minY + 108, width: half, height: 44)
    save.frame = CGRect(x: place.minX + half, y: place.minY + 108, width: half, height: 44)
  }
}

/// Asks for a new item; presented above everything.
final class AddViewController: ViewControllerWithLocalState<AddView> {
  override func setupInteraction() {
    rootView.didType = { [weak self] text in self?.localState.text = text }
    rootView.cancelButtonDidTap = { [weak self] in
      self?.dispatch(DismissModally(screen: Screen.add, animated: true))
    }
    rootView.saveButtonDidTap = { [weak self] in self?.saveButtonDidTap() }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.field.focus()
  }

  func saveButtonDidTap() {
    guard viewModel?.canSave == true else { return }
    let text = localState.text.drop(while: \.isWhitespace)
    dispatch(SubmitItem(text: String(text)))
  }
}
