import Foundation
public import NativeViews
import Plastic

/// Shows an image.
public final class ImageView: NativeView {
  /// The image that is shown.
  public internal(set) var image: BitmapImage? {
    didSet { if image != oldValue { setNeedsDisplay() } }
  }
  var tintColor = Color.clear {
    didSet { if tintColor != oldValue { setNeedsDisplay() } }
  }
  var contentMode = ImageContent.Mode.stretch {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  var accessibilityLabel: String? {
    didSet { if accessibilityLabel != oldValue { didChange(.accessibility) } }
  }

  public override func draw(into list: inout DisplayList) {
    guard let image else { return }
    let rect = ImageContent.drawnFrame(of: image.size, in: bounds, mode: contentMode)
    guard rect.size.width > 0, rect.size.height > 0 else { return }
    list.draw(image, in: rect, tint: tintColor.alpha > 0 ? tintColor : nil)
  }

  public override var accessibility: Accessibility {
    Accessibility(role: .image, label: accessibilityLabel)
  }
}
