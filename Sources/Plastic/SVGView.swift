import Foundation

/// A view in a picture of a layout.
struct SVGView {
  /// What it is called; not escaped.
  let name: String
  /// Its frame in its parent.
  let numbers: String

  private let isKeyed: Bool
  private let index: Int
  private let frame: CGRect
  private let unit: CGFloat

  /// - Parameters:
  ///   - key: What it is called, or `nil`.
  ///   - index: Its place among the declarations.
  ///   - frame: Its frame in the container.
  ///   - relative: Its frame in its parent.
  ///   - unit: How wide a line of the picture is.
  init(key: String?, index: Int, frame: CGRect, relative: CGRect, unit: CGFloat) {
    name = key ?? "declaration \(index)"
    numbers = [relative.origin.x, relative.origin.y, relative.size.width, relative.size.height]
      .map { svgNumber($0) }.joined(separator: " ")
    isKeyed = key != nil
    self.index = index
    self.frame = frame
    self.unit = unit
  }

  /// What is behind all lines: its ground, with its title.
  var ground: String {
    svgRectangle(frame, "fill=\"\(colour(0.94))\" stroke=\"none\"", title: "\(name): \(numbers)")
  }

  /// Its outline, and the marks of its anchors.
  var lines: String {
    let dashes = isKeyed ? "" : " stroke-dasharray=\"\(svgNumber(4 * unit))\""
    // Small views have thin lines and small marks, for there are many of them. What has no side is a line.
    let side = min(frame.size.width, frame.size.height)
    let width = side > 0 ? min(max(side / 20, unit / 4), unit) : unit
    let radius = svgNumber(1.5 * width)
    let marks = [
      (frame.minX, frame.midY), (frame.maxX, frame.midY), (frame.midX, frame.minY),
      (frame.midX, frame.maxY), (frame.midX, frame.midY),
    ]
    .map { "<circle cx=\"\(svgNumber($0))\" cy=\"\(svgNumber($1))\" r=\"\(radius)\"/>" }
    .joined()
    let outline =
      "fill=\"none\" stroke=\"\(colour(0.55))\" stroke-width=\"\(svgNumber(width))\"\(dashes)"
    return svgRectangle(frame, outline) + "\n"
      + "<g fill=\"\(colour(0.55))\" stroke=\"none\">\(marks)</g>\n"
  }

  /// A label in the view's colour.
  ///
  /// Programs are told how wide a line may be, whatever their fonts. Where that isn't known, because it isn't
  /// ASCII, it is cut off at the view's edges; not always, for some programs lose texts that are cut off.
  func text(_ label: LabelPlacement.Label) -> String {
    var text = ""
    for (line, content) in label.lines.enumerated() {
      let baseline = label.origin.y + CGFloat(line) * label.lineHeight + label.fontSize
      text +=
        "<text x=\"\(svgNumber(label.origin.x))\" y=\"\(svgNumber(baseline))\" "
        + "font-size=\"\(svgNumber(label.fontSize))\" fill=\"\(colour(0.3))\" stroke=\"none\""
      if let width = label.width(of: content) {
        text += " textLength=\"\(svgNumber(width))\" lengthAdjust=\"spacingAndGlyphs\""
      }
      text += ">\(svgEscape(content))</text>\n"
    }
    if label.lines.allSatisfy({ label.width(of: $0) != nil }) { return text }
    // Where pictures are put into one page, a name of another one's is the same only for the same rectangle.
    let clip =
      "view-\(index)-"
      + [frame.minX, frame.minY, frame.size.width, frame.size.height]
      .map { svgNumber($0) }.joined(separator: "-")
    return "<clipPath id=\"\(clip)\">\(svgRectangle(frame, ""))</clipPath>\n"
      + "<g clip-path=\"url(#\(clip))\">\n\(text)</g>\n"
  }

  /// The view's colour in a lightness.
  ///
  /// In hexadecimal, and without opacity: not every program knows others.
  private func colour(_ light: CGFloat) -> String {
    // The golden angle: neighbours have colours far apart.
    let hue = CGFloat(index * 137 % 360) / 30
    let chroma = 0.8 * min(light, 1 - light)
    let channels = [0, 8, 4].map { (offset: CGFloat) -> CGFloat in
      let turn = (offset + hue).truncatingRemainder(dividingBy: 12)
      return light - chroma * max(-1, min(turn - 3, 9 - turn, 1))
    }
    return "#"
      + channels.map { channel in
        let digits = String(Int((channel * 255).rounded()), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }
      .joined()
  }
}

/// A rectangle with attributes, and, in programs that show one, a title; not escaped.
func svgRectangle(_ frame: CGRect, _ attributes: String, title: String? = nil) -> String {
  "<rect x=\"\(svgNumber(frame.minX))\" y=\"\(svgNumber(frame.minY))\" "
    + "width=\"\(svgNumber(frame.width))\" height=\"\(svgNumber(frame.height))\""
    + (attributes.isEmpty ? "" : " \(attributes)")
    + (title.map { "><title>\(svgEscape($0))</title></rect>" } ?? "/>")
}

/// At most two decimals, and none where they are 0.
func svgNumber(_ number: CGFloat) -> String {
  let rounded = (number * 100).rounded() / 100
  guard rounded.isFinite else { return "\(Double(number))" }
  let whole = rounded.rounded()
  return rounded == whole && abs(whole) < 1e15 ? "\(Int(whole))" : "\(Double(rounded))"
}

/// The text as that of an element: what begins tags and entities is escaped, and what no XML document may
/// contain is replaced.
func svgEscape(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\t", "\n", "\r": escaped += " "
    case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
      escaped += "\u{FFFD}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
