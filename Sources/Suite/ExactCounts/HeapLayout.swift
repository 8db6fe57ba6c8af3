import CommandRunning
import Foundation
import SuiteErrors

/// One of many places in memory for what a program allocates.
///
/// What a program executes may depend on where its memory lies: a hash table that takes its address for a seed has
/// other collisions where an array that has nothing to do with it was made before. Swift keeps a copy of each argument
/// in the heap for as long as a program runs, that of the path it was started by included; so a path that is longer
/// moves all that is allocated after it.
///
/// The libraries lie elsewhere, too: the runtime keeps its types in tables by their addresses, and those of generic ones lie one
/// after another in the library's memory, so that a type more or less gives all that come later other collisions, for as long
/// as the library lies where it does. Unspecialized code of a row that has nothing to do with a change took 4 % more
/// instructions, and none in other places.
struct HeapLayout {
  /// By how many bytes the heap moves from a layout to the next: an odd number of the allocator's steps of 16.
  ///
  /// valgrind 3.19 starts no program whose path has more than about a thousand.
  private static let step = 48

  /// Where valgrind maps the libraries of the first layout, and how far apart those of two layouts lie: pages, an odd number.
  private static let (libraries, libraryStep) = (0x400_0000, 0x135_7000)

  private let number: Int

  /// Names a layout.
  ///
  /// - Parameter number: Which one, from 0: that of the program at its own path.
  init(_ number: Int) {
    self.number = number
  }

  /// The options of valgrind that make the libraries lie so.
  var options: [String] {
    guard number > 0 else { return [] }
    return ["--aspace-minaddr=0x\(String(Self.libraries + number * Self.libraryStep, radix: 16))"]
  }

  /// A path to a program that makes its heap lie so; of two programs in folders whose paths are equally long, it is
  /// equally long again.
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
      // Another count may have been faster.
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
