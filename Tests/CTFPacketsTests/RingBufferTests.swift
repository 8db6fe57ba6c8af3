import Foundation
import Testing

@testable import CTFPackets

@Suite struct RingBufferTests {
  /// A buffer of four sub-buffers of 1,024 bytes, as LTTng-UST lays one out, its fields where no version has them.
  private struct Buffer {
    var bytes = [UInt8](repeating: 0, count: 4096 + 4 * 1024)
    let isBigEndian: Bool

    init(isBigEndian: Bool = false, overwrites: Bool = false) {
      self.isBigEndian = isBigEndian
      let magic: [UInt8] = [0x17, 0x7B, 0xF1, 0x77, 0xBF]
      for index in 0..<16 { bytes[index] = magic[index % 5] }
      put(UInt16(0x1234), at: 24)
      bytes[30] = 8
      // Produced, consumed, commits (array, number), exchange (array, identity), pages (array, offset), packet, sizes.
      for (index, offset) in [200, 208, 256, 8, 320, 0, 352, 8, 16, 48, 56].enumerated() {
        put(UInt32(offset), at: 32 + 4 * index)
      }
      for index in 0..<8 { bytes[76 + index] = 8 }
      for (index, stride) in [16, 8, 16].enumerated() { put(UInt32(stride), at: 84 + 4 * index) }
      for (index, size) in [4096, 1024, 4].enumerated() { put(UInt64(size), at: 96 + 8 * index) }
      put(UInt32(overwrites ? 0 : 1), at: 120)
      for index in 0..<4 {
        // Each sub-buffer lies where the one after it would.
        let place = (index + 1) % 4
        put(UInt64(place) | (overwrites ? 7 << 32 : 0), at: 320 + 8 * index)
        put(UInt64(512 + 64 * place), at: 352 + 16 * place + 8)
        put(UInt64(4096 + 1024 * place), at: 512 + 64 * place + 16)
      }
    }

    mutating func put(_ value: some FixedWidthInteger, at offset: Int) {
      let value = isBigEndian ? value.bigEndian : value.littleEndian
      withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<(offset + $0.count), with: $0) }
    }

    /// Puts a packet into a sub-buffer, of which some bytes are written in this round.
    mutating func write(packet index: Int, round: Int, byteCount: Int, consumed: Int) {
      put(UInt64((round * 4 + index) * 1024 + byteCount), at: 200)
      put(UInt64(consumed), at: 208)
      put(UInt64(round * 1024 + byteCount), at: 256 + 16 * index + 8)
      let data = 4096 + 1024 * ((index + 1) % 4)
      put(UInt32(0xC1FC_1FC1), at: data)
      put(UInt64(5000), at: data + 32)
      put(UInt64.max, at: data + 48)
      put(UInt64.max, at: data + 56)
      for offset in 84..<1024 { bytes[data + offset] = UInt8(index + 1) }
    }

    /// What is read of it; `nil` where it isn't opened.
    func read(limit: Int = 1 << 20) throws -> Reading? {
      let file = FileManager.default.temporaryDirectory.appending(path: "ring-\(UUID().uuidString)")
      try Data(bytes).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      guard let buffer = RingBufferFile(path: file.path) else { return nil }
      return Reading(
        sizes: [buffer.subBufferSize, buffer.subBufferCount, buffer.size],
        positions: [buffer.produced, buffer.consumed],
        fullSubBuffers: buffer.fullSubBuffers,
        overwrites: buffer.overwrites,
        packet: buffer.newestPacket(limit: limit)
      )
    }
  }

  private struct Reading: Equatable {
    var sizes: [UInt64]
    var positions: [UInt64]
    var fullSubBuffers: UInt64
    var overwrites: Bool
    var packet: [UInt8]?
  }

  @Test(arguments: [false, true], [false, true])
  func `positions, full sub-buffers and the newest packet are read`(
    isBigEndian: Bool,
    overwrites: Bool
  ) throws {
    var buffer = Buffer(isBigEndian: isBigEndian, overwrites: overwrites)
    buffer.write(packet: 2, round: 3, byteCount: 300, consumed: 12 * 1024)
    let reading = try #require(try buffer.read())
    #expect(reading.sizes == [1024, 4, 4096])
    #expect(reading.positions == [14_636, 12_288])
    #expect(reading.fullSubBuffers == 2 && reading.overwrites == overwrites)
    #expect(try buffer.read(limit: 100)?.packet?.count == 100)
    let bytes = try #require(reading.packet)
    #expect(bytes.count == 300)
    #expect(bytes[84...].allSatisfy { $0 == 3 })
    // It is a file of one packet now, which ends after it has begun.
    let stream = FileManager.default.temporaryDirectory.appending(path: "ctf-\(UUID().uuidString)")
    try Data(bytes).write(to: stream)
    defer { try? FileManager.default.removeItem(at: stream) }
    let packets = try #require(PacketSequence(path: stream.path))
    #expect(packets.end == .file)
    let extent = try #require(packets.packets.first?.extent)
    #expect(extent.contentSize == 2400 && extent.packetSize == 2400)
    #expect(extent.begin == 5000 && extent.end > 5000)
  }

  @Test func `a packet without an event is none`() throws {
    var buffer = Buffer()
    buffer.write(packet: 0, round: 0, byteCount: PacketHeader.size, consumed: 0)
    #expect(try #require(try buffer.read()).packet == nil)
    // The sub-buffer before is full, and the next not begun.
    buffer.write(packet: 0, round: 0, byteCount: 1024, consumed: 0)
    #expect(try #require(try buffer.read()).packet == nil)
    #expect(try buffer.read()?.fullSubBuffers == 1)
  }

  @Test func `what is no buffer of a known version is not opened`() throws {
    for (offset, byte) in [(0, 1), (24, 9), (26, 1), (28, 1), (104, 1), (113, 7)] {
      var buffer = Buffer()
      buffer.bytes[offset] = UInt8(byte)
      #expect(try buffer.read() == nil, "byte \(offset)")
    }
    // Offsets that lead elsewhere find nothing, and no end.
    var buffer = Buffer()
    buffer.write(packet: 2, round: 3, byteCount: 300, consumed: 0)
    for index in 0..<11 { buffer.put(UInt32.max, at: 32 + 4 * index) }
    #expect(try #require(try buffer.read()).packet == nil)
  }

  @Test func `the last record of an index has what was lost`() throws {
    var bytes = Data()
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    for word: UInt32 in [0xC1F1_DCC1, 1, 1, 72] { append(word) }
    let file = FileManager.default.temporaryDirectory.appending(path: "index-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try bytes.write(to: file)
    #expect(StreamLoss(index: file.path) == nil)
    for (discarded, sequence) in [(3, 10), (5, 12)] {
      for _ in 0..<5 { append(UInt64(1)) }
      for number in [discarded, 0, 1, sequence] { append(UInt64(number)) }
    }
    // A record that is being written.
    append(UInt64(1))
    try bytes.write(to: file)
    let loss = try #require(StreamLoss(index: file.path))
    #expect(loss.discardedEvents == 5 && loss.sequence == 12 && loss.packetCount == 2)
    try Data(bytes.dropFirst(4)).write(to: file)
    #expect(StreamLoss(index: file.path) == nil)
  }
}
