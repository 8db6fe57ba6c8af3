import ObjectFiles
import ProcessLaunching
package import SampleFiles

/// The code that a process mapped before the recording.
package enum LoadedCode {
  /// Reads the kernel's list, and the build ids from the files, which may change later.
  package static func identifiedMappings(
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
    record.append(mapping.process, origin.thread)
    record.append(mapping.begin, mapping.end - mapping.begin, mapping.fileOffset)
    // The build id, or the device and inode, which are unused.
    record.append(
      buildID.isEmpty
        ? [UInt8](repeating: 0, count: 24)
        : [UInt8(buildID.count), 0, 0, 0] + buildID
          + [UInt8](repeating: 0, count: 20 - buildID.count)
    )
    // The protection and flags: PROT_READ | PROT_EXEC, MAP_PRIVATE.
    record.append(UInt32(5), UInt32(2))
    record.append(text: mapping.path)
    record.append(origin)
    return record.finished()
  }

  /// The kernel's record for the name of a thread.
  static func record(ofName name: String, _ origin: RecordOrigin) -> [UInt8] {
    var record = RecordBuilder(.command)
    record.append(origin.process, origin.thread)
    record.append(text: String(name.prefix(15)))
    record.append(origin)
    return record.finished()
  }
}

/// The thread, time and event that every record has.
struct RecordOrigin {
  let process: Int32
  let thread: Int32
  var time = MonotonicClock.now
  var event = TimerRings.event
}

extension RecordBuilder {
  /// Adds the end of records that are no samples.
  mutating func append(_ origin: RecordOrigin) {
    append(origin.process, origin.thread, origin.time, UInt64(0), origin.event)
  }
}
