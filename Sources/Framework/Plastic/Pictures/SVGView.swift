import Foundation

/// A view in a picture of a layout.
struct SVGView {
  let index: Int
  /// Its frame in the container; no side is negative.
  let frame: CGRect
  /// The width of a line of the picture.
  let unit: CGFloat

  /// Writes everything behind the lines: its ground, with a title of its name, which isn't escaped, and its frame in its parent.
  @inline(__always)
  func writeGround(name: String, relative: CGRect, _ colour: String, to svg: inout SVGText) {
    let numbers = svg.append(rectangle: frame)
    svg.append(" fill=\"")
    svg.append(raw: colour)
    svg.append("\" stroke=\"none\"><title>")
    svg.append(escaping: name)
    svg.append(": ")
    svg.append(relative.origin.x)
    svg.append(" ")
    svg.append(relative.origin.y)
    svg.append(" ")
    svg.append(again: numbers.width)
    svg.append(" ")
    svg.append(again: numbers.height)
    svg.append("</title></rect>\n")
    svg.endElement()
  }

  /// Writes its outline, and the marks of its anchors.
  @inline(__always)
  func writeLines(isKeyed: Bool, _ colour: String, to svg: inout SVGText) {
    // Small views have thin lines and small marks, because there are many of them. A view without a side is a line.
    let side = min(frame.size.width, frame.size.height)
    let width = side > 0 ? min(max(side / 20, unit / 4), unit) : unit
    let numbers = svg.append(rectangle: frame)
    svg.append(" fill=\"none\" stroke=\"")
    svg.append(raw: colour)
    svg.append("\" stroke-width=\"")
    svg.append(width)
    if !isKeyed {
      svg.append("\" stroke-dasharray=\"")
      svg.append(4 * unit)
    }
    svg.append("\"/>\n<g fill=\"")
    svg.append(raw: colour)
    svg.append("\" stroke=\"none\"><circle cx=\"")
    let right = frame.origin.x + frame.size.width
    let bottom = frame.origin.y + frame.size.height
    // Each number is formatted once, which is most of the work, and its text is copied.
    svg.append(again: numbers.x)
    svg.append("\" cy=\"")
    let centerY = svg.append((frame.origin.y + bottom) / 2)
    svg.append("\" r=\"")
    let radius = svg.append(1.5 * width)
    svg.append("\"/><circle cx=\"")
    svg.append(right)
    svg.append("\" cy=\"")
    svg.append(again: centerY)
    svg.append("\" r=\"")
    svg.append(again: radius)
    svg.append("\"/><circle cx=\"")
    let centerX = svg.append((frame.origin.x + right) / 2)
    svg.append("\" cy=\"")
    svg.append(again: numbers.y)
    svg.append("\" r=\"")
    svg.append(again: radius)
    svg.append("\"/><circle cx=\"")
    svg.append(again: centerX)
    svg.append("\" cy=\"")
    svg.append(bottom)
    svg.append("\" r=\"")
    svg.append(again: radius)
    svg.append("\"/><circle cx=\"")
    svg.append(again: centerX)
    svg.append("\" cy=\"")
    svg.append(again: centerY)
    svg.append("\" r=\"")
    svg.append(again: radius)
    svg.append("\"/></g>\n")
    svg.endElement()
  }

  /// Writes a label in the view's colour.
  ///
  /// It gives the width of the line, whatever the program's font. If that isn't known, because the text isn't ASCII, the text is clipped at
  /// the view's edges; not always, because some programs lose clipped texts.
  func write(_ label: LabelPlacement.Label, _ colour: String, to svg: inout SVGText) {
    let isCutOff = !label.lines.allSatisfy { label.width(of: $0) != nil }
    if isCutOff {
      // If several pictures are put into one page, they share a name only for the same rectangle.
      let clip =
        "view-\(index)-"
        + [frame.minX, frame.minY, frame.size.width, frame.size.height]
        .map { svgNumber($0) }.joined(separator: "-")
      svg.append("<clipPath id=\"")
      svg.append(raw: clip)
      svg.append("\">")
      svg.append(rectangle: frame)
      svg.append("/></clipPath>\n<g clip-path=\"url(#")
      svg.append(raw: clip)
      svg.append(")\">\n")
    }
    for (line, content) in label.lines.enumerated() {
      svg.append("<text x=\"")
      svg.append(label.origin.x)
      svg.append("\" y=\"")
      svg.append(label.origin.y + CGFloat(line) * label.lineHeight + label.fontSize)
      svg.append("\" font-size=\"")
      svg.append(label.fontSize)
      svg.append("\" fill=\"")
      svg.append(raw: colour)
      svg.append("\" stroke=\"none\"")
      if let width = label.width(of: content) {
        svg.append(" textLength=\"")
        svg.append(width)
        svg.append("\" lengthAdjust=\"spacingAndGlyphs\"")
      }
      svg.append(">")
      svg.append(escaping: content)
      svg.append("</text>\n")
    }
    if isCutOff { svg.append("</g>\n") }
    svg.endElement()
  }
}

/// The colours of views in one lightness, in hexadecimal and without opacity, which every program supports.
struct SVGColours {
  /// The number of different colours.
  private static let period = 360

  private let colours: [String]

  /// - Parameters:
  ///   - light: From 0, black, to 1, white.
  ///   - count: The number of views.
  init(_ light: CGFloat, count: Int) {
    let chroma = 0.8 * min(light, 1 - light)
    colours = (0..<min(count, Self.period)).map { index in
      // The golden angle: neighbours have colours far apart.
      let hue = CGFloat(index * 137 % 360) / 30
      let channels = [0, 8, 4].map { (offset: CGFloat) -> String in
        let turn = (offset + hue).truncatingRemainder(dividingBy: 12)
        let channel = light - chroma * max(-1, min(turn - 3, 9 - turn, 1))
        let digits = String(Int((channel * 255).rounded()), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      return "#" + channels.joined()
    }
  }

  /// The colour of the view at a place.
  subscript(index: Int) -> String { colours[index % Self.period] }
}

extension SVGText {
  /// The positions of the written numbers of a rectangle.
  typealias RectangleNumbers = (
    x: Range<Int>, y: Range<Int>, width: Range<Int>, height: Range<Int>
  )

  /// Appends the beginning of a rectangle; the other attributes and the end must follow.
  @inline(__always)
  @discardableResult
  mutating func append(rectangle frame: CGRect) -> RectangleNumbers {
    append("<rect x=\"")
    let x = append(frame.origin.x)
    append("\" y=\"")
    let y = append(frame.origin.y)
    append("\" width=\"")
    let width = append(frame.size.width)
    append("\" height=\"")
    let height = append(frame.size.height)
    append("\"")
    return (x, y, width, height)
  }
}
