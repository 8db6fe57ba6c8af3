import CHeapLayout
import Foundation
import HeapImages
import MemoryFiles
import MemoryRecording
import ObjectFiles
import SampleFiles
import SampleRecording
import SuiteErrors

/// The memory of a recording: how snapshots are read while they can be, and the names of functions, stored next to the trace.
enum RecordedHeap {
  static func request(_ mode: MemoryRequest.Mode, every interval: Duration?) -> MemoryRequest {
    MemoryRequest(mode: mode, interval: interval) { copy, files in
      var snapshot = try HeapAnalysis.snapshot(
        ofCopy: copy.copy,
        heap: copy.heapAddress,
        metadata: metadata(of: copy, in: files)
      )
      snapshot.process = copy.process
      snapshot.number = copy.number
      snapshot.time = copy.time
      snapshot.reason = copy.reason.rawValue
      snapshot.label = copy.label
      return Array(try JSONEncoder().encode(snapshot))
    }
  }

  /// The first words of sampled blocks that are gone: in Swift they tell the type.
  private static func metadata(of copy: HeapCopy, in files: [String]) -> [UInt64] {
    let files = files.compactMap { path in
      MemoryFile.header(ofFileAt: path).map { (path: path, header: $0) }
    }
    let own = files.filter { $0.header.pid == copy.process && $0.header.start <= copy.time }
    let last = own.max { $0.header.start < $1.header.start }
    // Other processes' files may be large.
    let blocks = last.flatMap { try? MemoryFile(path: $0.path) }?.blocks ?? []
    return Array(Set(blocks.lazy.filter { $0.freed != nil }.map(\.words.0)))
  }

  /// Finds and writes the names of functions, while the programs are still in place.
  ///
  /// - Returns: What was recorded, and warnings, a line each.
  static func summary(_ tally: MemoryTally, ofTrace directory: String) async -> [String] {
    let memory = MemoryDirectory(ofTrace: directory)
    var gaps = tally.gaps
    var places: [SampleSymbols.Key: Set<UInt64>] = [:]
    for path in memory.files {
      do throws(SuiteError) {
        let file = try MemoryFile(path: path)
        add(file, to: &places)
        gaps += file.faults
        let program = "process \(file.header.pid) (\(file.command.first ?? "?"))"
        gaps += Set(file.failures.map(\.text)).sorted().map { "\(program): \($0)" }
        let untracked = file.header.untracked
        if untracked > 0 { gaps.append("\(program): no room to note blocks: \(untracked)") }
      } catch {
        gaps.append("\(error)")
      }
    }
    let objects = places.sorted { $0.key.path < $1.key.path }.map { key, offsets in
      let object = SymbolSearch.object(path: key.path, buildID: key.buildID)
      return (object, Set(offsets.map { object.address(ofOffset: $0) }))
    }
    let (symbols, notices) = await SymbolSearch.symbols(of: objects)
    do throws(SuiteError) {
      try WrittenFile.write(symbols.text.utf8, to: memory.symbols, orElse: "make room")
    } catch {
      gaps.append("functions have only addresses, no names: \(error)")
    }
    let blocks = tally.mode == .all ? "all blocks" : "a block in 512 kB"
    let snapshots = tally.snapshots.count == 1 ? "1 snapshot" : "\(tally.snapshots.count) snapshots"
    let line =
      tally.programs == 0
      ? "memory: none" : "memory: \(blocks) of programs: \(tally.programs), \(snapshots)"
    let reason = [
      "no program has loaded the library: it isn't loaded into those that are linked statically or set-user-ID, "
        + "or started without LD_PRELOAD"
    ]
    return [line]
      + ((tally.programs == 0 ? reason : []) + gaps + notices).map { "warning: memory: \($0)" }
  }

  /// Adds the places, in their files, of all calls.
  private static func add(_ file: MemoryFile, to places: inout [SampleSymbols.Key: Set<UInt64>]) {
    for address in file.addresses.map({ $0 &- 1 }) {
      guard let image = file.images.last(where: { $0.begin <= address && address < $0.end })
      else { continue }
      places[SampleSymbols.Key(path: image.path, buildID: image.buildID), default: []]
        .insert(address - image.begin + image.fileOffset)
    }
  }
}
