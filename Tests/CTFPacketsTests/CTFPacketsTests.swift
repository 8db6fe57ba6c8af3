import Foundation
import Testing

@testable import CTFPackets

@Suite struct CTFPacketsTests {
  /// A packet of 128 bytes, its header as LTTng-UST writes it.
  private func packet(_ sequence: UInt64, isBigEndian: Bool = false) -> Data {
    var bytes = [UInt8](repeating: 0, count: 128)
    func put(_ value: some FixedWidthInteger, at offset: Int) {
      let value = isBigEndian ? value.bigEndian : value.littleEndian
      withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<(offset + $0.count), with: $0) }
    }
    put(UInt32(0xC1FC_1FC1), at: 0)
    put(100 * sequence, at: 32)
    put(100 * sequence + 50, at: 40)
    put(UInt64(120 * 8), at: 48)
    put(UInt64(128 * 8), at: 56)
    put(sequence, at: 64)
    return Data(bytes)
  }

  private func header(
    at offset: UInt64,
    _ sequence: UInt64,
    isBigEndian: Bool = false
  )
    -> PacketHeader
  {
    PacketHeader(
      extent: PacketExtent(
        offset: offset,
        packetSize: 128 * 8,
        contentSize: 120 * 8,
        begin: 100 * sequence,
        end: 100 * sequence + 50
      ),
      sequence: sequence,
      isBigEndian: isBigEndian
    )
  }

  private func packets(in data: Data) throws -> PacketSequence {
    let file = FileManager.default.temporaryDirectory.appending(path: "ctf-\(UUID().uuidString)")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try #require(PacketSequence(path: file.path))
  }

  @Test func `the packets of a file are found up to one that is cut short`() throws {
    let stream = try packets(in: packet(3) + packet(4) + packet(5).dropLast())
    #expect(stream.packets == [header(at: 0, 3), header(at: 128, 4)])
    #expect(stream.end == .partialPacket(header(at: 256, 5)))
    #expect(stream.wholeSize == 256)
    #expect(stream.fileSize == 383)
    #expect(try packets(in: packet(3) + packet(4).prefix(83)).end == .fragment)
  }

  @Test func `the packets of a file are found up to what is no packet`() throws {
    let stream = try packets(in: packet(3) + Data(repeating: 7, count: 200))
    #expect(stream.packets.map(\.sequence) == [3])
    #expect(stream.end == .damage)
    #expect(PacketSequence(path: "/nonexistent") == nil)
    #expect(PacketSequence(path: "/tmp") == nil)
  }

  @Test func `a whole file is read in either byte order`() throws {
    let stream = try packets(in: packet(3) + packet(4, isBigEndian: true))
    #expect(stream.packets == [header(at: 0, 3), header(at: 128, 4, isBigEndian: true)])
    #expect(stream.end == .file)
    #expect(try packets(in: Data()).end == .file)
  }

  /// An index file as LTTng writes it, with packets of given sizes in bytes.
  private func index(packets: [UInt64], truncatedTo length: Int? = nil) -> StreamIndex {
    func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
    var bytes: [UInt8] = []
    for word: UInt32 in [0xC1F1_DCC1, 1, 1, 72] { bytes += bigEndian(word) }
    var offset: UInt64 = 0
    for size in packets {
      for word in [offset, size * 8, size * 8, 0, 0, 0, 0, 0, 0] { bytes += bigEndian(word) }
      offset += size
    }
    return StreamIndex(bytes: length.map { Array(bytes.prefix($0)) } ?? bytes)
  }

  @Test(arguments: [
    (size: 12288, end: (12288, 16 + 144)), (size: 12287, end: (4096, 16 + 72)),
    (size: 0, end: (0, 16)), (size: 20000, end: (12288, 16 + 144)),
  ])
  func `a stream ends after its last whole packet`(size: Int, end: (Int, Int)) throws {
    let whole = try #require(index(packets: [4096, 8192]).wholePackets(streamSize: size))
    #expect(whole == end)
  }

  @Test func `a stream ends where its index is cut`() throws {
    let cut = index(packets: [4096, 8192], truncatedTo: 100)
    #expect(try #require(cut.wholePackets(streamSize: 12288)) == (4096, 16 + 72))
  }

  @Test func `what is not an index has no records`() {
    #expect(StreamIndex(bytes: []).wholePackets(streamSize: 5) == nil)
    #expect(StreamIndex(bytes: Array(repeating: 7, count: 90)).records == nil)
  }
}
