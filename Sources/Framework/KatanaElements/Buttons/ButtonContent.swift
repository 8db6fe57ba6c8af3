import Foundation
import NativeViews
import Plastic

/// Everything that a button shows, in points.
struct ButtonContent: Equatable {
  var titles: [ControlState: String]
  var titleColors: [ControlState: Color]
  var titleShadowColors: [ControlState: Color]
  var titleShadowOffset: CGSize
  var attributedTitles: [ControlState: AttributedText]
  var images: [ControlState: BitmapImage]
  var backgroundImages: [ControlState: BitmapImage]
  var font: Font
  var imageScale: CGFloat
  var horizontalAlignment: Button.HorizontalAlignment
  var verticalAlignment: Button.VerticalAlignment
  var contentInsets: ScaledInsets
  var titleInsets: ScaledInsets
  var imageInsets: ScaledInsets
  var isEnabled: Bool
  var isSelected: Bool
  var darkensImages: Bool
  var fadesImages: Bool
  var showsTouch: Bool
  var plainTitleColor: Color
  var accessibilityLabel: String?

  init(_ props: Button.Props, _ scale: (Value) -> CGFloat) {
    titles = props.titles
    titleColors = props.titleColors
    titleShadowColors = props.titleShadowColors
    titleShadowOffset = props.titleShadowOffset
    // Mapping an empty dictionary would allocate.
    attributedTitles =
      props.attributedTitles.isEmpty
      ? [:] : props.attributedTitles.mapValues { props.titleFont.resolved($0, scale) }
    images = props.images
    backgroundImages = props.backgroundImages
    font = props.titleFont.resolved(scale)
    imageScale = props.scalesImages && !images.isEmpty ? scale(.scalable(1)) : 1
    horizontalAlignment = props.contentHorizontalAlignment
    verticalAlignment = props.contentVerticalAlignment
    contentInsets = ScaledInsets(props.contentEdgeInsets, scale)
    titleInsets = ScaledInsets(props.titleEdgeInsets, scale)
    imageInsets = ScaledInsets(props.imageEdgeInsets, scale)
    isEnabled = props.isEnabled
    isSelected = props.isSelected
    darkensImages = props.adjustsImageWhenHighlighted
    fadesImages = props.adjustsImageWhenDisabled
    showsTouch = props.showsTouchWhenHighlighted
    plainTitleColor = props.backgroundColor.contrasting
    accessibilityLabel = props.accessibilityLabel
  }

  /// The title of a state, with the button's defaults; `nil` if there is none.
  func title(for state: ControlState) -> TextBlock? {
    let text =
      attributedTitles.value(for: state)
      ?? titles.value(for: state).map { AttributedText(string: $0) }
    guard let text, !text.string.isEmpty else { return nil }
    return TextBlock(
      text,
      font: font,
      color: titleColors.value(for: state) ?? plainTitleColor,
      alignment: .center,
      lineBreak: .byTruncatingMiddle
    )
  }

  /// Size of an image in points.
  func size(of image: BitmapImage) -> CGSize {
    CGSize(width: image.size.width * imageScale, height: image.size.height * imageScale)
  }

  /// Whether the mouse over the button changes what it shows.
  var hasHoverLook: Bool {
    func has<Value>(_ values: [ControlState: Value]) -> Bool {
      values.keys.contains { $0.contains(.hovered) }
    }
    return has(titles) || has(titleColors) || has(titleShadowColors) || has(attributedTitles)
      || has(images) || has(backgroundImages)
  }

  /// Places of image and title: next to each other, aligned within the content's insets, and each moved and limited by its own insets.
  func places(
    image: BitmapImage?,
    title: TextBlock?,
    in bounds: CGRect,
    measurer: any TextMeasuring
  ) -> (image: CGRect, title: CGRect) {
    let room = bounds.inset(by: contentInsets)
    var imageSize = image.map { size(of: $0) } ?? .zero
    let imageRoom = room.inset(by: imageInsets).size
    let factor = min(
      1,
      imageSize.width > 0 ? imageRoom.width / imageSize.width : 1,
      imageSize.height > 0 ? imageRoom.height / imageSize.height : 1
    )
    imageSize = CGSize(width: imageSize.width * factor, height: imageSize.height * factor)
    var titleSize = CGSize.zero
    if let title {
      let width = max(room.size.width - imageSize.width - titleInsets.left - titleInsets.right, 0)
      titleSize = measurer.size(of: title, width: width)
      titleSize.width = min(titleSize.width.rounded(.up), width)
      titleSize.height = min(titleSize.height, room.size.height)
    }
    let width = imageSize.width + titleSize.width
    let left: CGFloat =
      switch horizontalAlignment {
      case .left: room.minX
      case .center: room.midX - width / 2
      case .right: room.maxX - width
      }
    func place(_ size: CGSize, _ x: CGFloat, _ insets: ScaledInsets) -> CGRect {
      let y: CGFloat =
        switch verticalAlignment {
        case .top: room.minY
        case .center: room.midY - size.height / 2
        case .bottom: room.maxY - size.height
        }
      return CGRect(
        x: x + (insets.left - insets.right) / 2,
        y: y + (insets.top - insets.bottom) / 2,
        width: size.width,
        height: size.height
      )
    }
    return (
      place(imageSize, left, imageInsets),
      place(titleSize, left + imageSize.width, titleInsets)
    )
  }
}

extension CGRect {
  /// The rectangle within insets, without negative sides.
  func inset(by insets: ScaledInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left,
      y: origin.y + insets.top,
      width: max(size.width - insets.left - insets.right, 0),
      height: max(size.height - insets.top - insets.bottom, 0)
    )
  }
}

extension Color {
  /// Black or white, whichever has more WCAG contrast with the colour over white.
  var contrasting: Color {
    func linear(_ component: Float) -> Double {
      let value = Double(component * alpha + 1 - alpha)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    return (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? .black : .white
  }
}

/// A button's title and image, as a layout measures them.
struct ButtonMeasuring: SizeMeasuring {
  let props: Button.Props
  let measurer: any TextMeasuring

  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let content = ButtonContent(props, scale)
    let state: ControlState = props.isSelected ? .selected : .normal
    let image = content.images.value(for: state).map { content.size(of: $0) } ?? .zero
    let insets = content.contentInsets
    var size = CGSize(width: insets.left + insets.right, height: insets.top + insets.bottom)
    let room = max(limit.width - size.width - image.width, 0)
    let title = content.title(for: state).map { measurer.size(of: $0, width: room) } ?? .zero
    size.width += image.width + title.width.rounded(.up)
    size.height += max(image.height, title.height)
    return CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height))
  }

  // Compares what a title's size depends on, which the handlers don't affect.
  static func == (left: ButtonMeasuring, right: ButtonMeasuring) -> Bool {
    let (old, new) = (left.props, right.props)
    return old.titles == new.titles && old.attributedTitles == new.attributedTitles
      && old.images == new.images && old.titleFont == new.titleFont
      && old.scalesImages == new.scalesImages && old.isSelected == new.isSelected
      && old.contentEdgeInsets == new.contentEdgeInsets
      && ObjectIdentifier(type(of: left.measurer)) == ObjectIdentifier(type(of: right.measurer))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(props.titles)
    hasher.combine(props.attributedTitles)
    hasher.combine(props.titleFont)
    hasher.combine(props.contentEdgeInsets)
  }
}
