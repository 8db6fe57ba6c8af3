import FoundationEssentials

/// How the data of a page's scripts is written.
package enum PageData {
  /// Numbers, little-endian and in base64: an array of numbers as text would be three times as large and slow to read.
  package static func base64<Item, Word: FixedWidthInteger>(
    _ items: some Sequence<Item>,
    _ word: (Item) -> Word
  ) -> String {
    var data = Data(capacity: items.underestimatedCount * (Word.bitWidth / 8))
    for item in items {
      // SAFETY: the bytes of an integer are copied during the call.
      unsafe withUnsafeBytes(of: word(item).littleEndian) { unsafe data.append(contentsOf: $0) }
    }
    return data.base64EncodedString()
  }

  /// An element with a value as JSON, which a script finds by its id.
  ///
  /// - Throws: What encoding the value throws.
  package static func element(id: String, _ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    // No text of the trace can end the element, or begin a comment in it.
    return """
      <script type="application/json" id="\(id)">\(text.replacing("<", with: #"\u003c"#))</script>
      """
  }
}
