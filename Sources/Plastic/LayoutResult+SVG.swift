import Foundation

extension LayoutResult {
  /// A picture of the layout, to look at: each view with its name and frame, and its anchors as small
  /// marks; views without a key are dashed.
  ///
  /// Complexity: O(n) for `n` views.
  ///
  /// - Returns: An SVG document in the units of the layout.
  public func svg() -> String {
    let frames = absoluteFrames
    var bounds = CGRect(origin: .zero, size: size)
    for frame in frames { bounds = bounds.union(frame) }
    // A stroke of nothing is no picture of anything.
    let unit = max(max(bounds.size.width, bounds.size.height) / 400, 0.25)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\""
        + [
          bounds.minX - 4 * unit, bounds.minY - 4 * unit, bounds.size.width + 8 * unit,
          bounds.size.height + 8 * unit,
        ].map { svgNumber($0) }.joined(separator: " ") + "\">",
      "<style>rect{fill-opacity:.12;stroke-width:\(svgNumber(unit))}"
        + "text{font:\(svgNumber(8 * unit))px monospace}</style>",
      svgRect(CGRect(origin: .zero, size: size), "fill=\"none\" stroke=\"#888\""),
    ]
    lines.reserveCapacity(frames.count + 4)
    for (index, frame) in frames.enumerated() {
      lines.append(svgView(index, frame, relative: self.frames[index], unit: unit))
    }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func svgView(
    _ index: Int,
    _ frame: CGRect,
    relative: CGRect,
    unit: CGFloat
  ) -> String {
    // The golden angle: neighbours have colours far apart.
    let colour = "hsl(\(index * 137 % 360) 70% 40%)"
    let key = hierarchy.content.declared.keys[index]
    let name = svgEscape(key.map { "\($0)" } ?? "declaration \(index)")
    let numbers = [relative.origin.x, relative.origin.y, relative.size.width, relative.size.height]
      .map { svgNumber($0) }.joined(separator: " ")
    let dashes = key == nil ? " stroke-dasharray=\"\(svgNumber(4 * unit))\"" : ""
    let marks = [
      (frame.minX, frame.midY), (frame.maxX, frame.midY), (frame.midX, frame.minY),
      (frame.midX, frame.maxY), (frame.midX, frame.midY),
    ]
    .map { x, y in
      "<circle cx=\"\(svgNumber(x))\" cy=\"\(svgNumber(y))\" r=\"\(svgNumber(1.5 * unit))\"/>"
    }
    .joined()
    return "<g fill=\"\(colour)\" stroke=\"none\"><title>\(name): \(numbers)</title>"
      + svgRect(frame, "stroke=\"\(colour)\"\(dashes)") + marks
      + "<text x=\"\(svgNumber(frame.minX + 2 * unit))\" y=\"\(svgNumber(frame.minY + 9 * unit))\">"
      + "\(name) \(numbers)</text></g>"
  }
}

private func svgRect(_ frame: CGRect, _ attributes: String) -> String {
  "<rect x=\"\(svgNumber(frame.minX))\" y=\"\(svgNumber(frame.minY))\" "
    + "width=\"\(svgNumber(frame.width))\" height=\"\(svgNumber(frame.height))\" \(attributes)/>"
}

/// At most two decimals, and none where they are 0.
private func svgNumber(_ number: CGFloat) -> String {
  let rounded = (number * 100).rounded() / 100
  guard rounded.isFinite else { return "\(Double(number))" }
  let whole = rounded.rounded()
  return rounded == whole && abs(whole) < 1e15 ? "\(Int(whole))" : "\(Double(rounded))"
}

/// The text as that of an element: what begins tags and entities is escaped, and what no XML document may
/// contain is replaced.
private func svgEscape(_ text: String) -> String {
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
