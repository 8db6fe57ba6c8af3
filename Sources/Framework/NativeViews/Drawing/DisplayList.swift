public import Foundation

/// Drawing of one view, in the order of painting, in the view's own coordinates.
public struct DisplayList: Hashable, Sendable {
  /// The commands, each painted over those before.
  public private(set) var commands: [DrawingCommand] = []

  /// Makes a list that draws nothing.
  public init() {}

  /// Fills a rectangle, with round corners where the radius isn't 0.
  public mutating func fill(_ rect: CGRect, cornerRadius: CGFloat = 0, with color: Color) {
    guard color.alpha > 0 else { return }
    commands.append(.fill(rect, cornerRadius: cornerRadius, color))
  }

  /// Draws a line of some width along the inside of a rectangle's edges.
  public mutating func stroke(
    _ rect: CGRect,
    cornerRadius: CGFloat = 0,
    width: CGFloat,
    with color: Color
  ) {
    guard color.alpha > 0, width > 0 else { return }
    commands.append(.stroke(rect, cornerRadius: cornerRadius, width: width, color))
  }

  /// Draws a text within a rectangle.
  public mutating func draw(_ text: TextBlock, in rect: CGRect) {
    commands.append(.text(text, rect))
  }

  /// Draws an image so that it fills a rectangle, in one colour where a tint is given.
  public mutating func draw(_ image: BitmapImage, in rect: CGRect, tint: Color? = nil) {
    commands.append(.image(image, rect, tint: tint))
  }
}

/// One step of a drawing.
public enum DrawingCommand: Hashable, Sendable {
  case fill(CGRect, cornerRadius: CGFloat, Color)
  case stroke(CGRect, cornerRadius: CGFloat, width: CGFloat, Color)
  case text(TextBlock, CGRect)
  case image(BitmapImage, CGRect, tint: Color?)
}

extension NativeView {
  /// All that the view itself shows: background, own content, border; without its children.
  ///
  /// Every backend paints this list, so that the same tree looks the same in each.
  public final func displayList() -> DisplayList {
    var list = DisplayList()
    let presented = presented
    let bounds = CGRect(origin: .zero, size: presented.frame.size)
    list.fill(bounds, cornerRadius: cornerRadius, with: presented.backgroundColor)
    draw(into: &list)
    list.stroke(
      bounds,
      cornerRadius: cornerRadius,
      width: borderWidth,
      with: presented.borderColor
    )
    return list
  }
}
