#if !canImport(os)
package import CSignposts

/// Text for a trace: printable ASCII of at most 30,000 bytes.
///
/// A scalar outside printable ASCII becomes `\u{1f5e1}`, a backslash two of them, and text that is too long is cut and ends in `...`.
/// `hamon` shows the original.
///
/// Source: docs/tracing.md, T8: one byte that is not ASCII makes Trace Compass's latency analysis fail, and text over 32 KB aborts its
/// state system.
package enum TraceText {
  /// Calls `body` with the text for a C function whose name ends in `_text`.
  ///
  /// Complexity: no allocation if the text's bytes are contiguous UTF-8, as native strings are.
  @inline(__always)
  package static func with<Result>(_ text: String, _ body: (csignposts_text) -> Result) -> Result {
    var text = text
    return text.withUTF8 { utf8 in
      // SAFETY: the bytes outlive the call. They may not be terminated.
      unsafe UnsafeRawBufferPointer(utf8).withMemoryRebound(to: CChar.self) { bytes in
        unsafe body(csignposts_make_text(bytes.baseAddress, bytes.count, false))
      }
    }
  }

  /// Calls `body` with a literal for a C function whose name ends in `_text`.
  ///
  /// Complexity: no allocation.
  @inline(__always)
  package static func with<Result>(
    _ text: StaticString,
    _ body: (csignposts_text) -> Result
  ) -> Result {
    guard text.hasPointerRepresentation else { return unsafe with(text.description, body) }
    // SAFETY: a StaticString's bytes are a zero-terminated literal of the binary.
    return unsafe UnsafeRawPointer(text.utf8Start).withMemoryRebound(
      to: CChar.self,
      capacity: text.utf8CodeUnitCount + 1
    ) { bytes in
      unsafe body(csignposts_make_text(bytes, text.utf8CodeUnitCount, true))
    }
  }

  /// The text as printable ASCII, on the heap and terminated; owned by the caller.
  static func makeImmortal(_ text: String) -> UnsafeMutablePointer<CChar> {
    unsafe with(text) { text in
      let length = unsafe csignposts_escaped_length(text)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: length + 1)
      // SAFETY: there is room for the text's escaped form and its terminator.
      unsafe csignposts_escape(text, copy)
      return unsafe copy
    }
  }
}
#endif
