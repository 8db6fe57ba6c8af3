import ObjectFiles
import ProcessLaunching
import Synchronization

/// The names of functions and variables at addresses of a process, from the symbol tables of the files that it has mapped.
final class ImageSymbols {
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
  func symbol(at address: UInt64) -> FileSymbols.Symbol? {
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
