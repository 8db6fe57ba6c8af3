import Glibc
import ProcessLaunching

/// Names of C++: of functions and variables by their symbols, and of classes with virtual functions by the tables of these.
///
/// Source: the Itanium C++ ABI, chapters 2.5.2, 2.9.5 and 3.4.
enum CxxName {
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
  static func readable(_ symbol: String, isType: Bool = false) -> String {
    guard isType || symbol.hasPrefix("_Z"), let demangle = unsafe demangle else { return symbol }
    // SAFETY: the text is copied, and then freed as the function demands.
    guard let text = unsafe demangle(symbol, nil, nil, nil) else { return symbol }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The name of the class whose objects begin with the address of a table; `nil` if it is none.
  static func name(ofTable table: UInt64, _ image: ProcessImage) -> String? {
    guard table & 7 == 0, isOfFile(table, image), let info = image.pointer(at: table - 8),
      info & 7 == 0, info != 0, isOfFile(info, image), let kind = image.pointer(at: info),
      isOfFile(kind, image), let place = image.pointer(at: info + 8), isOfFile(place, image),
      var name = image.text(at: place), !name.isEmpty
    else { return nil }
    // A name of this file only begins with a star.
    if name.hasPrefix("*") { name.removeFirst() }
    let readable = readable(name, isType: true)
    return readable == name ? nil : readable
  }

  private static func isOfFile(_ address: UInt64, _ image: ProcessImage) -> Bool {
    guard let region = image.region(at: address), region.isReadable else { return false }
    return region.path.hasPrefix("/")
  }
}
