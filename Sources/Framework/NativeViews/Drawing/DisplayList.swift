public import Foundation

/// Drawing of one view, in painting order, in the view's own coordinates.
public struct DisplayList: Hashable, Sendable {
  /// The commands, each painted over the previous ones.
  public private(set) var commands: [DrawingCommand] = []

  /// Makes a list that draws nothing.
  public init() {}

  /// Fills a rectangle, with round corners unless the radius is 0.
  public mutating func fill(_ rect: CGRect, cornerRadius: CGFloat = 0, with color: Color) {
    guard color.alpha > 0 else { return }
    commands.append(.fill(rect, cornerRadius: cornerRadius, color))
  }

  /// Draws a line along the inside of a rectangle's edges.
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

  /// Draws an image scaled to a rectangle, in one colour if a tint is given.
  public mutating func draw(_ image: BitmapImage, in rect: CGRect, tint: Color? = nil) {
    commands.append(.image(image, rect, tint: tint))
  }

  /// Adds what another list draws.
  package mutating func append(_ list: DisplayList) { commands += list.commands }
}

extension DisplayList {
  /// Adds what a closure draws, clipped to a rectangle, with round corners unless the radius is 0.
  public mutating func clip(
    to rect: CGRect,
    cornerRadius: CGFloat = 0,
    _ draw: (inout DisplayList) -> Void
  ) {
    let start = commands.count
    draw(&self)
    clip(from: start, to: rect, cornerRadius: cornerRadius)
  }

  /// Clips the commands from an index on.
  fileprivate mutating func clip(from start: Int, to rect: CGRect, cornerRadius: CGFloat) {
    guard start < commands.count else { return }
    var list = DisplayList()
    list.commands = Array(commands[start...])
    commands.removeSubrange(start...)
    commands.append(.clip(rect, cornerRadius: cornerRadius, list))
  }
}

/// One step of a drawing.
public enum DrawingCommand: Hashable, Sendable {
  case fill(CGRect, cornerRadius: CGFloat, Color)
  case stroke(CGRect, cornerRadius: CGFloat, width: CGFloat, Color)
  case text(TextBlock, CGRect)
  case image(BitmapImage, CGRect, tint: Color?)
  case clip(CGRect, cornerRadius: CGFloat, DisplayList)

  /// Whether it may paint outside of bounds with round corners; a text counts by its rectangle, though letters may overhang it.
  fileprivate func leaves(_ bounds: CGRect, cornerRadius: CGFloat) -> Bool {
    let rect: CGRect
    switch self {
    case .fill(let filled, let radius, _), .stroke(let filled, let radius, _, _),
      .clip(let filled, let radius, _):
      // The same corners as those of the bounds.
      if filled == bounds, radius >= cornerRadius { return false }
      rect = filled
    case .text(_, let placed), .image(_, let placed, _): rect = placed
    }
    // Beyond this, a quarter of a circle is farther out than the corner of a square.
    let corner = cornerRadius * (1 - 0.5.squareRoot())
    return !(cornerRadius > 0 ? bounds.insetBy(dx: corner, dy: corner) : bounds).contains(rect)
  }
}

extension NativeView {
  /// Everything the view itself shows: background, own content, border; without its children.
  ///
  /// Every backend paints this list, so that the same tree looks the same in each.
  public final func displayList() -> DisplayList {
    var list = DisplayList()
    let presented = presented
    let bounds = CGRect(origin: .zero, size: presented.frame.size)
    list.fill(bounds, cornerRadius: cornerRadius, with: presented.backgroundColor)
    let start = list.commands.count
    draw(into: &list)
    if clipsToBounds,
      list.commands[start...].contains(where: { $0.leaves(bounds, cornerRadius: cornerRadius) })
    {
      list.clip(from: start, to: bounds, cornerRadius: cornerRadius)
    }
    list.stroke(
      bounds,
      cornerRadius: cornerRadius,
      width: borderWidth,
      with: presented.borderColor
    )
    return list
  }
}
