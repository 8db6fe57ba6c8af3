import Foundation
package import SampleFiles

/// The segments and the build id of a program or library.
///
/// Source: System V ABI, chapter 5; 64 bits, little endian, as on all machines that this runs on.
package struct ELFObject {
  /// The pieces that are loaded.
  package let segments: [SampleSymbols.Segment]
  /// What the linker has noted; `nil` for nothing.
  package let buildID: BuildID?
  /// Whether the linker of the system starts it, as it does programs that aren't linked statically.
  package let isLinkedWhenStarted: Bool

  /// Reads a file; `nil` for what is no such file, or is damaged.
  package init?(path: String) {
    // Mapped: a library may be large, and a page or two of it are read.
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    // SAFETY: the data outlives the call.
    let contents = unsafe data.withUnsafeBytes { Self.contents(of: unsafe RecordBytes($0)) }
    guard let (segments, buildID, isLinkedWhenStarted) = contents else { return nil }
    self.segments = segments
    self.buildID = buildID
    self.isLinkedWhenStarted = isLinkedWhenStarted
  }

  private static func contents(
    of file: RecordBytes
  ) -> (segments: [SampleSymbols.Segment], buildID: BuildID?, isLinkedWhenStarted: Bool)? {
    // 0x7F "ELF", 64 bits, little endian.
    guard file.word(0) == 0x464c_457f, file.byte(4) == 2, file.byte(5) == 1 else { return nil }
    let table = Int(clamping: file.long(32))
    let (size, count) = (Int(file.half(54)), Int(file.half(56)))
    guard size >= 56, table <= file.count, count <= (file.count - table) / size else { return nil }
    var segments: [SampleSymbols.Segment] = []
    var buildID: BuildID?
    var isLinkedWhenStarted = false
    for header in stride(from: table, to: table + size * count, by: size) {
      let (offset, length) = (file.long(header + 8), file.long(header + 32))
      switch file.word(header) {
      case 1:  // PT_LOAD
        segments.append(
          SampleSymbols.Segment(fileOffset: offset, address: file.long(header + 16), size: length)
        )
      case 3: isLinkedWhenStarted = true  // PT_INTERP
      case 4:  // PT_NOTE
        buildID = buildID ?? note(file, from: Int(clamping: offset), length: Int(clamping: length))
      default: break
      }
    }
    return (segments, buildID, isLinkedWhenStarted)
  }

  private static func note(_ file: RecordBytes, from start: Int, length: Int) -> BuildID? {
    guard start <= file.count, length <= file.count - start else { return nil }
    var place = start
    while place + 12 <= start + length {
      let (name, text) = (Int(file.word(place)), Int(file.word(place + 4)))
      let content = place + 12 + (name + 3) / 4 * 4
      guard name < length, text < length, content + text <= start + length else { return nil }
      // NT_GNU_BUILD_ID of "GNU".
      if file.word(place + 8) == 3, name == 4, file.word(place + 12) == 0x0055_4e47 {
        return BuildID((0..<text).map { file.byte(content + $0) })
      }
      place = content + (text + 3) / 4 * 4
    }
    return nil
  }
}
