package import Foundation

/// A program or library: its headers, and the data that they lead to.
///
/// Source: System V ABI, chapters 4 and 5; 64 bits, little endian, as on all machines that this runs on.
package struct ELFFile: Sendable {
  /// A loaded part of the file.
  package struct Segment: Sendable, Hashable {
    package let fileOffset: UInt64
    package let address: UInt64
    package let size: UInt64

    package init(fileOffset: UInt64, address: UInt64, size: UInt64) {
      self.fileOffset = fileOffset
      self.address = address
      self.size = size
    }
  }

  /// The needed fields of a section.
  package struct Section {
    package let name: String
    /// 4 for relocations, 8 for memory that isn't in the file.
    package let type: Int
    package let address: Int
    package let offset: Int
    package let size: Int
    package let link: Int
  }

  /// The mapped file: a library may be large, and only a few pages of it are read.
  private let data: Data
  private var pieces: [(type: UInt32, segment: Segment, memoryEnd: UInt64)] = []

  /// Reads a file; `nil` if it isn't ELF of 64 bits and this machine's byte order, or is damaged.
  package init?(path: String) {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      return nil
    }
    self.init(data)
  }

  /// Reads a file that is in memory, as the kernel's `[vdso]` is.
  package init?(_ data: Data) {
    self.data = data
    let pieces = read { file -> [(UInt32, Segment, UInt64)]? in
      // 0x7F "ELF", 64 bits, little endian.
      guard file.word(0) == 0x464c_457f, file.byte(4) == 2, file.byte(5) == 1 else { return nil }
      let table = Int(clamping: file.long(32))
      let (size, count) = (Int(file.half(54)), Int(file.half(56)))
      guard size >= 56, table <= file.count, count <= (file.count - table) / size else {
        return nil
      }
      return stride(from: table, to: table + size * count, by: size).map { header in
        let segment = Segment(
          fileOffset: file.long(header + 8),
          address: file.long(header + 16),
          size: file.long(header + 32)
        )
        return (file.word(header), segment, segment.address &+ file.long(header + 40))
      }
    }
    guard let pieces else { return nil }
    self.pieces = pieces
  }

  /// The loaded parts: PT_LOAD.
  package var segments: [Segment] { pieces.filter { $0.type == 1 }.map(\.segment) }

  /// Where the memory of the loaded parts ends, with the variables that begin as zeros, which the file doesn't hold.
  package var memoryEnd: UInt64 { pieces.filter { $0.type == 1 }.map(\.memoryEnd).max() ?? 0 }

  /// Whether the system's dynamic linker starts it, as it does programs that aren't linked statically: PT_INTERP.
  package var isLinkedWhenStarted: Bool { pieces.contains { $0.type == 3 } }

  /// The build id in PT_NOTE; `nil` if there is none.
  package var buildID: BuildID? {
    pieces.lazy.filter { $0.type == 4 }.compactMap { buildID(in: $0.segment) }.first
  }

  private func buildID(in notes: Segment) -> BuildID? {
    read { file in
      let (start, length) = (Int(clamping: notes.fileOffset), Int(clamping: notes.size))
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

  /// The starts of the functions that contain addresses, from the table for unwinding, which stripped files have too.
  ///
  /// Source: the Linux Standard Base, 5.0, core, chapter 10.6.2: `.eh_frame_hdr`, a table that is sorted for a search.
  ///
  /// - Returns: The starts by address; none for an address in no function, or without such a table.
  package func functionStarts(of addresses: some Sequence<UInt64>) -> [UInt64: UInt64] {
    guard let header = pieces.first(where: { $0.type == 0x6474_e550 })?.segment else { return [:] }
    return read { file in
      let place = Int(clamping: header.fileOffset)
      // Version 1, with the number in 4 bytes, and the table as pairs of signed 4 bytes relative to its own address.
      guard place < file.count, file.byte(place) == 1, file.byte(place + 2) == 3,
        file.byte(place + 3) == 0x3b
      else { return [:] }
      func entry(_ number: Int) -> (start: UInt64, description: Int) {
        func offset(_ place: Int) -> Int { Int(Int32(bitPattern: file.word(place))) }
        let entry = place + 12 + 8 * number
        let start = header.address &+ UInt64(bitPattern: Int64(offset(entry)))
        return (start, place + offset(entry + 4))
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
        // A description has its own length, a reference, the start of the function relative to here, and its length.
        if address - start < UInt64(file.word(description + 12)) { starts[address] = start }
      }
    }
  }

  /// The sections; none if their table is damaged.
  package var sections: [Section] {
    read { file in
      let (table, size) = (long(at: 0x28), Int(file.half(0x3A)))
      let count = Int(file.half(0x3C))
      guard size >= 64, table <= file.count, count <= (file.count - table) / size else { return [] }
      let texts = long(at: table + Int(file.half(0x3E)) * size + 0x18)
      let sections = stride(from: table, to: table + size * count, by: size).map { start in
        Section(
          name: text(at: texts + word(at: start)),
          type: word(at: start + 4),
          address: long(at: start + 0x10),
          offset: long(at: start + 0x18),
          size: long(at: start + 0x20),
          link: word(at: start + 0x28)
        )
      }
      return sections.allSatisfy { $0.type == 8 || $0.size <= file.count } ? sections : []
    }
  }

  /// A copy of a section that is in the file.
  package func contents(of section: Section) -> [UInt8] {
    guard section.type != 8, section.offset <= data.count - section.size else { return [] }
    return Array(data[section.offset..<section.offset + section.size])
  }

  /// The 4 bytes at an offset; 0 if outside the file.
  package func word(at offset: Int) -> Int { read { Int($0.word(offset)) } }

  /// The 8 bytes at an offset; 0 if outside the file, or if they can't be an offset in one.
  package func long(at offset: Int) -> Int {
    let number = read { $0.long(offset) }
    return number < 1 << 48 ? Int(number) : 0
  }

  /// A terminated text of at most so many bytes.
  package func text(at offset: Int, limit: Int = 256) -> String {
    read { $0.text(from: offset, to: offset + limit) }
  }

  /// Whether a loaded part has a text: debug information, which names all sources, is no such part.
  package func loads(_ text: String) -> Bool {
    let bytes = Data(text.utf8)
    return segments.contains { segment in
      let start = min(Int(clamping: segment.fileOffset), data.count)
      let end = min(start + Int(clamping: segment.size), data.count)
      return data.range(of: bytes, in: start..<max(start, end)) != nil
    }
  }

  private func read<Result>(_ body: (NativeBytes) -> Result) -> Result {
    // SAFETY: the data outlives the call.
    unsafe data.withUnsafeBytes { body(unsafe NativeBytes($0)) }
  }
}

extension Sequence<ELFFile.Segment> {
  /// The address of a place in the file; `nil` if it is in no loaded part.
  package func address(ofOffset offset: UInt64) -> UInt64? {
    first { $0.fileOffset <= offset && offset < $0.fileOffset &+ $0.size }
      .map { offset - $0.fileOffset &+ $0.address }
  }
}
