package import CHeapLayout
import Foundation
import ObjectFiles
package import SampleFiles
package import SuiteErrors

/// Reads the file of a process, complete or not: the records and sums that `CHeapLayout` describes.
///
/// Times are nanoseconds of CLOCK_MONOTONIC.
package struct MemoryFile: Sendable {
  /// A sampled block.
  package struct Block: Sendable, Equatable {
    package let time: UInt64
    /// `nil` if it lived at the end.
    package var freed: UInt64?
    package let thread: Int32
    package let address: UInt64
    package let size: UInt64
    package let stack: UInt32
    /// Its first words when it was freed; 0 before.
    package var words: (UInt64, UInt64) = (0, 0)

    package static func == (left: Self, right: Self) -> Bool {
      (left.time, left.freed, left.thread, left.address, left.size, left.stack)
        == (right.time, right.freed, right.thread, right.address, right.size, right.stack)
        && left.words == right.words
    }
  }

  /// The snapshot that the process took.
  package struct Snapshot: Sendable {
    package let values: HamonSnapshot
    package let label: String
  }

  static let magic = Array("hamonmem".utf8)
  static let version: UInt32 = 1
  static let chunkSize = 1 << 16

  package let header: HamonFileHeader
  /// The words of the command line.
  package private(set) var command: [String] = []
  /// In the order of time.
  package private(set) var images: [SampledMapping] = []
  /// In the order of time.
  package private(set) var blocks: [Block] = []
  package private(set) var totals: [HamonTotals] = []
  package private(set) var snapshots: [Snapshot] = []
  /// What the library could not do, with its times.
  package private(set) var failures: [(time: UInt64, text: String)] = []
  package private(set) var threadNames: [Int32: String] = [:]
  /// By stack; empty if blocks were only sampled.
  package private(set) var sums: [UInt32: HamonSum] = [:]
  package private(set) var peakSums: [UInt32: HamonSum] = [:]
  /// What can't be read, a line each.
  package private(set) var faults: [String] = []
  /// The time of the last record.
  package private(set) var lastTime: UInt64

  private var imageTimes: [UInt64] = []
  private let data: Data
  /// The chunks of stacks, by their numbers.
  private var stackChunks: [Int: Int] = [:]

  /// Whether all blocks are known, and sums by stack.
  package var isWhole: Bool { header.mode == UInt32(HAMON_MODE_ALL) }

  /// Reads a file.
  ///
  /// - Complexity: Proportional to the size of the file, and for sampled blocks to their number times its logarithm.
  /// - Throws: ``SuiteError`` if it can't be read, or has another format.
  package init(path: String) throws(SuiteError) {
    data = try MappedFile.data(of: path, partOf: "recording")
    guard data.count >= Self.chunkSize, let header = Self.header(data) else {
      throw SuiteError(
        path,
        "it is no file of memory of a version that this hamon knows, or its beginning is damaged",
        remedy: "copy the recording again, or read it with the hamon that made it"
      )
    }
    self.header = header
    lastTime = max(header.start, header.end)
    let chunks = min(Int(clamping: header.chunks), data.count / Self.chunkSize)
    if UInt64(chunks) < header.chunks {
      faults.append("\(path): it has \(chunks) of \(header.chunks) pieces; the rest was cut off")
    }
    if header.lost > 0 {
      faults.append("\(path): there was no room for \(header.lost) records of sampled blocks")
    }
    var events = BlockEvents()
    // SAFETY: the data outlives the call, and nobody keeps the bytes.
    unsafe data.withUnsafeBytes { all in
      let bytes = unsafe NativeBytes(all)
      for chunk in 1..<max(1, chunks) { read(chunk, bytes, &events, path) }
    }
    blocks = events.blocks()
    images = zip(imageTimes, images).sorted { $0.0 < $1.0 }.map(\.1)
    totals.sort { $0.record.time < $1.record.time }
    snapshots.sort { $0.values.record.time < $1.values.record.time }
    failures.sort { $0.time < $1.time }
  }

  /// Reads only the header of a file, which may be written meanwhile; `nil` if it has none of a known version.
  package static func header(ofFileAt path: String) -> HamonFileHeader? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: MemoryLayout<HamonFileHeader>.size)).flatMap { header($0) }
  }

  private static func header(_ data: Data) -> HamonFileHeader? {
    // SAFETY: the data outlives the call, and a header is nothing but numbers.
    let header = unsafe data.withUnsafeBytes {
      unsafe NativeBytes($0).value(at: 0, as: HamonFileHeader.self)
    }
    guard let header, data.prefix(magic.count).elementsEqual(magic), header.version == version,
      header.chunk_size == UInt32(chunkSize)
    else { return nil }
    return header
  }

  /// The addresses of a stack, the innermost first, to which calls return; none for an unknown stack.
  package func stack(_ id: UInt32) -> [UInt64] {
    guard let chunk = stackChunks[Int(id / 256)] else { return [] }
    // SAFETY: the data outlives the call, and a stack is nothing but numbers.
    return unsafe data.withUnsafeBytes { all in
      let bytes = unsafe NativeBytes(all)
      let place = chunk * Self.chunkSize + Int(id % 256) * MemoryLayout<HamonStack>.size
      let count = min(Int(bytes.word(place + 12)), Int(HAMON_STACK_FRAMES))
      return bytes.word(place + 8) == id
        ? (0..<count).map { bytes.long(place + 16 + 8 * $0) } : []
    }
  }

  /// The addresses of all stacks, each once.
  package var addresses: Set<UInt64> {
    Set(stackChunks.keys.flatMap { chunk in (1...255).flatMap { stack(UInt32(chunk * 256 + $0)) } })
  }

  private mutating func read(
    _ number: Int,
    _ bytes: NativeBytes,
    _ events: inout BlockEvents,
    _ path: String
  ) {
    let begin = number * Self.chunkSize
    guard let chunk = bytes.value(at: begin, as: HamonChunk.self) else { return }
    switch Int(chunk.kind) {
    case HAMON_CHUNK_STACKS: stackChunks[Int(chunk.owner)] = number
    case HAMON_CHUNK_SUMS: Self.add(Int(chunk.owner), bytes, begin, to: &sums)
    case HAMON_CHUNK_PEAK: Self.add(Int(chunk.owner), bytes, begin, to: &peakSums)
    case HAMON_CHUNK_RECORDS:
      let thread = Int32(bitPattern: chunk.owner)
      let end = begin + min(Int(chunk.used), Self.chunkSize)
      var offset = begin + MemoryLayout<HamonChunk>.size
      while offset < end {
        guard let record = bytes.value(at: offset, as: HamonRecord.self),
          Int(record.size) >= MemoryLayout<HamonRecord>.size, offset + Int(record.size) <= end
        else {
          faults.append("\(path): its record at byte \(offset) of \(bytes.count) is damaged")
          break
        }
        take(record, at: offset, of: thread, bytes, &events)
        lastTime = max(lastTime, record.time)
        offset += Int(record.size)
      }
    default: break
    }
  }

  /// Sums without any block are left out: a chunk's first 32 bytes are its header, in the place of a stack that doesn't exist.
  private static func add(
    _ number: Int,
    _ bytes: NativeBytes,
    _ begin: Int,
    to sums: inout [UInt32: HamonSum]
  ) {
    let size = MemoryLayout<HamonSum>.size
    for place in 1..<chunkSize / size {
      guard let sum = bytes.value(at: begin + place * size, as: HamonSum.self),
        sum.allocated_blocks > 0
      else { continue }
      sums[UInt32(number * (chunkSize / size) + place)] = sum
    }
  }

  private mutating func take(
    _ record: HamonRecord,
    at offset: Int,
    of thread: Int32,
    _ bytes: NativeBytes,
    _ events: inout BlockEvents
  ) {
    let end = offset + Int(record.size)
    func text(after size: Int) -> String { bytes.text(from: offset + size, to: end) }
    func value<Value: BitwiseCopyable>(_ type: Value.Type) -> Value? {
      MemoryLayout<Value>.size <= Int(record.size) ? bytes.value(at: offset, as: type) : nil
    }
    switch Int(record.kind) {
    case HAMON_RECORD_PROCESS:
      var place = offset + MemoryLayout<HamonRecord>.size
      while place < end, bytes.byte(place) != 0 {
        let word = bytes.text(from: place, to: end)
        command.append(word)
        place += word.utf8.count + 1
      }
    case HAMON_RECORD_IMAGE:
      guard let image = value(HamonImage.self) else { return }
      // SAFETY: it is nothing but bytes, which are copied during the call.
      let identifier = unsafe withUnsafeBytes(of: image.build_id) {
        unsafe Array($0.prefix(Int(image.build_id_size)))
      }
      imageTimes.append(record.time)
      images.append(
        SampledMapping(
          process: header.pid,
          begin: image.begin,
          end: image.end,
          fileOffset: image.offset,
          path: text(after: MemoryLayout<HamonImage>.size),
          buildID: BuildID(identifier)
        )
      )
    case HAMON_RECORD_ALLOCATION:
      if let allocation = value(HamonAllocation.self) { events.add(allocation, by: thread) }
    case HAMON_RECORD_FREE: if let free = value(HamonFree.self) { events.add(free) }
    case HAMON_RECORD_TOTALS: if let totals = value(HamonTotals.self) { self.totals.append(totals) }
    case HAMON_RECORD_SNAPSHOT:
      guard let values = value(HamonSnapshot.self) else { return }
      let label = text(after: MemoryLayout<HamonSnapshot>.size)
      snapshots.append(Snapshot(values: values, label: label))
    case HAMON_RECORD_FAILURE:
      failures.append((record.time, text(after: MemoryLayout<HamonRecord>.size)))
    case HAMON_RECORD_THREAD: threadNames[thread] = text(after: MemoryLayout<HamonRecord>.size)
    default: break
    }
  }
}

