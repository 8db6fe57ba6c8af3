import Foundation
import Katana
import NativeViews
import Tempura

struct SummaryViewModel: ViewModelWithState {
  let text: String
  let clear: String
  let canClear: Bool
  let theme: Theme

  static var reads: StateReads<TodoState> {
    .part(\.doneCount).and(.part(\.items.count)).and(.part(\.settings))
  }

  init(state: TodoState) {
    let texts = state.settings.texts
    text = texts.summary(done: state.doneCount, of: state.items.count)
    (clear, canClear) = (texts.clearDone, state.doneCount > 0)
    theme = state.settings.theme
  }
}

final class SummaryView: NativeView, ViewControllerModellableView {
  typealias VM = SummaryViewModel

  private let label = TitleLabel()
  private let clear = BarButton()

  func setup() {
    for view in [label, clear] { append(view) }
    clear.onTap = { [unowned self] in self.clearButtonDidTap?() }
  }

  func style() {
    label.key = "summary"
    clear.key = "clear"
    label.alignment = .left
    (label.font, clear.font) = (.systemFont(ofSize: 14), .systemFont(ofSize: 14))
  }

  func update(oldModel: SummaryViewModel?) {
    guard let model else { return }
    label.text = model.text
    (clear.title, clear.isEnabled) = (model.clear, model.canClear)
    guard model.theme != oldModel?.theme else { return }
    backgroundColor = model.theme.bar
    label.textColor = model.theme.secondary
    clear.tintColor = model.theme.tint
  }

  var clearButtonDidTap: Interaction?

  override func layoutSubviews() {
    let half = bounds.width / 2
    label.frame = CGRect(x: 16, y: 0, width: max(0, half - 16), height: bounds.height)
    clear.frame = CGRect(x: half, y: 0, width: half, height: bounds.height)
  }
}

/// What there is to say of all items: a child of the list's screen.
final class SummaryViewController: ViewController<SummaryView> {
  override func setupInteraction() {
    rootView.clearButtonDidTap = { [weak self] in self?.dispatch(RemoveDoneItems()) }
  }
}
