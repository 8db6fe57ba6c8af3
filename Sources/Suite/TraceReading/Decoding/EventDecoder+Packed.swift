#if HAS_BABELTRACE
// The packed fields of `signpost:fields`, whose form is in Sources/Signposts/CSignposts/FieldList.c. A field of another form is left out.
extension EventDecoder {
  /// Calls `body` with each field of a packed text.
  ///
  /// - Complexity: Proportional to the length of the text.
  mutating func forEachField(
    in packed: EventFields,
    _ index: Int32,
    process: Int,
    _ body: (TraceField) -> Void
  ) {
    // SAFETY: of this function: the text is only read during the call.
    unsafe packed.withRawText(index) { text in
      var rest = unsafe text[...]
      while let end = unsafe rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = unsafe rest[..<end]
        unsafe rest = unsafe rest[(end + 1)...]
        guard let tab = unsafe line.firstIndex(of: UInt8(ascii: "\t")), tab + 1 < end else {
          continue
        }
        let value = unsafe line[(tab + 2)...]
        let meant: TraceField.Value?
        switch unsafe line[tab + 1] {
        case UInt8(ascii: "s"): meant = unsafe .text(string(value, process: process))
        case UInt8(ascii: "i"):
          meant = unsafe Int64(String(decoding: value, as: UTF8.self)).map { .integer($0) }
        case UInt8(ascii: "f"):
          meant = unsafe UInt64(String(decoding: value, as: UTF8.self), radix: 16).map {
            .float(Double(bitPattern: $0))
          }
        case UInt8(ascii: "b"): meant = unsafe .boolean(value.first == UInt8(ascii: "1"))
        default: meant = nil
        }
        guard let meant else { continue }
        body(TraceField(key: unsafe symbol(line[..<tab], process: process), value: meant))
      }
    }
  }

  private mutating func symbol(
    _ text: Slice<UnsafeRawBufferPointer>,
    process: Int
  ) -> TraceSymbol {
    if let number = unsafe Self.number(text) {
      return dictionary.text(number, in: process, catalog)
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: text)
    guard let unescaped = unsafe EscapedText.unescaped(bytes) else {
      return unsafe catalog.symbol(for: bytes)
    }
    return unsafe unescaped.withUnsafeBytes { unsafe catalog.symbol(for: $0) }
  }

  private mutating func string(_ text: Slice<UnsafeRawBufferPointer>, process: Int) -> String {
    if let number = unsafe Self.number(text) {
      return catalog.string(dictionary.text(number, in: process, catalog))
    }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: text)
    return unsafe EscapedText.unescaped(bytes).map { String(decoding: $0, as: UTF8.self) }
      ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The number of a text that is told elsewhere; `nil` for the text itself.
  private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    guard unsafe text.count == 3, unsafe text.first == 1,
      let high = unsafe digit(text[text.startIndex + 1]),
      let low = unsafe digit(text[text.startIndex + 2])
    else { return nil }
    return high << 6 | low
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A")) + 10
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a")) + 36
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "-"): 63
    default: nil
    }
  }
}
#endif
