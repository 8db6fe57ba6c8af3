import Foundation
import KatanaElements

/// Colours and sizes of the screens.
enum Look {
  static let size = CGSize(width: 360, height: 640)
  static let headerHeight: Value = .fixed(52)
  static let rowHeight: CGFloat = 96
  static let footerHeight: CGFloat = 64

  static let ink = Color(hex: 0x22252b)
  static let pale = Color(hex: 0x6a717d)
  static let paper = Color(hex: 0xfbfaf7)
  static let touched = Color(hex: 0xeceae3)
  static let love = Color(hex: 0xc42847)
  static let tint = Color(hex: 0x0f6d7a)

  /// A text of the screens.
  static func label(
    _ key: some Any,
    _ text: String,
    font: Font,
    color: Color = ink,
    alignment: TextBlock.Alignment = .left,
    lines: Int = 1
  ) -> Label {
    Label(
      props: .build {
        $0.setKey(key)
        $0.text = AttributedText(string: text)
        $0.font = TextFont(font)
        $0.textColor = color
        $0.textAlignment = alignment
        $0.numberOfLines = lines
        $0.lineBreakMode = lines == 1 ? .byTruncatingTail : .byWordWrapping
        $0.adjustsFontSizeToFitWidth = false
        $0.backgroundColor = .clear
      }
    )
  }

  /// A button of the screens.
  static func button(
    _ key: some Any,
    _ title: String,
    background: Color = .clear,
    color: Color = tint,
    onTap: Handler<Void>
  ) -> Button {
    Button(
      props: .build {
        $0.setKey(key)
        $0.titles[.normal] = title
        $0.titleFont = TextFont(.boldSystemFont(ofSize: 14))
        $0.titleColors = [.normal: color, .highlighted: love]
        $0.backgroundColor = background
        $0.cornerRadius = .fixed(6)
        $0.touchHandlers[.touchUpInside] = onTap
      }
    )
  }
}
