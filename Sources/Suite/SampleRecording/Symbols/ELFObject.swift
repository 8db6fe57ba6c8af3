import Foundation
package import SampleFiles

/// The segments and the build id of a program or library.
///
/// Source: System V ABI, chapter 5; 64 bits, little endian, as on all machines that this runs on.
package struct ELFObject {
  /// The pieces that are loaded.
  package private(set) var segments: [SampleSymbols.Segment] = []
  /// What the linker has noted; `nil` for nothing.
  package private(set) var buildID: BuildID?
  /// Whether the linker of the system starts it, as it does programs that aren't linked statically.
  package private(set) var isLinkedWhenStarted = false

  /// Reads a file; `nil` for what is no such file, or is damaged.
  package init?(path: String) {
    // Mapped: a library may be large, and a page or two of it are read.
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    // SAFETY: the data outlives the call.
    let object = unsafe data.withUnsafeBytes { ELFObject(unsafe RecordBytes($0)) }
    guard let object else { return nil }
    self = object
  }

  private init?(_ file: RecordBytes) {
    guard let headers = Self.programHeaders(of: file) else { return nil }
    for header in headers {
      let (offset, length) = (file.long(header + 8), file.long(header + 32))
      switch file.word(header) {
      case 1:  // PT_LOAD
        segments.append(
          SampleSymbols.Segment(fileOffset: offset, address: file.long(header + 16), size: length)
        )
      case 3: isLinkedWhenStarted = true  // PT_INTERP
      case 4:  // PT_NOTE
        buildID =
          buildID ?? Self.note(file, from: Int(clamping: offset), length: Int(clamping: length))
      default: break
      }
    }
  }

  /// Where the functions begin that addresses of a file are in, as it tells for unwinding, which also a stripped one does.
  ///
  /// Source: the Linux Standard Base, 5.0, core, chapter 10.6.2: `.eh_frame_hdr`, a table that is sorted for a search.
  ///
  /// - Returns: The begins by the addresses; none of an address that is in no function, or where there is no such table.
  package static func functionStarts(
    of addresses: some Sequence<UInt64>,
    path: String
  ) -> [UInt64: UInt64] {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return [:]
    }
    // SAFETY: the data outlives the call.
    return unsafe data.withUnsafeBytes { bytes in
      let file = unsafe RecordBytes(bytes)
      guard let headers = programHeaders(of: file),
        let header = headers.first(where: { file.word($0) == 0x6474_e550 })
      else { return [:] }
      let (place, base) = (Int(clamping: file.long(header + 8)), file.long(header + 16))
      // Of version 1, the number as 4 bytes, the table as pairs of signed 4 bytes from its own address on.
      guard place < file.count, file.byte(place) == 1, file.byte(place + 2) == 3,
        file.byte(place + 3) == 0x3b
      else { return [:] }
      func entry(_ number: Int) -> (start: UInt64, description: Int) {
        func offset(_ place: Int) -> Int { Int(Int32(bitPattern: file.word(place))) }
        let entry = place + 12 + 8 * number
        return (base &+ UInt64(bitPattern: Int64(offset(entry))), place + offset(entry + 4))
      }
      let count = min(Int(file.word(place + 8)), (file.count - place) / 8)
      return addresses.reduce(into: [:]) { starts, address in
        var (low, high) = (0, count)
        while low < high {
          let middle = (low + high) / 2
          if entry(middle).start <= address { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return }
        let (start, description) = entry(low - 1)
        // A description has its own length, a reference, where the function is from here on, and how long that is.
        if address - start < UInt64(file.word(description + 12)) { starts[address] = start }
      }
    }
  }

  /// Where the headers of the pieces are; `nil` for no such file.
  private static func programHeaders(of file: RecordBytes) -> StrideTo<Int>? {
    // 0x7F "ELF", 64 bits, little endian.
    guard file.word(0) == 0x464c_457f, file.byte(4) == 2, file.byte(5) == 1 else { return nil }
    let table = Int(clamping: file.long(32))
    let (size, count) = (Int(file.half(54)), Int(file.half(56)))
    guard size >= 56, table <= file.count, count <= (file.count - table) / size else { return nil }
    return stride(from: table, to: table + size * count, by: size)
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
