import CommandRunning
import Foundation
import SuiteErrors

/// One of many places in memory for a program's allocations.
///
/// The instructions of a program may depend on where its memory lies: a hash table seeded with its address has other collisions after an
/// unrelated earlier allocation. Swift keeps a copy of each argument on the heap while a program runs, including the path it was started
/// by. So a longer path moves all later allocations.
///
/// A layout moves the libraries too. The runtime keeps its types in tables by address, and generic types lie one after another in the
/// library's memory. So one type more or less gives all later types other collisions, until the library lies elsewhere. Unspecialized code
/// of a row unrelated to a change took 4 % more instructions that way, and no more in other places.
struct HeapLayout {
  /// The distance in bytes between the heaps of successive layouts: an odd multiple of the allocator's step of 16.
  ///
  /// valgrind 3.19 starts no program whose path is longer than about a thousand bytes.
  private static let step = 48

  /// Where valgrind maps the libraries of the first layout, and their distance between layouts: an odd number of pages.
  private static let (libraries, libraryStep) = (0x400_0000, 0x135_7000)

  private let number: Int

  /// Creates a layout.
  ///
  /// - Parameter number: The layout's number; 0 is that of the program at its own path.
  init(_ number: Int) {
    self.number = number
  }

  /// The valgrind options that place the libraries.
  var options: [String] {
    guard number > 0 else { return [] }
    return ["--aspace-minaddr=0x\(String(Self.libraries + number * Self.libraryStep, radix: 16))"]
  }

  /// A path to a program that places its heap; for programs in folders with equally long paths, the results are equally long too.
  func program(_ path: String) throws(SuiteError) -> String {
    guard number > 0 else { return path }
    let url = URL(filePath: path)
    let folder = String(repeating: "-", count: Self.step - 1) + "/"
    let directory =
      "\(url.deletingLastPathComponent().path)/" + String(repeating: folder, count: number)
    let link = directory + url.lastPathComponent
    let manager = FileManager.default
    if manager.fileExists(atPath: link) { return link }
    do {
      try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
      ProgramNeighbours.link(of: path, into: directory)
      try manager.linkItem(atPath: path, toPath: link)
    } catch {
      // Another count may have made it meanwhile.
      guard manager.fileExists(atPath: link) else {
        throw SuiteError(
          link,
          "it can't be made (\(error.localizedDescription))",
          remedy: "make room in the temporary directory"
        )
      }
    }
    return link
  }
}
