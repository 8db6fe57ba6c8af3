import Foundation
import NativeViews
import NativeViewsCairo
import SeededRandom

extension SplitMix64 {
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(below: elements.count)]
  }

  mutating func oneIn(_ count: Int) -> Bool { next(below: count) == 0 }

  /// A whole number, or one with quarters.
  mutating func number(_ range: Range<Int>) -> CGFloat {
    let whole = CGFloat(range.lowerBound + next(below: range.count))
    return oneIn(2) ? whole : whole + CGFloat(next(below: 4)) / 4
  }

  mutating func color() -> Color {
    let color = Color(hex: UInt32(next(below: 1 << 24)))
    return oneIn(4) ? color.withAlpha(0.5) : color
  }

  mutating func frame() -> CGRect {
    let origin = CGPoint(x: number(-20..<200), y: number(-20..<150))
    return CGRect(
      origin: origin,
      size: oneIn(20) ? .zero : CGSize(width: number(4..<90), height: number(4..<60))
    )
  }

  mutating func text() -> String {
    pick(["Hamon", "a text of several words", "3.14", "Wörter", "two\nlines", "gg", ""])
  }

  mutating func block() -> TextBlock {
    TextBlock(
      AttributedText(string: text()),
      font: Font(size: CGFloat(9 + next(below: 8)), weight: oneIn(2) ? .bold : .regular),
      color: Color(hex: UInt32(next(below: 1 << 24))),
      alignment: pick(TextBlock.Alignment.allCases),
      lineBreak: pick(TextBlock.LineBreak.allCases),
      maximumLines: next(below: 3)
    )
  }

  mutating func transform() -> AffineTransform {
    switch next(below: 4) {
    case 0: .identity
    case 1: AffineTransform(rotationByDegrees: number(0..<360))
    case 2: AffineTransform(scale: CGFloat(2 + next(below: 5)) / 4)
    default: AffineTransform(translationByX: number(-9..<9), byY: number(-9..<9))
    }
  }

  mutating func animation() -> ViewAnimation {
    let duration = Duration.milliseconds(next(below: 200))
    if oneIn(4) { return .spring(duration: duration, dampingRatio: 0.6) }
    return ViewAnimation(
      pick([.linear, .easeIn, .easeOut, .easeInOut]),
      duration: duration,
      delay: oneIn(4) ? .milliseconds(40) : .zero,
      repetition: oneIn(6) ? .times(2) : .times(1),
      autoreverses: oneIn(6)
    )
  }

  /// Descriptions, with some that are there already and some that aren't.
  mutating func pieces(depth: Int) -> [Piece] {
    var names = ["a", "b", "c", "d", "e", "f"]
    for index in names.indices.reversed() { names.swapAt(index, next(below: index + 1)) }
    return names.prefix(next(below: depth > 0 ? 6 : 4)).map { name in
      var piece = Piece()
      piece.kind = oneIn(2) ? .box : pick(Piece.Kind.allCases)
      piece.name = oneIn(6) ? nil : name
      restyle(&piece)
      if depth > 0, piece.kind == .box { piece.children = pieces(depth: depth - 1) }
      return piece
    }
  }

  mutating func restyle(_ piece: inout Piece) {
    piece.frame = frame()
    piece.alpha = oneIn(4) ? 0.5 : 1
    piece.color = oneIn(3) ? .clear : color()
    piece.radius = oneIn(3) ? number(0..<12) : 0
    piece.border = oneIn(3) ? CGFloat(next(below: 3)) : 0
    piece.clips = oneIn(3)
    piece.text = text()
  }

  /// An image with clear and opaque parts.
  mutating func image() throws -> BitmapImage {
    var pixels = Pixels(width: 16, height: 12)
    let color = UInt32(next(below: 1 << 24))
    for y in 0..<12 {
      for x in 0..<16 where (x + y) % 4 < 2 { pixels[x, y] = 0xff00_0000 | color }
    }
    return try BitmapImage(png: pixels.png())
  }
}
