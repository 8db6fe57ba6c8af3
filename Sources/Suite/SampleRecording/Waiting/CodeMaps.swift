import ObjectFiles
import ProcessLaunching
import SampleFiles

/// The code that the processes of a recording have mapped.
struct CodeMaps {
  private var ranges: [Int32: [Range<UInt64>]] = [:]

  /// Adds a piece of code that a process has mapped.
  mutating func add(_ mapping: SampledMapping) {
    guard mapping.begin < mapping.end else { return }
    var all = ranges[mapping.process] ?? []
    let range = mapping.begin..<mapping.end
    all.removeAll { $0.overlaps(range) }
    let place = all.firstIndex { $0.lowerBound > range.lowerBound } ?? all.count
    all.insert(range, at: place)
    ranges[mapping.process] = all
  }

  /// Gives a forked process the code of its parent.
  mutating func fork(_ parent: Int32, to child: Int32) {
    if let code = ranges[parent] { ranges[child] = code }
  }

  /// Forgets a process that executes another program, or has ended.
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

/// The code that a process mapped before the recording.
enum LoadedCode {
  /// Reads the kernel's list, and the build ids from the files, which may change later.
  static func identifiedMappings(
    of process: Int32,
    where isWanted: (SampledMapping) -> Bool = { _ in true }
  ) -> [SampledMapping] {
    mappings(of: process).filter(isWanted).map { mapping in
      guard mapping.path.hasPrefix("/") else { return mapping }
      var mapping = mapping
      // In a container there is another file of this name.
      mapping.buildID = ELFFile(path: "/proc/\(process)/root\(mapping.path)")?.buildID
      return mapping
    }
  }

  /// Reads the kernel's list.
  static func mappings(of process: Int32) -> [SampledMapping] {
    (ProcessFile.mappings(of: process) ?? []).filter(\.isCode).map { mapping in
      SampledMapping(
        process: process,
        begin: mapping.begin,
        end: mapping.end,
        fileOffset: mapping.fileOffset,
        path: mapping.path.isEmpty ? "//anon" : mapping.path,
        buildID: nil
      )
    }
  }

  /// The kernel's record for such a piece.
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
    // The build id, or the device and inode, which are unused.
    record.append(
      buildID.isEmpty
        ? [UInt8](repeating: 0, count: 24)
        : [UInt8(buildID.count), 0, 0, 0] + buildID
          + [UInt8](repeating: 0, count: 20 - buildID.count)
    )
    // The protection and flags: PROT_READ | PROT_EXEC, MAP_PRIVATE.
    record.append(UInt32(5))
    record.append(UInt32(2))
    record.append(text: mapping.path)
    record.append(origin)
    return record.finished()
  }

  /// The kernel's record for the name of a thread.
  static func record(ofName name: String, _ origin: RecordOrigin) -> [UInt8] {
    var record = RecordBuilder(.command)
    record.append(origin.process)
    record.append(origin.thread)
    record.append(text: String(name.prefix(15)))
    record.append(origin)
    return record.finished()
  }
}

/// The thread, time and event that every record has.
struct RecordOrigin {
  let process: Int32
  let thread: Int32
  let time: UInt64
  let event: UInt64
}

extension RecordBuilder {
  /// Adds the end of records that are no samples.
  mutating func append(_ origin: RecordOrigin) {
    append(origin.process)
    append(origin.thread)
    append(origin.time)
    append(UInt64(0))
    append(origin.event)
  }
}
