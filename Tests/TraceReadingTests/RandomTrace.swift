#if HAS_BABELTRACE
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
  private static let headerSize = 84

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
    metadataFile = try Data(contentsOf: URL(filePath: path))
    let text = try TraceMetadata(path: path).text ?? Data()
    metadata = try #require(UserSpaceMetadata(String(decoding: text, as: UTF8.self)))
    random = SplitMix64(seed: seed)
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
    func header(content: Int) -> [UInt8] {
      var header: [UInt8] = []
      header.append(number: 0xC1FC_1FC1, size: 4)
      header += (0..<16).map { UInt8($0) }
      header.append(number: 0, size: 4)
      header.append(number: number, size: 8)
      let sizes = [UInt64(content) * 8, UInt64(Self.packetSize) * 8]
      for word in [begin, time] + sizes + [sequence, discarded] {
        header.append(number: word, size: 8)
      }
      header.append(number: number, size: 4)
      return header
    }
    func close() {
      let content = header(content: Self.headerSize + packet.count) + packet
      bytes += content + Array(repeating: 0, count: Self.packetSize - content.count)
      packet = []
    }
    // Not the first, before which no time is.
    let faultAt = fault == nil ? -1 : 1 + random.next(below: count - 1)
    for place in 0..<count {
      let id = ids[random.next(below: ids.count)]
      let fields = (declaration.context + (declaration.events[id]?.fields ?? [])).map(\.form)
      let payload = fields.flatMap { value($0) }
      let step = UInt64(random.next(below: 4))
      if Self.headerSize + packet.count + payload.count + 14 > Self.packetSize {
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
      if told != time || random.next(below: 8) == 0 || !declaration.isLarge {
        packet.append(number: declaration.isLarge ? 0xFFFF : 31, size: declaration.isLarge ? 2 : 1)
        packet.append(number: number, size: 4)
        packet.append(number: told, size: 8)
      } else {
        packet.append(number: number, size: 2)
        packet.append(number: told & 0xFFFF_FFFF, size: 4)
      }
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
      // Small, so that ends find begins, and threads and processes come again.
      return Array([UInt8(random.next(below: 6))] + Array(repeating: 0, count: size - 1))
    case .float(let size): return Array(repeating: 0, count: size)
    case .string: return text(random.next(below: 20)) + [0]
    case .characters(let count):
      let text = text(random.next(below: 4))
      return text + Array(repeating: 0, count: count - text.count)
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

extension [UInt8] {
  fileprivate mutating func append(number: UInt64, size: Int) {
    for shift in 0..<size { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))) }
  }
}
#endif
