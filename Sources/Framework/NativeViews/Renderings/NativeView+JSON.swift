import Foundation

extension NativeView {
  /// The view and everything in it as JSON: one object per view, each on a line of its own.
  ///
  /// Contains the views' types, keys, roles and frames, other properties that differ from an untouched view's, what each draws itself with
  /// texts, fonts and digests of images, and the children. Values are those on the screen, numbers rounded to hundredths. The same tree
  /// always gives the same text.
  ///
  /// Complexity: O(n) for `n` views, plus the length of the text.
  public final func renderedJSON() -> String {
    var json = RenderedBytes()
    var depth = 0
    traverse { view in
      if depth > 0 {
        json.append(view.previousSibling == nil ? ", \"children\": [\n" : ",\n")
        json.indent(depth)
      }
      view.write(to: &json)
      depth += 1
      return true
    } leave: { view in
      depth -= 1
      if view.firstChild != nil {
        json.append("\n")
        json.indent(depth)
        json.append("]")
      }
      json.append("}")
    }
    json.append("\n")
    return json.string
  }

  private func write(to json: inout RenderedBytes) {
    let accessibility = effectiveAccessibility
    let presented = presented
    json.append("{\"type\": ")
    json.append(quoted: json.typeName(of: self))
    if let key { json.append("key", quoted: key) }
    if accessibility.role != .none { json.append("role", quoted: accessibility.role.rawValue) }
    if let label = accessibility.label { json.append("label", quoted: label) }
    if let value = accessibility.value { json.append("value", quoted: value) }
    if isFocused, let editing = accessibility.editing {
      json.append(", \"selection\": [\(editing.anchor), \(editing.caret)]")
    }
    json.append("frame", presented.frame.numbers)
    for name in renderedFlags(accessibility) { json.append(", \"\(name)\": true") }
    if presented.alpha != 1 { json.append(", \"alpha\": ", presented.alpha) }
    if presented.backgroundColor != .clear { json.append("background", presented.backgroundColor) }
    json.append(corners: cornerRadius)
    if borderWidth != 0 {
      json.append(", \"borderWidth\": ", borderWidth)
      json.append("borderColor", presented.borderColor)
    }
    if presented.transform != .identity {
      json.append("transform", presented.transform.numbers, decimals: 6)
    }
    var list = DisplayList()
    draw(into: &list)
    guard !list.commands.isEmpty else { return }
    json.append(list)
  }
}

extension RenderedBytes {
  fileprivate mutating func append(_ name: String, quoted value: String) {
    append(", \"\(name)\": ")
    append(quoted: value)
  }

  fileprivate mutating func append(_ name: String, _ numbers: [CGFloat], decimals: Int = 2) {
    append(", \"\(name)\": [")
    append(numbers, separator: ", ", decimals: decimals)
    append("]")
  }

  fileprivate mutating func append(_ name: String, _ color: Color) {
    append(", \"\(name)\": \"")
    append(color)
    append("\"")
  }

  fileprivate mutating func append(_ list: DisplayList) {
    append(", \"draws\": [")
    for (index, command) in list.commands.enumerated() {
      if index > 0 { append(", ") }
      append(command)
    }
    append("]")
  }

  private mutating func append(_ command: DrawingCommand) {
    switch command {
    case .fill(let rect, let radius, let color):
      append("{\"fill\": \"")
      append(color)
      append("\"")
      append("frame", rect.numbers)
      append(corners: radius)
    case .stroke(let rect, let radius, let width, let color):
      append("{\"stroke\": \"")
      append(color)
      append("\", \"width\": ", width)
      append("frame", rect.numbers)
      append(corners: radius)
    case .text(let block, let rect):
      append("{\"text\": ")
      append(quoted: block.text.string)
      append("frame", rect.numbers)
      append(block.font)
      append("color", block.color)
      if block.alignment != .left { append("alignment", quoted: "\(block.alignment)") }
      append("lineBreak", quoted: "\(block.lineBreak)")
      append(", \"lines\": \(block.maximumLines)")
      append(block.text.spans)
    case .image(let image, let rect, let tint):
      append("{\"image\": \"")
      append(image.digest)
      append("\"")
      append("frame", rect.numbers)
      if let tint { append("tint", tint) }
    case .clip(let rect, let radius, let list):
      append("{\"clip\": [")
      append(rect.numbers, separator: ", ")
      append("]")
      append(corners: radius)
      append(list)
    }
    append("}")
  }

  fileprivate mutating func append(corners radius: CGFloat) {
    if radius != 0 { append(", \"cornerRadius\": ", radius) }
  }

  private mutating func append(_ font: Font) {
    append(", \"font\": {\"size\": ", font.size, ", \"weight\": \(font.weight.rawValue)")
    if let family = font.family { append("family", quoted: family) }
    if font.isItalic { append(", \"italic\": true") }
    append("}")
  }

  private mutating func append(_ spans: [AttributedText.Span]) {
    guard !spans.isEmpty else { return }
    append(", \"spans\": [")
    for (index, span) in spans.enumerated() {
      if index > 0 { append(", ") }
      append("{\"range\": [\(span.range.lowerBound), \(span.range.upperBound)]")
      if let font = span.attributes.font { append(font) }
      if let color = span.attributes.color { append("color", color) }
      if span.attributes.isUnderlined { append(", \"underlined\": true") }
      append("}")
    }
    append("]")
  }
}

extension CGRect {
  /// Origin and size, in this order.
  var numbers: [CGFloat] { [origin.x, origin.y, size.width, size.height] }
}

extension BitmapImage {
  /// 16 hexadecimal digits that identify the image.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a of 64 bits.
  var digest: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
