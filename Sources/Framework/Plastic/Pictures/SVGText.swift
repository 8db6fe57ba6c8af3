import Foundation

/// The text of a picture while it is written, as bytes: a million views have hundreds of millions of them.
///
/// Writes go to a part that stays in the processor's cache; only the whole is as large as the picture.
@safe struct SVGText: ~Copyable {
  /// The number of bytes after which a part is added to the whole.
  private static let partSize = 1 << 16

  private var whole = ""
  private var bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity = 2 * partSize

  /// - Parameter capacity: The approximate number of bytes.
  init(capacity: Int) {
    whole.reserveCapacity(capacity)
    // SAFETY: freed by `deinit`; bytes need no deinitialization, and those below `count` are initialized.
    unsafe bytes = .allocate(capacity: self.capacity)
  }

  deinit { unsafe bytes.deallocate() }

  /// Ends an element: ``append(again:)`` can't repeat what was written until now.
  @inline(__always)
  mutating func endElement() {
    if count >= Self.partSize { addPart() }
  }

  consuming func text() -> String {
    addPart()
    return whole
  }

  @inline(never)
  private mutating func addPart() {
    // SAFETY: `count` bytes are initialized.
    whole += unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    count = 0
  }

  @inline(__always)
  mutating func append(_ markup: StaticString) {
    let length = markup.utf8CodeUnitCount
    reserve(length)
    // SAFETY: there is room, and markup is longer than one character: it has an address.
    unsafe (bytes + count).initialize(from: markup.utf8Start, count: length)
    count += length
  }

  /// Appends a text as that of an element.
  mutating func append(escaping text: String) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard unsafe bytes.allSatisfy(Self.isPlain) else { return false }
      unsafe append(bytes)
      return true
    }
    if !isPlain { append(raw: svgEscape(text)) }
  }

  /// Appends a text as it is.
  mutating func append(raw text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Appends what ``svgNumber(_:)`` returns.
  ///
  /// - Returns: Its position, for ``append(again:)`` in the same element.
  @discardableResult
  mutating func append(_ number: CGFloat) -> Range<Int> {
    let start = count
    let hundredths = (number * 100).rounded()
    // A double has 15 significant digits, so these are the fewest that identify it.
    guard abs(hundredths) < 1e15 else {
      append(raw: svgNumber(number))
      return start..<count
    }
    let magnitude = UInt(abs(hundredths))
    let whole = magnitude / 100
    let rest = UInt8(truncatingIfNeeded: magnitude % 100)
    reserve(20)
    if hundredths < 0 { put(UInt8(ascii: "-")) }
    put(digits: whole)
    if rest > 0 {
      put(UInt8(ascii: "."))
      put(UInt8(ascii: "0") + rest / 10)
      if rest % 10 > 0 { put(UInt8(ascii: "0") + rest % 10) }
    }
    return start..<count
  }

  /// Appends again what was appended before in the same element.
  @inline(__always)
  mutating func append(again range: Range<Int>) {
    reserve(range.count)
    // SAFETY: the copied bytes are below `count`, and there is room above it.
    unsafe (bytes + count).initialize(from: bytes + range.lowerBound, count: range.count)
    count += range.count
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    // SAFETY: there is room.
    unsafe (bytes + count).initialize(from: start, count: text.count)
    count += text.count
  }

  /// Appends digits, for which there is room.
  @inline(__always)
  private mutating func put(digits number: UInt) {
    var length = 1
    var limit: UInt = 10
    while number >= limit {
      length &+= 1
      limit &*= 10
    }
    count &+= length
    var rest = number
    var place = count
    while rest >= 100 {
      place &-= 2
      put(pair: rest % 100, at: place)
      rest /= 100
    }
    if rest >= 10 {
      put(pair: rest, at: place &- 2)
    } else {
      unsafe bytes[place &- 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
    }
  }

  @inline(__always)
  private mutating func put(pair: UInt, at place: Int) {
    // SAFETY: there is room, and the pair is below 100.
    let pairs = unsafe Self.pairs.utf8Start
    unsafe bytes[place] = pairs[2 &* Int(pair)]
    unsafe bytes[place &+ 1] = pairs[2 &* Int(pair) &+ 1]
  }

  /// The numbers below 100, in two digits each.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  /// Appends a byte, for which there is room.
  private mutating func put(_ byte: UInt8) {
    unsafe bytes[count] = byte
    count += 1
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(to: count + more) }
  }

  @inline(never)
  private mutating func grow(to least: Int) {
    let larger = max(2 * capacity, least)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    // SAFETY: there is more room than before.
    unsafe copy.initialize(from: bytes, count: count)
    unsafe bytes.deallocate()
    unsafe bytes = copy
    capacity = larger
  }

  /// Whether a byte of a text has no meaning in XML, whatever is next to it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    // U+FFFE and U+FFFF begin with it.
    case 0xEF: false
    default: byte >= 0x20
    }
  }
}

/// At most two decimals, and none where they are 0.
func svgNumber(_ number: CGFloat) -> String {
  let rounded = (number * 100).rounded() / 100
  guard rounded.isFinite else { return "\(Double(number))" }
  let whole = rounded.rounded()
  return rounded == whole && abs(whole) < 1e15 ? "\(Int(whole))" : "\(Double(rounded))"
}

/// The text as that of an element: characters that begin tags and entities are escaped, and characters that XML forbids are replaced.
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
