import CTFPackets
import Foundation
import Glibc
import Testing

@testable import TraceRecording

@Suite struct BufferRecoveryTests {
  /// A packet of 128 bytes, its header as LTTng-UST writes it.
  private func packet(_ sequence: UInt64, fill: UInt8 = 0) -> Data {
    var bytes = [UInt8](repeating: fill, count: 128)
    func put(_ value: some FixedWidthInteger, at offset: Int) {
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

  /// Runs a test with an empty folder.
  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/hbr-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func sequences(_ file: String) -> [UInt64] {
    RecordingDirectory.packets(in: file).map(\.sequence)
  }

  private func write(_ data: Data, _ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: RecordingDirectory.parent(of: path),
      withIntermediateDirectories: true
    )
    try data.write(to: URL(filePath: path))
  }

  @Test(arguments: [
    // What the trace has of packet 2 and those before: nothing, a part, all of it.
    (written: 2, part: 0), (written: 2, part: 60), (written: 3, part: 0), (written: 0, part: 0),
  ])
  func `each packet is in the trace once, whenever the consumer was killed`(
    written: Int,
    part: Int
  ) throws {
    try withFolder { folder in
      let (trace, buffers) = ("\(folder)/t/ust/uid/0/64-bit", "\(folder)/b/s-1/ust/uid/0/64-bit")
      let before = (0..<written).map { packet(UInt64($0), fill: 1) }.reduce(Data(), +)
      try write(before + packet(2, fill: 1).prefix(part), "\(trace)/events_0")
      try write(Data([1]), "\(trace)/index/events_0.idx")
      try write(Data([2]), "\(trace)/index/events_1.idx")
      try write(Data("part".utf8), "\(trace)/metadata")
      try write(packet(2, fill: 9) + packet(3, fill: 9), "\(buffers)/events_0")
      try write(packet(0, fill: 9), "\(buffers)/events_2")
      try write(Data("whole".utf8), "\(buffers)/metadata")
      let gained = try RecordingDirectory(existing: "\(folder)/t").append(buffers: "\(folder)/b")
      #expect(gained == 3)
      #expect(sequences("\(trace)/events_0") == (written == 0 ? [2, 3] : [0, 1, 2, 3]))
      #expect(sequences("\(trace)/events_2") == [0])
      #expect(try String(contentsOfFile: "\(trace)/metadata", encoding: .utf8) == "whole")
      let indexes = try FileManager.default.contentsOfDirectory(atPath: "\(trace)/index")
      #expect(indexes == ["events_1.idx"])
    }
  }

  @Test func `in a ring of files the packets go to the newest`() throws {
    try withFolder { folder in
      let trace = "\(folder)/t/ust/uid/0/64-bit"
      try write(packet(4) + packet(5), "\(trace)/events_0_0")
      try write(packet(2) + packet(3), "\(trace)/events_0_1")
      try write(packet(9), "\(trace)/events_10_0")
      try write(packet(6), "\(folder)/b/ust/uid/0/64-bit/events_0")
      try write(Data(), "\(folder)/b/ust/uid/0/64-bit/metadata")
      #expect(try RecordingDirectory(existing: "\(folder)/t").append(buffers: "\(folder)/b") == 1)
      #expect(sequences("\(trace)/events_0_0") == [4, 5, 6])
      #expect(sequences("\(trace)/events_0_1") == [2, 3])
      #expect(RecordingDirectory.streams(in: "\(folder)/t").map(\.count) == [5, 1])
    }
  }

  @Test func `a home is locked while its recorder lives`() throws {
    let home = try TemporaryHome()
    let marker = RecordingMarker(
      session: "s",
      home: home.path,
      isFlightRecorder: false
    )
    #expect(marker.isRunning)
    #expect(KilledRecording(marker) == nil)
    home.remove()
    #expect(TemporaryHome.isLocked(home.path) == nil)
    #expect(!marker.isRunning)
    try FileManager.default.createDirectory(
      atPath: home.path,
      withIntermediateDirectories: false
    )
    #expect(!marker.isRunning)
    KilledRecording(marker)?.removeHome()
    #expect(!FileManager.default.fileExists(atPath: home.path))
  }

  @Test func `a process is told from another one that was given its id`() throws {
    var process = try #require(ProcessIdentity(getpid()))
    #expect(process.isRunning)
    process.start += 1
    #expect(!process.isRunning)
    process = try #require(ProcessIdentity(getpid()))
    process.boot = "another"
    #expect(!process.isRunning)
    #expect(process.companions == [])
    #expect(ProcessIdentity(Int32.max) == nil)
  }
}
