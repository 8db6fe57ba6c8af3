import ObjectFiles
import ProcessLaunching

/// Names of C++ classes with virtual functions, by the tables of these.
///
/// Source: the Itanium C++ ABI, chapters 2.5.2 and 2.9.5.
enum CxxName {
  /// The name of the class whose objects begin with the address of a table; `nil` if it is none.
  static func name(ofTable table: UInt64, _ image: ProcessImage) -> String? {
    guard table & 7 == 0, isOfFile(table, image), let info = image.pointer(at: table - 8),
      info & 7 == 0, info != 0, isOfFile(info, image), let kind = image.pointer(at: info),
      isOfFile(kind, image), let place = image.pointer(at: info + 8), isOfFile(place, image),
      var name = image.text(at: place), !name.isEmpty
    else { return nil }
    // A name of this file only begins with a star.
    if name.hasPrefix("*") { name.removeFirst() }
    let readable = CxxSymbol.readable(name, isType: true)
    return readable == name ? nil : readable
  }

  private static func isOfFile(_ address: UInt64, _ image: ProcessImage) -> Bool {
    guard let region = image.region(at: address), region.isReadable else { return false }
    return region.path.hasPrefix("/")
  }
}
