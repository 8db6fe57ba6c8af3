import NativeViews
import Tempura

/// The first screen.
final class ListViewController: ViewController<ListView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    add(SummaryViewController(store: store), in: rootView.summary)
  }

  // #1 listen for interaction callbacks from the view
  override func setupInteraction() {
    rootView.addButtonDidTap = { [weak self] in self?.addButtonDidTap() }
    rootView.appearanceButtonDidTap = { [weak self] in self?.appearanceButtonDidTap() }
    rootView.boxDidTap = { [weak self] id in self?.dispatch(ToggleItem(id: id)) }
    rootView.deleteDidChoose = { [weak self] id in self?.dispatch(RemoveItem(id: id)) }
    rootView.itemDidTap = { [weak self] id in
      self?.dispatch(Push(to: [Screen.item(id)], animated: true))
    }
  }

  // #2 trigger actions
  func addButtonDidTap() { dispatch(PresentModally(screen: Screen.add, animated: true)) }

  func appearanceButtonDidTap() {
    var settings = state.settings
    settings.isDark.toggle()
    dispatch(SetSettings(settings: settings))
  }

  override func didUpdate(old: ListViewModel?) {
    guard let viewModel else { return }
    title = viewModel.texts.title
    showInBar(viewModel.theme)
  }
}

extension AnyViewController {
  /// Gives the bar of the navigation controller the colours of the screens.
  func showInBar(_ theme: Theme) {
    guard let bar = navigationController?.navigationBar else { return }
    bar.backgroundColor = theme.bar
    bar.titleLabel.textColor = theme.text
    bar.backButton.tintColor = theme.tint
  }
}
