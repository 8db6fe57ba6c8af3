import Foundation
import Katana
import NativeViews
import Tempura

/// Which item it is: a view model is made of the state and of this.
struct ItemLocalState: LocalState {
  var id: TodoItem.ID?
}

struct ItemViewModel: ViewModelWithLocalState {
  let item: TodoItem
  let texts: Texts
  let theme: Theme

  /// There is nothing to show of an item that is gone.
  init?(state: TodoState?, localState: ItemLocalState) {
    guard let state, let item = localState.id.flatMap({ state.items[$0] }) else { return nil }
    self.init(item: item, settings: state.settings)
  }

  init(item: TodoItem, settings: Settings) {
    (self.item, texts, theme) = (item, settings.texts, settings.theme)
  }
}

final class ItemView: NativeView, ViewControllerModellableView {
  typealias VM = ItemViewModel

  private let text = TitleLabel()
  private let status = TitleLabel()
  private let toggle = BarButton()
  private let delete = BarButton()

  func setup() {
    for view in [text, status, toggle, delete] { append(view) }
    toggle.onTap = { [unowned self] in self.toggleButtonDidTap?() }
    delete.onTap = { [unowned self] in self.deleteButtonDidTap?() }
  }

  func style() {
    (text.key, status.key, toggle.key, delete.key) = ("text", "status", "toggle", "delete")
    text.font = .boldSystemFont(ofSize: 22)
  }

  func update(oldModel: ItemViewModel?) {
    for view in [text, status, toggle, delete] { view.isHidden = model == nil }
    guard let model else { return }
    text.text = model.item.text
    status.text = model.item.isDone ? model.texts.done : model.texts.open
    toggle.title = model.item.isDone ? model.texts.reopen : model.texts.complete
    delete.title = model.texts.delete
    guard model.theme != oldModel?.theme else { return }
    backgroundColor = model.theme.background
    text.textColor = model.theme.text
    status.textColor = model.theme.secondary
    toggle.tintColor = model.theme.tint
    delete.tintColor = model.theme.danger
  }

  var toggleButtonDidTap: Interaction?
  var deleteButtonDidTap: Interaction?

  override func layoutSubviews() {
    let place = bounds.insetBy(dx: 16, dy: 24)
    text.frame = CGRect(x: place.minX, y: place.minY, width: place.width, height: 36)
    status.frame = CGRect(x: place.minX, y: place.minY + 36, width: place.width, height: 28)
    toggle.frame = CGRect(x: place.minX, y: place.minY + 88, width: place.width, height: 44)
    delete.frame = CGRect(x: place.minX, y: place.minY + 132, width: place.width, height: 44)
  }
}

/// One item, pushed above the list.
final class ItemViewController: ViewControllerWithLocalState<ItemView> {
  let id: TodoItem.ID

  init(store: any PartialStore<TodoState>, id: TodoItem.ID) {
    self.id = id
    super.init(store: store)
    localState.id = id
  }

  /// This item's changes alone, not those of all items.
  override var reads: StateReads<TodoState> {
    .entity(\.items, id: id).and(.part(\.settings))
  }

  override func setupInteraction() {
    rootView.toggleButtonDidTap = { [weak self] in self?.toggleButtonDidTap() }
    rootView.deleteButtonDidTap = { [weak self] in self?.deleteButtonDidTap() }
  }

  func toggleButtonDidTap() { dispatch(ToggleItem(id: id)) }
  func deleteButtonDidTap() { dispatch(DeleteItem(id: id)) }

  override func didUpdate(old: ItemViewModel?) {
    guard let viewModel else { return }
    title = viewModel.texts.item
    showInBar(viewModel.theme)
  }
}
