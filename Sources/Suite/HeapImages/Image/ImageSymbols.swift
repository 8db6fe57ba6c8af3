import ObjectFiles
import ProcessLaunching
import Synchronization

/// The names of functions and variables at addresses of a process, from the symbol tables of the files that it has mapped.
final class ImageSymbols {
  /// A symbol of a file.
  struct Symbol {
    /// In the file.
    let address: UInt64
    let size: UInt64
    let name: String
    /// How far into it the address is.
    let offset: UInt64
  }

  private let image: ProcessImage
  private var files: [String: FileSymbols?] = [:]
  /// Those of all processes: it takes a while to read them.
  private static let known = Mutex<[Key: FileSymbols]>([:])

  private struct Key: Hashable {
    let path: String
    let buildID: BuildID?
  }

  init(_ image: ProcessImage) { self.image = image }

  /// The symbol at an address; `nil` if none is known there.
  func symbol(at address: UInt64) -> Symbol? {
    guard let path = path(at: address), let file = file(path),
      let start = image.regions.last(where: {
        $0.begin <= address && $0.fileOffset == 0 && $0.path == path
      })
    else { return nil }
    return file.symbol(at: address &- start.begin &+ file.start)
  }

  /// The address of the symbol of a name in the file that begins at a region; `nil` if there is none.
  func address(of name: String, inFileAt region: ProcessFile.Mapping) -> UInt64? {
    guard let file = file(region.path), let address = file.address(of: name) else { return nil }
    return region.begin &+ (address &- file.start)
  }

  /// The file of an address; that of the memory before it, if it is behind what a file has for its variables.
  func path(at address: UInt64) -> String? {
    guard let region = image.region(at: address) else { return nil }
    if region.path.hasPrefix("/") { return region.path }
    guard region.path.isEmpty, region.isWritable, let before = image.region(at: region.begin - 1),
      before.path.hasPrefix("/"), before.isWritable
    else { return nil }
    return before.path
  }

  private func file(_ path: String) -> FileSymbols? {
    if let file = files[path] { return file }
    let symbols = ELFFile(path: path).map { file in
      let key = Key(path: path, buildID: file.buildID)
      return Self.known.withLock { known in
        if key.buildID != nil, let symbols = known[key] { return symbols }
        let symbols = FileSymbols(file)
        known[key] = symbols
        return symbols
      }
    }
    files[path] = .some(symbols)
    return symbols
  }
}

/// The sorted symbols of one file.
private final class FileSymbols: Sendable {
  private struct Entry {
    let address: UInt64
    let size: UInt64
    /// Where its name is in the file.
    let name: Int
  }

  private let symbols: [Entry]
  private let file: ELFFile
  /// The address of the file's begin.
  let start: UInt64

  init(_ file: ELFFile) {
    self.file = file
    start = file.segments.first { $0.fileOffset == 0 }?.address ?? 0
    let sections = file.sections
    // All symbols, or those for others if the rest was stripped.
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
          name: names + file.word(at: place)
        )
      )
    }
    symbols = found.sorted { $0.address < $1.address }
  }

  func address(of name: String) -> UInt64? {
    symbols.first { file.text(at: $0.name, limit: name.utf8.count + 1) == name }?.address
  }

  func symbol(at address: UInt64) -> ImageSymbols.Symbol? {
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
      return ImageSymbols.Symbol(
        address: found.address,
        size: found.size,
        name: name,
        offset: address - found.address
      )
    }
    return nil
  }
}
