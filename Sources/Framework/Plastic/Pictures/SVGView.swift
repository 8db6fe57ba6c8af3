import Foundation

/// A view in a picture of a layout.
struct SVGView {
  /// Its place among the declarations.
  let index: Int
  /// Its frame in the container; no side is negative.
  let frame: CGRect
  /// Width of a line of the picture.
  let unit: CGFloat

  /// Writes what is behind all lines: its ground, with a title of its name, which isn't escaped, and its frame in its parent.
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
    // Small views have thin lines and small marks, for there are many of them. What has no side is a line.
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
    // Each number is made once, which is most of the work, and its text is written again.
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
  /// Programs are told how wide a line may be, whatever their fonts. Where that isn't known, because it isn't
  /// ASCII, it is cut off at the view's edges; not always, for some programs lose texts that are cut off.
  func write(_ label: LabelPlacement.Label, _ colour: String, to svg: inout SVGText) {
    let isCutOff = !label.lines.allSatisfy { label.width(of: $0) != nil }
    if isCutOff {
      // Where pictures are put into one page, a name of another one's is the same only for the same rectangle.
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

/// The colours of views in one lightness, in hexadecimal, and without opacity: not every program knows others.
struct SVGColours {
  /// Number of them until the first is there again.
  private static let period = 360

  private let colours: [String]

  /// - Parameters:
  ///   - light: From 0, black, to 1, white.
  ///   - count: How many views there are.
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
  /// Place at which the numbers of a rectangle are written.
  typealias RectangleNumbers = (
    x: Range<Int>, y: Range<Int>, width: Range<Int>, height: Range<Int>
  )

  /// Appends the beginning of a rectangle, whose other attributes and end are to follow.
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
