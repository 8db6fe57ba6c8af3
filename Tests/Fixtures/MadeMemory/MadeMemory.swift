package import CHeapLayout
import Foundation
package import HeapImages
package import MemoryFiles
import ObjectFiles
import SampleFiles

/// A recording of the memory of a program that doesn't exist, as a test wants it.
///
/// Functions are known by their names; those that begin with `libc/` are of the C library, the others are in `Shop.swift`, the first at
/// line 10, the second at line 20 and so on.
package struct MadeMemory {
  package static let process: Int32 = 5
  private static let path = "/work/Shop/.build/release/shop"
  private static let library = "/usr/lib/x86_64-linux-gnu/libc.so.6"
  private static let begin: UInt64 = 0x40_0000
  private static let libraryBegin: UInt64 = 0x7f00_0000_0000
  private static let distance: UInt64 = 0x100

  package var writer: MemoryFileWriter
  package var snapshots: [HeapSnapshot] = []
  private var functions: [String] = []
  private let process: Int32

  /// Begins a recording; with a rate of 0 each block is a sample.
  package init(
    isWhole: Bool,
    rate: UInt64 = 0,
    from start: UInt64 = 0,
    to end: UInt64 = 100_000_000,
    process: Int32 = Self.process
  ) {
    self.process = process
    writer = MemoryFileWriter(
      process: process,
      isWhole: isWhole,
      rate: rate,
      start: start,
      end: end
    )
    writer.add(command: [Self.path, "--open"])
    for (path, begin) in [(Self.path, Self.begin), (Self.library, Self.libraryBegin)] {
      writer.add(
        SampledMapping(
          process: process,
          begin: begin,
          end: begin + 1 << 20,
          fileOffset: 0,
          path: path,
          buildID: nil
        )
      )
    }
  }

  /// Adds a stack, its functions from the innermost.
  package mutating func stack(_ names: String...) -> UInt32 {
    writer.add(
      stack: names.map { name in
        let place = functions.firstIndex(of: name) ?? functions.count
        if place == functions.count { functions.append(name) }
        // A call returns to the instruction behind it.
        return (name.hasPrefix("libc/") ? Self.libraryBegin : Self.begin)
          + Self.distance * UInt64(place + 1) + 1
      }
    )
  }

  /// Adds a snapshot of types, each with its stack, what lives of it and what is leaked.
  ///
  /// - Returns: The place of the snapshot, to change it.
  @discardableResult
  package mutating func snapshot(
    at time: UInt64,
    reason: String = "end",
    _ sites: [(type: String, stack: UInt32, live: HeapSnapshot.Amount, leaked: Int)]
  ) -> Int {
    var snapshot = HeapSnapshot()
    snapshot.process = process
    snapshot.number = snapshots.count + 1
    snapshot.time = time
    snapshot.reason = reason
    for (type, stack, live, leaked) in sites {
      let size = live.blocks == 0 ? 0 : live.bytes / live.blocks
      var site = HeapSnapshot.Site(stack: stack)
      site.live = live
      site.leaked = HeapSnapshot.Amount(blocks: leaked, bytes: leaked * size)
      var entry = HeapSnapshot.TypeEntry(name: type, module: "Shop", kind: .object)
      entry.sites = [site]
      entry.live = site.live
      entry.leaked = site.leaked
      snapshot.types.append(entry)
    }
    snapshots.append(snapshot)
    return snapshots.count - 1
  }

  /// Writes it into the directory of a trace.
  package func write(toTrace directory: String) throws {
    try writer.write(toTrace: directory)
    let folder = MemoryDirectory(ofTrace: directory)
    for snapshot in snapshots {
      try JSONEncoder().encode(snapshot)
        .write(to: URL(filePath: folder.snapshot(snapshot.number, of: process)))
    }
    var symbols = SampleSymbols()
    for path in [Self.path, Self.library] {
      var object = SampleSymbols.Object(path: path, buildID: nil, state: .found)
      for (place, name) in functions.enumerated()
      where name.hasPrefix("libc/") == (path == Self.library) {
        let frame = SampleSymbols.Frame(
          function: name.split(separator: "/", maxSplits: 1).last.map(String.init) ?? name,
          file: path == Self.path ? "/work/Shop/Sources/Shop.swift" : "",
          line: path == Self.path ? 10 * (place + 1) : 0
        )
        object.frames[Self.distance * UInt64(place + 1)] = [frame]
      }
      symbols.add(object)
    }
    try Data(symbols.text.utf8).write(to: URL(filePath: folder.symbols))
  }

  /// Calls a closure with the directory of a trace that has it.
  package func inTrace<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(toTrace: folder)
    return try body(folder)
  }
}

extension HamonSum {
  /// Blocks that were allocated, and some of them freed, all of one size.
  package init(allocated: UInt64, freed: UInt64, size: UInt64) {
    self.init(
      allocated_blocks: allocated,
      allocated_bytes: allocated * size,
      freed_blocks: freed,
      freed_bytes: freed * size
    )
  }
}
