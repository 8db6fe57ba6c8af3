import Foundation
import Katana
import NativeViews
import Tempura

struct ProblemViewModel: ViewModelWithState {
  let problem: String
  let texts: Texts
  let theme: Theme

  static var reads: StateReads<TodoState> { .part(\.problem).and(.part(\.settings)) }

  init(state: TodoState) {
    problem = state.problem ?? ""
    (texts, theme) = (state.settings.texts, state.settings.theme)
  }
}

final class ProblemView: NativeView, ViewControllerModellableView {
  typealias VM = ProblemViewModel

  private let shade = NativeView()
  private let panel = NativeView()
  private let title = TitleLabel()
  private let problem = Paragraph()
  private let button = BarButton()

  func setup() {
    for view in [shade, panel] { append(view) }
    for view in [title, problem, button] { panel.append(view) }
    button.onTap = { [unowned self] in self.buttonDidTap?() }
  }

  func style() {
    shade.backgroundColor = Color(white: 0, alpha: 0.4)
    panel.cornerRadius = 12
    title.font = .boldSystemFont(ofSize: 17)
    (problem.key, button.key) = ("problem", "understood")
  }

  func update(oldModel: ProblemViewModel?) {
    guard let model else { return }
    (title.text, problem.text) = (model.texts.problem, model.problem)
    button.title = model.texts.understood
    panel.backgroundColor = model.theme.bar
    (title.textColor, problem.color) = (model.theme.text, model.theme.secondary)
    button.tintColor = model.theme.tint
  }

  var buttonDidTap: Interaction?

  override func layoutSubviews() {
    shade.frame = bounds
    let size = CGSize(width: max(0, min(bounds.width - 32, 360)), height: 200)
    panel.frame = CGRect(
      x: (bounds.midX - size.width / 2).rounded(),
      y: (bounds.midY - size.height / 2).rounded(),
      width: size.width,
      height: size.height
    )
    title.frame = CGRect(x: 16, y: 16, width: size.width - 32, height: 24)
    problem.frame = CGRect(x: 16, y: 52, width: size.width - 32, height: 92)
    button.frame = CGRect(x: 16, y: 148, width: size.width - 32, height: 40)
  }
}

/// A text of several lines.
private final class Paragraph: NativeView {
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      setNeedsDisplay()
      accessibilityDidChange()
    }
  }
  var color = Color.black { didSet { if color != oldValue { setNeedsDisplay() } } }

  override func draw(into list: inout DisplayList) {
    let block = TextBlock(
      AttributedText(string: text),
      font: .systemFont(ofSize: 14),
      color: color,
      lineBreak: .byWordWrapping,
      maximumLines: 5
    )
    list.draw(block, in: bounds)
  }

  override var accessibility: Accessibility { Accessibility(role: .label, label: text) }
}

/// Says what has gone wrong, above the screen that is seen below it.
final class ProblemViewController: ViewController<ProblemView> {
  override func setup() { modalPresentationStyle = .overFullScreen }

  override func setupInteraction() {
    rootView.buttonDidTap = { [weak self] in
      self?.dispatch(DismissModally(screen: Screen.problem, animated: true))
    }
  }
}
