import ObjectFiles
import ProcessLaunching
import Synchronization

/// The names of functions and variables at addresses of a process, from the symbol tables of the files that it has mapped.
final class ImageSymbols {
  private let image: ProcessImage
  private var files: [String: FileSymbols?] = [:]
  /// Where variables that begin as zeros end, by the begin of their region.
  private var ends: [UInt64: UInt64] = [:]
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
      let begin = begin(of: path, before: address)
    else { return nil }
    return file.symbol(at: address &- begin &+ file.start)
  }

  /// Where a file begins that has memory at an address.
  private func begin(of path: String, before address: UInt64) -> UInt64? {
    image.regions.last { $0.begin <= address && $0.fileOffset == 0 && $0.path == path }?.begin
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
    guard let found = zeros(in: region), address < found.end else { return nil }
    return found.path
  }

  /// The variables that begin as zeros, if a region begins with them: they have no file, and are behind the others of one.
  ///
  /// They may be less than the region: the kernel tells one of what it has mapped with them and of what the program maps right behind.
  func zeros(in region: ProcessFile.Mapping) -> (path: String, end: UInt64)? {
    guard region.path.isEmpty, region.isWritable, let before = image.region(at: region.begin - 1),
      before.path.hasPrefix("/"), before.isWritable
    else { return nil }
    if let end = ends[region.begin] { return (before.path, end) }
    var end = region.end
    if let file = file(before.path), let begin = begin(of: before.path, before: region.begin) {
      end = min((begin &+ (file.end &- file.start) &+ 4095) & ~4095, end)
    }
    ends[region.begin] = end
    return (before.path, end)
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
