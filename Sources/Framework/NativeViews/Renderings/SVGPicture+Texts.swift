import Foundation

extension SVGPicture {
  /// Draws a text, line by line.
  mutating func draw(_ block: TextBlock, in rect: CGRect) {
    guard rect.isFinite, !block.text.string.isEmpty else { return }
    let lines = TextLines(block, in: rect.size, measuredBy: measurer).lines
    let isClipped =
      block.lineBreak == .byClipping
      && lines.contains { $0.width > rect.size.width || $0.height > rect.size.height }
    if isClipped {
      guard rect.hasArea else { return }
      beginClip(rect, cornerRadius: 0)
    }
    var top = rect.origin.y
    for line in lines {
      if !line.text.string.isEmpty { draw(line, of: block, in: rect, top: top) }
      top += line.height
    }
    if isClipped { svg.append("</g>") }
  }

  private mutating func draw(
    _ line: TextLines.Line,
    of block: TextBlock,
    in rect: CGRect,
    top: CGFloat
  ) {
    let room = rect.size.width - line.width
    let shift: CGFloat =
      switch block.alignment {
      case .left: 0
      case .natural, .justified: line.isRightToLeft ? room : 0
      case .center: room / 2
      case .right: room
      }
    // Where reading starts.
    let start = rect.origin.x + shift + (line.isRightToLeft ? line.width : 0)
    svg.append("<text xml:space=\"preserve\" x=\"", start)
    // In a font, about four fifths of a line are above the baseline.
    svg.append("\" y=\"", top + line.height * 0.79)
    svg.append("\" textLength=\"", line.width, "\" lengthAdjust=\"spacingAndGlyphs\"")
    if line.isRightToLeft { svg.append(" direction=\"rtl\"") }
    append(block.font, besides: nil)
    append(" fill", block.color)
    svg.append(">")
    var end = 0
    for span in line.text.spans {
      append(line.text.slice(end..<span.range.lowerBound).string)
      svg.append("<tspan")
      if let font = span.attributes.font { append(font, besides: block.font) }
      if let color = span.attributes.color { append(" fill", color) }
      if span.attributes.isUnderlined { svg.append(" text-decoration=\"underline\"") }
      svg.append(">")
      append(line.text.slice(span.range).string)
      svg.append("</tspan>")
      end = span.range.upperBound
    }
    append(line.text.slice(end..<line.text.string.utf8.count).string)
    svg.append("</text>")
  }

  private mutating func append(_ text: String) { svg.append(escaping: text) }

  /// Appends a font, or how it differs from that of the enclosing element.
  private mutating func append(_ font: Font, besides outer: Font?) {
    if font.family != outer?.family || outer == nil {
      svg.append(" font-family=\"")
      if let family = font.family {
        svg.append("'")
        svg.append(escaping: family.filter { $0 != "'" && $0 != "\\" })
        svg.append("', ")
      }
      svg.append("sans-serif\"")
    }
    if font.size != outer?.size { svg.append(" font-size=\"", max(font.size, 0), "\"") }
    if font.weight != outer?.weight ?? .regular {
      svg.append(" font-weight=\"\(font.weight.rawValue)\"")
    }
    if font.isItalic != outer?.isItalic ?? false {
      svg.append(font.isItalic ? " font-style=\"italic\"" : " font-style=\"normal\"")
    }
  }
}
