/// The sorted symbols of one file: all, or those for others if the rest was stripped.
package final class FileSymbols: Sendable {
  /// A symbol of a file.
  package struct Symbol {
    /// In the file.
    package let address: UInt64
    package let size: UInt64
    package let name: String
    /// How far into it the address is.
    package let offset: UInt64
  }

  private struct Entry {
    let address: UInt64
    let size: UInt64
    /// Where its name is in the file.
    let name: Int
    let isFunction: Bool
  }

  private let symbols: [Entry]
  private let file: ELFFile
  /// The address of the file's begin.
  package let start: UInt64
  /// Where the memory of its variables ends.
  package let end: UInt64

  package init(_ file: ELFFile) {
    self.file = file
    start = file.segments.first { $0.fileOffset == 0 }?.address ?? 0
    end = file.memoryEnd
    let sections = file.sections
    guard
      let table = sections.first(where: { $0.type == 2 })
        ?? sections.first(where: { $0.type == 11 }),
      sections.indices.contains(table.link)
    else {
      symbols = []
      return
    }
    var found: [Entry] = []
    let names = sections[table.link].offset
    for place in stride(from: table.offset, to: table.offset + table.size, by: 24) {
      let word = file.word(at: place + 4)
      // Functions and variables that are in the file.
      guard [1, 2, 10].contains(word & 15), word >> 16 != 0 else { continue }
      found.append(
        Entry(
          address: UInt64(file.long(at: place + 8)),
          size: UInt64(file.long(at: place + 16)),
          name: names + file.word(at: place),
          isFunction: word & 15 != 1
        )
      )
    }
    symbols = found.sorted { $0.address < $1.address }
  }

  package func address(of name: String) -> UInt64? {
    symbols.first { file.text(at: $0.name, limit: name.utf8.count + 1) == name }?.address
  }

  /// The addresses of functions, in one pass over all names.
  package func addresses(ofFunctions names: Set<String>) -> [String: UInt64] {
    let limit = 1 + (names.map(\.utf8.count).max() ?? 0)
    return symbols.reduce(into: [:]) { found, symbol in
      guard symbol.isFunction else { return }
      let name = file.text(at: symbol.name, limit: limit)
      if names.contains(name) { found[name] = symbol.address }
    }
  }

  package func symbol(at address: UInt64) -> Symbol? {
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    // A symbol of no size is a label within another.
    while low > 0 {
      low -= 1
      let found = symbols[low]
      if found.size == 0, low > 0, address - found.address < 4096 { continue }
      guard address - found.address < found.size else { return nil }
      let name = file.text(at: found.name, limit: 4096)
      return Symbol(
        address: found.address,
        size: found.size,
        name: name,
        offset: address - found.address
      )
    }
    return nil
  }

  /// The functions next to an address that is in none: the last that begins before it, and the first behind it.
  package func neighbours(of address: UInt64) -> (before: String?, after: String?) {
    let place = symbols.firstIndex { $0.address > address } ?? symbols.count
    func name(_ entry: Entry?) -> String? { entry.map { file.text(at: $0.name, limit: 4096) } }
    return (
      name(symbols[..<place].last { $0.isFunction }),
      name(symbols[place...].first { $0.isFunction })
    )
  }
}
