import ProcessLaunching

/// The names of C++ classes with virtual functions, from the tables of these.
///
/// Source: the Itanium C++ ABI, chapters 2.5.2 and 2.9.5.
enum CxxTypeName {
  /// The name of the class whose objects begin with the address of a table; `nil` if it is none.
  static func name(ofTable table: UInt64, _ image: ProcessImage) -> String? {
    guard table & 7 == 0, isOfFile(table, image), let info = image.pointer(at: table - 8),
      info & 7 == 0, info != 0, isOfFile(info, image), let kind = image.pointer(at: info),
      isOfFile(kind, image), let place = image.pointer(at: info + 8), isOfFile(place, image),
      var name = image.text(at: place), !name.isEmpty
    else { return nil }
    // A name of this file only begins with a star.
    if name.hasPrefix("*") { name.removeFirst() }
    guard name.utf8.allSatisfy({ (48...122).contains($0) }) else { return nil }
    return readable(name)
  }

  private static func isOfFile(_ address: UInt64, _ image: ProcessImage) -> Bool {
    guard let region = image.region(at: address), region.isReadable else { return false }
    return region.path.hasPrefix("/")
  }

  /// `3foo`, `N3net7SessionE`; templates stay as they are.
  static func readable(_ mangled: String) -> String? {
    var rest = mangled[...]
    let isNested = rest.hasPrefix("N")
    if isNested {
      rest = rest.dropFirst()
      while let first = rest.first, "KVr".contains(first) { rest = rest.dropFirst() }
    }
    var parts: [Substring] = []
    if rest.hasPrefix("St") {
      parts.append("std")
      rest = rest.dropFirst(2)
    }
    while let first = rest.first, first.isNumber {
      let digits = rest.prefix(while: \.isNumber)
      guard let count = Int(digits), count > 0, count <= rest.count - digits.count else {
        return nil
      }
      rest = rest.dropFirst(digits.count)
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    guard let last = parts.last else { return nil }
    let names = parts.map { $0.hasPrefix("_GLOBAL__N") ? "(anonymous namespace)" : String($0) }
    let isTemplate = rest.hasPrefix("I")
    _ = last
    guard rest.isEmpty || (isNested && rest == "E") || isTemplate else { return nil }
    return names.joined(separator: "::") + (isTemplate ? "<...>" : "")
  }
}
