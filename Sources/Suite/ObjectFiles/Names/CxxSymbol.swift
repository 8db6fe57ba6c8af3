import Glibc

/// The names of C++ functions and variables, by their symbols.
///
/// Source: the Itanium C++ ABI, chapter 3.4.
package enum CxxSymbol {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<Int32>?
    ) -> UnsafeMutablePointer<CChar>?

  /// That of the C++ library, which Swift's runtime has loaded.
  private static let demangle: Demangle? = {
    // SAFETY: the function has had this type since the ABI was written.
    unsafe dlsym(nil, "__cxa_demangle").map { unsafe unsafeBitCast($0, to: Demangle.self) }
  }()

  /// The readable form of a symbol, or of a type's name; the same text if it is none of C++.
  package static func readable(_ symbol: String, isType: Bool = false) -> String {
    guard isType || symbol.hasPrefix("_Z"), let demangle = unsafe demangle else { return symbol }
    // SAFETY: the text is copied, and then freed as the function demands.
    guard let text = unsafe demangle(symbol, nil, nil, nil) else { return symbol }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
