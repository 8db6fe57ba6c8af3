extension StaticString {
  /// Calls `body` with a literal of this module, which is printable ASCII, as a C string.
  @inline(__always)
  func withTraceCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // SAFETY: a literal of more than one scalar has a pointer representation, and is terminated.
    unsafe UnsafeRawPointer(utf8Start).withMemoryRebound(
      to: CChar.self,
      capacity: utf8CodeUnitCount + 1
    ) { unsafe body($0) }
  }
}
