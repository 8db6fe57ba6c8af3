public import Foundation
public import NativeViews

/// The bar of a navigation controller, with the title of the visible controller and a back button.
///
/// Source: docs/semantics/tempura.md, C2.
public final class NavigationBar: NativeView {
  /// The height below the safe area.
  public static let height: CGFloat = 44

  /// The title.
  public let titleLabel = TitleLabel()
  /// The back button, hidden if there is no way back.
  public let backButton = BarButton()
  /// The height covered by the safe area.
  var topInset: CGFloat = 0 {
    didSet { if topInset != oldValue { placeChildren() } }
  }

  private var colors = BarColors(.fixed)

  override init() {
    super.init()
    key = "navigation-bar"
    backgroundColor = colors.background
    titleLabel.font = .boldSystemFont(ofSize: 17)
    backButton.key = "back"
    append(titleLabel)
    append(backButton)
    backButton.isHidden = true
  }

  func show(title: String?, back: String?) {
    titleLabel.text = title ?? ""
    backButton.isHidden = back == nil
    backButton.title = back.map { "‹ \($0)" } ?? ""
    backButton.accessibilityOverride = back.map { Accessibility(role: .button, label: $0) }
    placeChildren()
  }

  public override func layoutSubviews() {
    let line = CGRect(
      x: 0,
      y: topInset,
      width: bounds.width,
      height: max(0, bounds.height - topInset)
    )
    let width = min(line.width / 2, CGFloat(backButton.textWidth) + 16)
    backButton.frame = CGRect(x: 8, y: line.minY, width: width, height: line.height)
    let side = backButton.isHidden ? 8 : backButton.frame.maxX + 4
    titleLabel.frame = line.insetBy(dx: min(side, line.width / 2), dy: 0)
  }

  public override func draw(into list: inout DisplayList) {
    let edge = CGRect(x: 0, y: bounds.height - 0.5, width: bounds.width, height: 0.5)
    list.fill(edge, with: colors.line)
  }

  public override func environmentDidChange() { colors = takeBackground(after: colors) }
}
