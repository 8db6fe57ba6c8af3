import Foundation
import Glibc
import ObjectFiles
package import SuiteErrors

/// Reads a file of samples that ``PerfDataWriter`` has written, complete or not.
package struct PerfDataFile {
  package struct Event: Sendable, Equatable {
    /// As in perf_event_open(2).
    package let type: UInt32
    package let config: UInt64
    package let period: UInt64
    let numbers: Set<UInt64>
  }

  private let path: String
  private let data: Data
  private let range: Range<Int>
  package let events: [Event]
  /// The place of an event by the event number of its samples.
  private let places: [UInt64: Int]

  /// Opens a file.
  ///
  /// - Throws: ``SuiteError`` if it can't be read, or has another format.
  package init(path: String) throws(SuiteError) {
    self.path = path
    data = try MappedFile.data(of: path, partOf: "trace")
    // SAFETY: the data outlives the call.
    let (range, events): (Range<Int>?, [Event]) = unsafe data.withUnsafeBytes { all in
      let bytes = unsafe NativeBytes(all)
      guard bytes.long(0) == PerfDataWriter.magic, bytes.long(8) == PerfDataWriter.headerSize else {
        return (nil, [])
      }
      return Self.contents(of: bytes)
    }
    guard let range, !events.isEmpty else {
      throw SuiteError(
        path,
        "it is no file of samples, or its beginning is damaged",
        remedy: "copy the trace again, or record it anew"
      )
    }
    self.range = range
    self.events = events
    places = Dictionary(
      events.enumerated().flatMap { place, event in event.numbers.map { ($0, place) } },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private static func contents(of bytes: NativeBytes) -> (Range<Int>?, [Event]) {
    let entrySize = Int(clamping: bytes.long(16))
    let (table, tableSize) = (Int(clamping: bytes.long(24)), Int(clamping: bytes.long(32)))
    let (start, size) = (Int(clamping: bytes.long(40)), Int(clamping: bytes.long(48)))
    guard entrySize >= 64 + 16, entrySize < 1 << 12, table <= bytes.count,
      tableSize <= bytes.count - table, start <= bytes.count
    else { return (nil, []) }
    let events = stride(from: table, to: table + tableSize - entrySize + 1, by: entrySize).map {
      entry in
      let numbers = Int(clamping: bytes.long(entry + entrySize - 16))
      let count = min(Int(clamping: bytes.long(entry + entrySize - 8)) / 8, 1 << 20)
      return Event(
        type: bytes.word(entry),
        config: bytes.long(entry + 8),
        period: bytes.long(entry + 16),
        numbers: Set(numbers <= bytes.count ? (0..<count).map { bytes.long(numbers + 8 * $0) } : [])
      )
    }
    // No size: it was never finished.
    let end = size == 0 || size > bytes.count - start ? bytes.count : start + size
    return (start..<end, events)
  }

  /// The results of a reading.
  package struct Summary: Sendable, Equatable {
    /// How many records were lost, as far as the kernel says.
    package var lost: UInt64 = 0
    /// The fault of the file, in a line.
    package var fault: String?
  }

  /// Reads all records in the order of time.
  ///
  /// - Complexity: Proportional to the number of records, times the logarithm of those of a round.
  /// - Parameter deliver: Called with each record, and for a sample with the place of its event in ``events``. The record is valid only
  ///   during the call.
  /// - Returns: The losses, and the fault of the file.
  package func read(_ deliver: (PerfRecord, Int) -> Void) -> Summary {
    // SAFETY: the data outlives the call, and nobody keeps a record.
    unsafe data.withUnsafeBytes { all in
      let bytes = unsafe NativeBytes(all)
      var summary = Summary()
      var pending = PendingRecords()
      var offset = range.lowerBound
      var isGivenBack = 0
      var first: UInt64?
      while offset < range.upperBound {
        if offset - isGivenBack > 2 * Self.keptSize {
          unsafe Self.giveBack(all, from: &isGivenBack, to: offset - Self.keptSize)
        }
        guard let record = PerfRecord(bytes, at: offset), offset + record.size <= range.upperBound
        else {
          summary.fault =
            "\(path): it ends in a record that is not whole, at byte \(offset) of \(range.upperBound)"
          break
        }
        let hasTime = record.kind != nil && record.kind != .finishedRound
        if hasTime, first == nil { first = record.time }
        guard record.isSound, !hasTime || Self.isNear(record.time, first ?? 0) else {
          summary.fault =
            "\(path): its record at byte \(offset) of \(range.upperBound) is damaged; nothing from there on is read"
          break
        }
        if record.kind == .finishedRound {
          deliverAll(pending.endRound(), bytes, &summary, deliver)
        } else if record.kind != nil {
          pending.add(time: record.time, offset: offset)
        }
        offset += record.size
      }
      deliverAll(pending.rest(), bytes, &summary, deliver)
      return summary
    }
  }

  /// Whether two times can belong to one recording, at most 13 days apart: then the times of thousands of threads can be added up.
  private static func isNear(_ time: UInt64, _ other: UInt64) -> Bool {
    max(time, other) - min(time, other) < 1 << 50
  }

  /// How much of the read part stays in memory, for late records.
  private static let keptSize = 1 << 24

  /// Releases the memory of the read part; it can be read again from the file.
  private static func giveBack(
    _ all: UnsafeRawBufferPointer,
    from start: inout Int,
    to end: Int
  ) {
    // Multiples of 64 kB are whole pages on any machine.
    let end = end & ~((1 << 16) - 1)
    // SAFETY: the piece is in the mapped file, which nobody writes to.
    guard let base = all.baseAddress, UInt(bitPattern: base) % (1 << 12) == 0 else { return }
    unsafe madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
    start = end
  }

  private func deliverAll(
    _ offsets: [PendingRecords.Entry],
    _ bytes: NativeBytes,
    _ summary: inout Summary,
    _ deliver: (PerfRecord, Int) -> Void
  ) {
    for entry in offsets {
      guard let record = PerfRecord(bytes, at: entry.offset) else { continue }
      summary.lost += record.lostCount
      deliver(record, record.kind == .sample ? places[record.event] ?? 0 : 0)
    }
  }
}

/// The records that a later one in the file may still precede.
///
/// The rings of several processors are emptied in turn. The records of a ring in one round are no older than those of all rings in the
/// round before the last.
struct PendingRecords {
  struct Entry {
    let time: UInt64
    let offset: Int
  }

  private var entries: [Entry] = []
  private var newest: UInt64 = 0
  private var newestOfLastRound: UInt64 = 0

  mutating func add(time: UInt64, offset: Int) {
    entries.append(Entry(time: time, offset: offset))
    newest = max(newest, time)
  }

  /// Ends a round, and returns the records whose order is certain.
  mutating func endRound() -> [Entry] {
    defer { newestOfLastRound = newest }
    guard !entries.isEmpty else { return [] }
    sort()
    let end = entries.firstIndex { $0.time > newestOfLastRound } ?? entries.count
    defer { entries.removeFirst(end) }
    return Array(entries[..<end])
  }

  mutating func rest() -> [Entry] {
    sort()
    defer { entries = [] }
    return entries
  }

  private mutating func sort() {
    // Equal times keep the order of the file, as a ring is in order.
    entries.sort { ($0.time, $0.offset) < ($1.time, $1.offset) }
  }
}
