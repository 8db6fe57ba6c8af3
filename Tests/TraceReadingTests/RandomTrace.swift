import Foundation
import SeededRandom
import Testing

@testable import TraceReading

/// A trace of LTTng-UST's form with random events: the declarations are those of a recorded one.
struct RandomTrace {
  /// What may be wrong with a stream, which then ends there.
  enum Fault: CaseIterable {
    case unknownEvent
    case backwards
    case overrun
  }

  private static let packetSize = 4096

  private let metadata: UserSpaceMetadata
  private let metadataFile: Data
  private var random: SplitMix64

  /// Reads the declarations.
  ///
  /// - Parameters:
  ///   - name: The recorded trace whose declarations it has.
  ///   - seed: The same seed makes the same trace.
  /// - Throws: What reading them throws.
  init(declaringAs name: String, seed: UInt64) throws {
    let path = "\(Fixture.path(name))/\(Fixture.userDirectory)/metadata"
    let file = try TraceMetadata(path: path)
    let text = String(decoding: file.text ?? Data(), as: UTF8.self)
    metadataFile = Self.packet(of: text, uuid: try #require(file.uuid))
    metadata = try #require(UserSpaceMetadata(text))
    random = SplitMix64(seed: seed)
  }

  /// Declarations as LTTng writes them: the magic number, the identity, a checksum, the sizes of the content and the packet in
  /// bits, how it is compressed, encrypted and checked, and the version of CTF.
  private static func packet(of text: String, uuid: [UInt8]) -> Data {
    let size = UInt32(37 + text.utf8.count) * 8
    let numbers = [0, size, size].flatMap { number in
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    return Data([0x57, 0x1d, 0xd1, 0x75] + uuid + numbers + [0, 0, 0, 1, 8] + Array(text.utf8))
  }

  /// Writes it into a directory.
  ///
  /// - Parameters:
  ///   - directory: Where the trace is to be.
  ///   - streams: How many streams it has.
  ///   - events: How many events each stream has, at least 2.
  ///   - fault: What is wrong with one of the streams.
  /// - Throws: What writing throws.
  mutating func write(to directory: String, streams: Int, events: Int, fault: Fault?) throws {
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    try metadataFile.write(to: URL(filePath: "\(directory)/metadata"))
    let damaged = random.next(below: streams)
    for stream in 0..<streams {
      let bytes = self.stream(UInt64(stream), events, fault: stream == damaged ? fault : nil)
      try Data(bytes).write(to: URL(filePath: "\(directory)/c_\(stream)"))
    }
  }

  private mutating func stream(_ number: UInt64, _ count: Int, fault: Fault?) -> [UInt8] {
    guard let declaration = metadata.streams[0] else { return [] }
    let ids = declaration.events.keys.sorted()
    var bytes: [UInt8] = []
    var packet: [UInt8] = []
    // Few differences, so that streams often have events of the same time.
    var time: UInt64 = 1_000_000
    var begin = time
    var sequence: UInt64 = 0
    var discarded: UInt64 = 0
    func close() {
      let content = [UInt8].packetHeaderSize + packet.count
      bytes.appendPacketHeader(
        uuid: Array(0..<16),
        stream: number,
        begin: begin,
        end: time,
        content: content,
        size: Self.packetSize,
        sequence: sequence,
        discarded: discarded
      )
      bytes += packet + Array(repeating: 0, count: Self.packetSize - content)
      packet = []
    }
    // Not the first, before which no time is.
    let faultAt = fault == nil ? -1 : 1 + random.next(below: count - 1)
    for place in 0..<count {
      let id = ids[random.next(below: ids.count)]
      let fields = (declaration.context + (declaration.events[id]?.fields ?? [])).map(\.form)
      let payload = fields.flatMap { value($0) }
      let step = UInt64(random.next(below: 4))
      if [UInt8].packetHeaderSize + packet.count + payload.count + 14 > Self.packetSize {
        close()
        sequence += random.next(below: 10) == 0 ? 2 : 1
        discarded += random.next(below: 5) == 0 ? 3 : 0
        begin = time
      }
      time += step
      let isAtFault = place == faultAt
      let number = isAtFault && fault == .unknownEvent ? 60_000 : UInt64(id)
      let told = isAtFault && fault == .backwards ? 5 : time
      // The clock in full, where it went back; else its low bits, in either form.
      packet.appendEventHeader(
        declaration.isLarge ? .large : .compact,
        number: number,
        time: told,
        isExtended: told != time || random.next(below: 8) == 0 || !declaration.isLarge
      )
      packet += isAtFault && fault == .overrun ? Array(payload.prefix(1)) : payload
      if isAtFault {
        // What follows isn't read: a stream ends at its fault.
        close()
        return bytes
      }
    }
    close()
    return bytes
  }

  private mutating func value(_ form: UserSpaceMetadata.Form) -> [UInt8] {
    switch form {
    case .integer(let size, _):
      if random.next(below: 8) == 0 {
        return (0..<size).map { _ in UInt8(random.next(below: 256)) }
      }
      // Small, so that ends find begins, and threads and processes come again.
      return Array([UInt8(random.next(below: 6))] + Array(repeating: 0, count: size - 1))
    case .float(let size):
      // Numbers that each size has exactly.
      let number = (Double(random.next(below: 4000)) - 2000) / 8
      return size == 8
        ? withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
        : withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { Array($0) }
    case .string: return text(random.next(below: 20)) + [0]
    case .characters(let count):
      let text = text(random.next(below: 4))
      return text + Array(repeating: 0, count: count - text.count)
    case .sequence(let size):
      let text = text(random.next(below: 20))
      return [UInt8(text.count)] + Array(repeating: 0, count: size - 1) + text
    }
  }

  /// Some of few texts, and now and then one that never comes again.
  private mutating func text(_ length: Int) -> [UInt8] {
    if random.next(below: 10) == 0 {
      return (0..<length).map { _ in UInt8(97 + random.next(below: 26)) }
    }
    return Array("a name of twenty chars".utf8.prefix(length))
  }
}
