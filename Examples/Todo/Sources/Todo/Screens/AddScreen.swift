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
  let field = TextFieldView()
  private let cancel = BarButton()
  private let save = BarButton()

  func setup() {
    for view in [title, field, cancel, save] { append(view) }
    field.onChange = { [unowned self] text in self.didType?(text) }
    field.onCommit = { [unowned self] _ in self.saveButtonDidTap?() }
    cancel.onTap = { [unowned self] in self.cancelButtonDidTap?() }
    save.onTap = { [unowned self] in self.saveButtonDidTap?() }
  }

  func style() {
    (field.key, cancel.key, save.key) = ("field", "cancel", "save")
    (title.font, save.font) = (.boldSystemFont(ofSize: 20), .boldSystemFont(ofSize: 17))
    (field.cornerRadius, field.padding) = (8, CGSize(width: 12, height: 0))
  }

  func update(oldModel: AddViewModel?) {
    guard let model else { return }
    (title.text, field.placeholder) = (model.texts.newItem, model.texts.placeholder)
    (cancel.title, save.title) = (model.texts.cancel, model.texts.save)
    field.show(model.text)
    save.isEnabled = model.canSave
    guard model.theme != oldModel?.theme else { return }
    backgroundColor = model.theme.background
    title.textColor = model.theme.text
    field.backgroundColor = model.theme.bar
    (field.textColor, field.placeholderColor) = (model.theme.text, model.theme.secondary)
    field.caretColor = model.theme.tint
    field.selectionColor = model.theme.tint.withAlpha(0.3)
    for button in [cancel, save] { button.tintColor = model.theme.tint }
  }

  var didType: ((String) -> Void)?
  var cancelButtonDidTap: Interaction?
  var saveButtonDidTap: Interaction?

  /// The escape key cancels.
  override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.key == .escape else { return false }
    cancelButtonDidTap?()
    return true
  }

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
