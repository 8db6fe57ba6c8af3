import Foundation
import ProcessLaunching
import SampleFiles

/// Where the processes of a recording have code.
struct CodeMaps {
  private var ranges: [Int32: [Range<UInt64>]] = [:]

  /// Takes a piece of code that a process has mapped.
  mutating func add(_ mapping: SampledMapping) {
    guard mapping.begin < mapping.end else { return }
    var all = ranges[mapping.process] ?? []
    let range = mapping.begin..<mapping.end
    all.removeAll { $0.overlaps(range) }
    let place = all.firstIndex { $0.lowerBound > range.lowerBound } ?? all.count
    all.insert(range, at: place)
    ranges[mapping.process] = all
  }

  /// A process has what the one had that it was forked from.
  mutating func fork(_ parent: Int32, to child: Int32) {
    if let code = ranges[parent] { ranges[child] = code }
  }

  /// A process has begun to execute another program, or ended.
  mutating func forget(_ process: Int32) { ranges[process] = nil }

  /// Whether an address is in code.
  func contains(_ address: UInt64, of process: Int32) -> Bool {
    guard let all = ranges[process] else { return false }
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound <= address { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(address)
  }
}

/// The code that a process has mapped already.
enum LoadedCode {
  /// Reads the kernel's list, and in the files which builds they are: a file may be another one later.
  static func identifiedMappings(
    of process: Int32,
    where isWanted: (SampledMapping) -> Bool = { _ in true }
  ) -> [SampledMapping] {
    mappings(of: process).filter(isWanted).map { mapping in
      SampledMapping(
        process: process,
        begin: mapping.begin,
        end: mapping.end,
        fileOffset: mapping.fileOffset,
        path: mapping.path,
        buildID: mapping.path.hasPrefix("/") ? ELFObject(path: mapping.path)?.buildID : nil
      )
    }
  }

  /// Reads the kernel's list: proc(5), `maps`.
  static func mappings(of process: Int32) -> [SampledMapping] {
    guard let maps = ProcessFile.contents("/proc/\(process)/maps") else {
      return []
    }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap { line in
      // BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH
      let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard words.count >= 5, words[1].contains("x") else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
      guard ends.count == 2, let offset = UInt64(words[2], radix: 16) else { return nil }
      let path = words.count > 5 ? words[5].drop { $0 == " " } : "//anon"
      return SampledMapping(
        process: process,
        begin: ends[0],
        end: ends[1],
        fileOffset: offset,
        path: String(path),
        buildID: nil
      )
    }
  }

  /// The record by which the kernel would have told of a piece.
  static func record(
    of mapping: SampledMapping,
    thread: Int32,
    time: UInt64,
    event: UInt64
  ) -> [UInt8] {
    let buildID = mapping.buildID.map { Array($0.bytes.prefix(20)) } ?? []
    var record = RecordBuilder(
      .map,
      miscellaneous: PerfRecord.Bits.userMode | (buildID.isEmpty ? 0 : PerfRecord.Bits.hasBuildID)
    )
    record.append(mapping.process)
    record.append(thread)
    record.append(mapping.begin)
    record.append(mapping.end - mapping.begin)
    record.append(mapping.fileOffset)
    // The build id, or the device and inode, which nobody asks for.
    record.append(
      buildID.isEmpty
        ? [UInt8](repeating: 0, count: 24)
        : [UInt8(buildID.count), 0, 0, 0] + buildID
          + [UInt8](repeating: 0, count: 20 - buildID.count)
    )
    // What it is protected by: PROT_READ | PROT_EXEC, MAP_PRIVATE.
    record.append(UInt32(5))
    record.append(UInt32(2))
    record.append(text: mapping.path)
    record.appendTrailer(process: mapping.process, thread: thread, time: time, event: event)
    return record.finished()
  }

  /// The record by which the kernel would have told the name of a thread.
  static func record(
    ofName name: String,
    process: Int32,
    thread: Int32,
    time: UInt64,
    event: UInt64
  ) -> [UInt8] {
    var record = RecordBuilder(.command)
    record.append(process)
    record.append(thread)
    record.append(text: String(name.prefix(15)))
    record.appendTrailer(process: process, thread: thread, time: time, event: event)
    return record.finished()
  }
}

extension RecordBuilder {
  /// Adds what records that are no samples end with.
  mutating func appendTrailer(process: Int32, thread: Int32, time: UInt64, event: UInt64) {
    append(process)
    append(thread)
    append(time)
    append(UInt64(0))
    append(event)
  }
}
