import FoundationEssentials

/// The encoding of the data for a page's scripts.
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

  /// Numbers of an array, as above.
  ///
  /// A lazy sequence would cost look-ups of generic types for each number, since this is another module than the caller's.
  package static func base64<Word: FixedWidthInteger & BitwiseCopyable>(
    words: [Word]
  ) -> String {
    #if _endian(little)
    // SAFETY: the bytes of the array are copied during the call.
    return unsafe words.withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
    #else
    return base64(words) { $0 }
    #endif
  }

  /// An element with a value as JSON, which a script finds by its id.
  ///
  /// - Throws: Errors of encoding the value.
  package static func element(id: String, _ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // No text of the trace may end the element, or begin a comment in it. By bytes, because there are millions.
    var bytes: [UInt8] = []
    for byte in try encoder.encode(value) {
      if byte == UInt8(ascii: "<") { bytes += #"\u003c"#.utf8 } else { bytes.append(byte) }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return "<script type=\"application/json\" id=\"\(id)\">\(text)</script>"
  }
}
