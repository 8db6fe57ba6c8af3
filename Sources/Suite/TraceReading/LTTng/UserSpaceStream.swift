import CTFPackets
import Glibc

/// A stream file, as known before any of its events is decoded.
struct UserSpaceStreamFile: Sendable {
  let path: String
  let declaration: UserSpaceMetadata.Stream
  let packets: [PacketHeader]
  /// The number of its trace.
  let trace: Int
  /// From the Unix epoch to the zero of the clock, in nanoseconds.
  let clockOffset: Int64

  /// The total size of its packets, in bytes.
  var size: UInt64 { packets.last?.extent.upperBound ?? 0 }
}

/// The events of a stream file of LTTng-UST, one after the other.
///
/// SAFETY: each read is checked against the end of its packet, and each packet against the end of the file. The memory for places is
/// allocated once, for the event with most fields; that for sizes once for all fields. Both live as long as the object.
@safe final class UserSpaceStream {
  let file: MappedFile
  private let declaration: UserSpaceMetadata.Stream
  /// The ranges in `sizes` of an event's context and fields, by event number; `nil` for unused numbers.
  private let ranges: [Range<Int>?]
  /// The sizes in bytes, of all events one after the other; 0 for a text that ends in a zero, below 0 for one that follows its length.
  ///
  /// A pointer, so that reading an event counts no references.
  private let sizes: UnsafeMutablePointer<Int32>
  /// The packets, in order.
  private let packets: [PacketHeader]
  private var packet = 0
  /// The next event, and the end of the events in the packet.
  private var offset = 0
  private var end = 0
  /// The start of the packet, which places of fields count from.
  private(set) var base = 0
  /// The start of each field of the current event, relative to ``base``: first the context, then the fields.
  let places: UnsafeMutablePointer<Int32>
  /// The number of the current event's declaration.
  private(set) var event = 0
  /// The clock at the current event, in nanoseconds from its zero.
  private(set) var time: UInt64 = 0
  /// Why the next bytes are no event.
  private(set) var problem: String?
  /// The tracer's losses.
  private(set) var discardedEvents: UInt64 = 0
  private(set) var discardedPackets: UInt64 = 0

  init(_ bytes: MappedFile, of file: UserSpaceStreamFile) {
    self.file = bytes
    let declaration = file.declaration
    self.declaration = declaration
    packets = file.packets
    var all: [Int32] = []
    ranges = (0..<declaration.numbers).map { number in
      declaration.events[number].map { event in
        let start = all.count
        all += (declaration.context + event.fields).map { Int32($0.form.size) }
        return start..<all.count
      }
    }
    unsafe sizes = .allocate(capacity: all.count + 1)
    for (place, size) in all.enumerated() { unsafe (sizes + place).initialize(to: size) }
    let most = ranges.map { $0?.count ?? 0 }.max() ?? 0
    unsafe places = .allocate(capacity: most + 1)
    // The first packet's counter includes what was lost before it.
    packet = -1
  }

  deinit {
    unsafe places.deallocate()
    unsafe sizes.deallocate()
  }

  /// Steps to the next event.
  ///
  /// - Returns: Whether there is one; otherwise the file has ended, or ``problem`` says what is wrong.
  func advance() -> Bool {
    while offset >= end {
      guard nextPacket() else { return false }
    }
    let start = offset
    guard readHeader() else {
      problem = Self.overrun(start)
      return false
    }
    return readFields(ofEventAt: start)
  }

  /// Creates the text only when needed: at most once, at the last event.
  private static func overrun(_ start: Int) -> String {
    "the event at byte \(start) goes over the end of its packet"
  }

  /// How many bytes of the file were read.
  var consumedBytes: Int { offset }

  private func nextPacket() -> Bool {
    packet += 1
    guard packet < packets.count else { return false }
    let extent = packets[packet].extent
    base = Int(extent.offset)
    offset = base + PacketHeader.size
    end = Int(extent.offset + extent.contentSize / 8)
    time = extent.begin
    // The packet before is finished.
    file.release(before: base)
    let lost = packets[packet].discardedEvents
    let before = packet > 0 ? packets[packet - 1].discardedEvents : 0
    if lost > before { discardedEvents += lost - before }
    if packet > 0 {
      let gap = packets[packet].sequence &- packets[packet - 1].sequence
      if gap > 1, gap < 1 << 32 { discardedPackets += gap - 1 }
    }
    return true
  }

  private func readHeader() -> Bool {
    var id: UInt32
    if declaration.isLarge {
      guard offset + 6 <= end else { return false }
      id = UInt32(load(offset, as: UInt16.self))
      if id == 0xFFFF {
        guard offset + 14 <= end else { return false }
        id = load(offset + 2, as: UInt32.self)
        time = load(offset + 6, as: UInt64.self)
        offset += 14
      } else {
        step(to: UInt64(load(offset + 2, as: UInt32.self)), bits: 32)
        offset += 6
      }
    } else {
      guard offset + 4 <= end else { return false }
      let word = load(offset, as: UInt32.self)
      id = word & 31
      if id == 31 {
        guard offset + 13 <= end else { return false }
        id = load(offset + 1, as: UInt32.self)
        time = load(offset + 5, as: UInt64.self)
        offset += 13
      } else {
        step(to: UInt64(word >> 5), bits: 27)
        offset += 4
      }
    }
    event = Int(id)
    return true
  }

  /// Advances the clock to the next time with these low bits.
  private func step(to low: UInt64, bits: UInt64) {
    let mask = (1 << bits) - 1 as UInt64
    let last = time
    time = last & ~mask | low
    if low < last & mask { time &+= 1 << bits }
  }

  private func readFields(ofEventAt start: Int) -> Bool {
    guard event < ranges.count, let range = ranges[event],
      let bytes = unsafe file.bytes.baseAddress
    else {
      problem = "No event class with ID \(event), which the event before byte \(offset) has"
      return false
    }
    var offset = offset
    defer { self.offset = offset }
    for place in range {
      unsafe places[place - range.lowerBound] = Int32(truncatingIfNeeded: offset &- base)
      let size = unsafe Int(sizes[place])
      if size > 0 {
        offset += size
      } else if size < 0 {
        guard offset - size <= end else {
          problem = Self.overrun(start)
          return false
        }
        offset += min(length(at: offset, size: -size), end) - size
      } else if let zero = unsafe memchr(bytes + offset, 0, end - offset) {
        unsafe offset = UnsafeRawPointer(zero) - bytes + 1
      } else {
        offset = end + 1
      }
      guard offset <= end else {
        problem = Self.overrun(start)
        return false
      }
    }
    return true
  }

  private func length(at offset: Int, size: Int) -> Int {
    switch size {
    case 1: Int(load(offset, as: UInt8.self))
    case 2: Int(load(offset, as: UInt16.self))
    case 4: Int(load(offset, as: UInt32.self))
    default: Int(clamping: load(offset, as: UInt64.self))
    }
  }

  private func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
    unsafe file.bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }
}
