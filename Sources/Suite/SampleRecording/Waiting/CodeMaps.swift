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
      guard mapping.path.hasPrefix("/") else { return mapping }
      var mapping = mapping
      mapping.buildID = ELFObject(path: mapping.path)?.buildID
      return mapping
    }
  }

  /// Reads the kernel's list: proc(5), `maps`.
  static func mappings(of process: Int32) -> [SampledMapping] {
    let maps = ProcessFile.text("/proc/\(process)/maps") ?? ""
    return maps.split(separator: "\n").compactMap { line in
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
  static func record(of mapping: SampledMapping, _ origin: RecordOrigin) -> [UInt8] {
    let buildID = mapping.buildID.map { Array($0.bytes.prefix(20)) } ?? []
    var record = RecordBuilder(
      .map,
      miscellaneous: PerfRecord.Bits.userMode | (buildID.isEmpty ? 0 : PerfRecord.Bits.hasBuildID)
    )
    record.append(mapping.process)
    record.append(origin.thread)
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
    record.append(origin)
    return record.finished()
  }

  /// The record by which the kernel would have told the name of a thread.
  static func record(ofName name: String, _ origin: RecordOrigin) -> [UInt8] {
    var record = RecordBuilder(.command)
    record.append(origin.process)
    record.append(origin.thread)
    record.append(text: String(name.prefix(15)))
    record.append(origin)
    return record.finished()
  }
}

/// What every record tells: of which thread it is, when it was made, and by which event.
struct RecordOrigin {
  let process: Int32
  let thread: Int32
  let time: UInt64
  let event: UInt64
}

extension RecordBuilder {
  /// Adds what records that are no samples end with.
  mutating func append(_ origin: RecordOrigin) {
    append(origin.process)
    append(origin.thread)
    append(origin.time)
    append(UInt64(0))
    append(origin.event)
  }
}
