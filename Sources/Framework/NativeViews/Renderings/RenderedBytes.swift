import Foundation

/// A rendering as it is written: UTF-8 bytes, since large trees have many of them.
struct RenderedBytes {
  private(set) var bytes: [UInt8] = []
  private var typeNames: [ObjectIdentifier: String] = [:]

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(data: Data) { bytes.append(contentsOf: data) }

  mutating func indent(_ depth: Int) {
    var rest = depth
    while rest >= 16 {
      append("                                ")
      rest -= 16
    }
    for _ in 0..<rest { append("  ") }
  }

  /// Appends a number with as few decimals as needed, rounded; 0 if it isn't finite.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - decimals: The maximum, up to 6.
  mutating func append(_ number: CGFloat, decimals: Int = 2) {
    let factors = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    let factor = factors[decimals]
    let scaled = (number * CGFloat(factor)).rounded()
    // A double has 15 significant digits.
    guard abs(scaled) < 1e15 else { return append(number.isFinite ? "\(Double(number))" : "0") }
    if scaled < 0 { append("-") }
    let magnitude = Int(abs(scaled))
    append("\(magnitude / factor)")
    var rest = magnitude % factor
    guard rest > 0 else { return }
    append(".")
    var place = factor / 10
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest / place))
      rest %= place
      place /= 10
    }
  }

  /// Appends a number with text before and after it.
  mutating func append(
    _ before: String,
    _ number: CGFloat,
    _ after: String = "",
    decimals: Int = 2
  ) {
    append(before)
    append(number, decimals: decimals)
    append(after)
  }

  /// Appends numbers with a separator.
  mutating func append(_ numbers: [CGFloat], separator: String, decimals: Int = 2) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { append(separator) }
      append(number, decimals: decimals)
    }
  }

  /// Appends a JSON string.
  mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20, 0x7F: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends text escaped for an XML element or attribute; replaces characters that XML forbids.
  mutating func append(escaping text: String) {
    // Markup is ASCII, and no byte of a multi-byte character is.
    var previous: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case 0x09, 0x0A, 0x0D: append(" ")
      case 0..<0x20: append("\u{FFFD}")
      // U+FFFE and U+FFFF.
      case 0xBE... where previous == (0xEF, 0xBF):
        bytes.removeLast(2)
        append("\u{FFFD}")
      default: bytes.append(byte)
      }
      previous = (previous.1, byte)
    }
  }

  /// Appends a colour as `#RRGGBB`, followed by its opacity if requested and not 1.
  mutating func append(_ color: Color, withAlpha: Bool = true) {
    append("#")
    var components = [color.red, color.green, color.blue]
    if withAlpha, color.alpha < 1 { components.append(color.alpha) }
    for component in components {
      let byte = UInt8((Color.share(component) * 255).rounded())
      append((byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true))
    }
  }

  /// The name of a view's type, cached: looking it up takes longer than writing it.
  mutating func typeName(of view: NativeView) -> String {
    let type = type(of: view)
    let id = ObjectIdentifier(type)
    if let name = typeNames[id] { return name }
    let name = "\(type)"
    typeNames[id] = name
    return name
  }
}

extension AffineTransform {
  /// The numbers in the order of an SVG matrix.
  var numbers: [CGFloat] { [m11, m12, m21, m22, tX, tY] }
}
