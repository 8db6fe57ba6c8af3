package import CHeapLayout
import Foundation
import ObjectFiles
package import SampleFiles
package import SuiteErrors

/// Writes the file of a process that doesn't exist, as a test wants it, with the layout of the library's.
package struct MemoryFileWriter {
  private var header = HamonFileHeader()
  private var records: [Int32: RecordBuilder] = [:]
  private var stacks: [[UInt64]] = [[]]
  private var sums: [(kind: Int, sums: [UInt32: HamonSum])] = []

  /// Begins a file; stack 1 is the unknown one.
  package init(process: Int32, isWhole: Bool, rate: UInt64, start: UInt64, end: UInt64) {
    header.magic = MemoryFile.magic.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    header.version = MemoryFile.version
    header.mode = UInt32(isWhole ? HAMON_MODE_ALL : HAMON_MODE_SAMPLED)
    header.pid = process
    header.chunk_size = UInt32(MemoryFile.chunkSize)
    header.rate = rate
    header.start = start
    header.end = end
  }

  /// Adds a stack of return addresses, the innermost first.
  ///
  /// - Returns: Its number.
  package mutating func add(stack: [UInt64]) -> UInt32 {
    stacks.append(Array(stack.prefix(Int(HAMON_STACK_FRAMES))))
    // Of 256 places in a chunk the first is the header's.
    return Self.number(stacks.count - 1)
  }

  private static func number(_ place: Int) -> UInt32 { UInt32(place / 255 * 256 + place % 255 + 1) }

  package mutating func add(command: [String]) {
    add(HAMON_RECORD_PROCESS, time: header.start, thread: header.pid) { record in
      for word in command { record.append(Array(word.utf8) + [0]) }
    }
  }

  package mutating func add(_ image: SampledMapping, time: UInt64 = 0) {
    add(HAMON_RECORD_IMAGE, time: time, thread: header.pid) { record in
      for number in [image.begin, image.end, image.fileOffset] { record.append(number) }
      let identifier = image.buildID?.bytes ?? []
      record.append(UInt32(identifier.count))
      record.append(identifier + [UInt8](repeating: 0, count: 20 - identifier.count))
      record.append(Array(image.path.utf8) + [0])
    }
  }

  package mutating func allocate(
    _ address: UInt64,
    size: UInt64,
    stack: UInt32,
    thread: Int32,
    time: UInt64
  ) {
    add(HAMON_RECORD_ALLOCATION, stack: stack, time: time, thread: thread) { record in
      for number in [address, size] { record.append(number) }
    }
  }

  package mutating func free(
    _ address: UInt64,
    size: UInt64 = 0,
    word: UInt64 = 0,
    thread: Int32,
    time: UInt64
  ) {
    add(HAMON_RECORD_FREE, time: time, thread: thread) { record in
      for number in [address, size, word, 0] { record.append(number) }
    }
  }

  package mutating func add(
    totalsAt time: UInt64,
    live: (blocks: UInt64, bytes: UInt64),
    allocated: (blocks: UInt64, bytes: UInt64)
  ) {
    add(HAMON_RECORD_TOTALS, time: time, thread: header.pid) { record in
      for number in [live.blocks, live.bytes, allocated.blocks, allocated.bytes, 0, 0] {
        record.append(number)
      }
    }
  }

  package mutating func add(failure: String, time: UInt64) {
    add(HAMON_RECORD_FAILURE, time: time, thread: header.pid) { record in
      record.append(Array(failure.utf8) + [0])
    }
  }

  /// Sums by stack at the end.
  package mutating func add(sums: [UInt32: HamonSum]) {
    self.sums.append((HAMON_CHUNK_SUMS, sums))
  }

  /// Sums by stack at the peak.
  package mutating func add(
    peak sums: [UInt32: HamonSum],
    time: UInt64,
    blocks: UInt64,
    bytes: UInt64
  ) {
    (header.peak_time, header.peak_blocks, header.peak_bytes) = (time, blocks, bytes)
    self.sums.append((HAMON_CHUNK_PEAK, sums))
  }

  private mutating func add(
    _ kind: Int,
    stack: UInt32 = 0,
    time: UInt64,
    thread: Int32,
    _ body: (inout RecordBuilder) -> Void
  ) {
    var rest = RecordBuilder()
    body(&rest)
    while rest.bytes.count % 8 != 0 { rest.append(UInt8(0)) }
    var record = records[thread] ?? RecordBuilder()
    record.append(UInt16(kind))
    record.append(UInt16(rest.bytes.count + MemoryLayout<HamonRecord>.size))
    record.append(stack)
    record.append(time)
    record.append(rest.bytes)
    records[thread] = record
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var chunks: [[UInt8]] = []
    func chunk(_ kind: Int, _ owner: UInt32, used: Int = 0) -> RecordBuilder {
      var chunk = RecordBuilder()
      for number in [UInt32(kind), owner, UInt32(used), 0] { chunk.append(number) }
      return chunk
    }
    for (thread, all) in records.sorted(by: { $0.key < $1.key }) {
      // Whole records only.
      var rest = all.bytes[...]
      while !rest.isEmpty {
        var size = 0
        while size < rest.count {
          let place = rest.startIndex + size
          let next = Int(rest[place + 2]) | Int(rest[place + 3]) << 8
          guard size + next + MemoryLayout<HamonChunk>.size <= MemoryFile.chunkSize else { break }
          size += next
        }
        let used = size + MemoryLayout<HamonChunk>.size
        var chunk = chunk(HAMON_CHUNK_RECORDS, UInt32(bitPattern: thread), used: used)
        chunk.append(Array(rest.prefix(size)))
        chunks.append(chunk.bytes)
        rest = rest.dropFirst(size)
      }
    }
    for begin in stride(from: 0, to: stacks.count, by: 255) {
      var chunk = chunk(HAMON_CHUNK_STACKS, UInt32(begin / 255))
      chunk.append([UInt8](repeating: 0, count: MemoryLayout<HamonStack>.size - 16))
      for place in begin..<min(begin + 255, stacks.count) {
        chunk.append(UInt64(0))
        chunk.append(Self.number(place))
        chunk.append(UInt32(stacks[place].count))
        for address in stacks[place] { chunk.append(address) }
        let unused = 8 * (Int(HAMON_STACK_FRAMES) - stacks[place].count)
        chunk.append([UInt8](repeating: 0, count: unused))
      }
      chunks.append(chunk.bytes)
    }
    let perChunk = UInt32(MemoryFile.chunkSize / MemoryLayout<HamonSum>.size)
    for (kind, sums) in sums {
      for (number, part) in Dictionary(grouping: sums, by: { $0.key / perChunk }) {
        var chunk = chunk(kind, number).bytes
        chunk += [UInt8](repeating: 0, count: MemoryFile.chunkSize - chunk.count)
        for (stack, sum) in part {
          var bytes = RecordBuilder()
          for value in [
            sum.allocated_blocks, sum.allocated_bytes, sum.freed_blocks, sum.freed_bytes,
          ] { bytes.append(value) }
          let place = Int(stack % perChunk) * bytes.bytes.count
          chunk.replaceSubrange(place..<place + bytes.bytes.count, with: bytes.bytes)
        }
        chunks.append(chunk)
      }
    }
    var header = header
    header.chunks = UInt64(chunks.count + 1)
    // SAFETY: the header is nothing but numbers, which are copied during the call.
    let first = unsafe withUnsafeBytes(of: header) { unsafe Array($0) }
    return ([first] + chunks).flatMap { chunk in
      chunk + [UInt8](repeating: 0, count: MemoryFile.chunkSize - chunk.count)
    }
  }

  /// Writes the file into the folder of a trace, which is made if it isn't there.
  ///
  /// - Throws: ``SuiteError`` if it can't be written.
  package func write(toTrace directory: String) throws(SuiteError) {
    let folder = MemoryDirectory(ofTrace: directory)
    let remedy = "name a directory that is writable and has room"
    try WorkDirectory.make(folder.path, orElse: remedy)
    try WrittenFile.write(bytes, to: folder.file(of: header.pid), orElse: remedy)
  }
}