/// The beginnings and ends of sampled blocks, from the chunks of all threads.
private struct BlockEvents {
  private enum Event {
    case begin(Int)
    case end(HamonFree)
  }

  private var found: [MemoryFile.Block] = []
  private var events: [(time: UInt64, event: Event)] = []

  mutating func add(_ allocation: HamonAllocation, by thread: Int32) {
    events.append((allocation.record.time, .begin(found.count)))
    found.append(
      MemoryFile.Block(
        time: allocation.record.time,
        thread: thread,
        address: allocation.address,
        size: allocation.size,
        stack: allocation.record.stack
      )
    )
  }

  mutating func add(_ free: HamonFree) { events.append((free.record.time, .end(free))) }

  /// The blocks with their ends: each free belongs to the block that was last allocated at its address.
  func blocks() -> [MemoryFile.Block] {
    var blocks = found
    var open: [UInt64: Int] = [:]
    // Frees that were read before an allocation of the same nanosecond.
    var early: [UInt64: HamonFree] = [:]
    func close(_ block: inout MemoryFile.Block, _ free: HamonFree) {
      block.freed = free.record.time
      block.words = free.words
    }
    for (time, event) in events.sorted(by: { $0.time < $1.time }) {
      switch event {
      case .begin(let place):
        if let free = early.removeValue(forKey: blocks[place].address), free.record.time == time {
          close(&blocks[place], free)
        } else {
          open[blocks[place].address] = place
        }
      case .end(let free):
        if let place = open.removeValue(forKey: free.address) {
          close(&blocks[place], free)
        } else {
          early[free.address] = free
        }
      }
    }
    return blocks.sorted { ($0.time, $0.address) < ($1.time, $1.address) }
  }
}
