import Foundation
import Testing

@testable import TraceReading

@Suite(.enabled(if: TraceReader.isSupported))
struct DamagedTraceTests {
  private static let stream = Fixture.userDirectory + "/c_0"

  /// Reads a trace and counts the events delivered.
  private func read(_ path: String) throws -> (count: UInt64, summary: TraceReadSummary) {
    var count: UInt64 = 0
    let summary = try TraceReader(path: path).read { _ in count += 1 }
    #expect(summary.eventCount == count)
    return (count, summary)
  }

  // The trace `packets` has 420 events in six packets of 4096 bytes: 75, 74, 75, 74, 74, 48.

  @Test("A stream cut in the middle of a packet is read to its last whole event")
  func cutInPacket() throws {
    var previous: UInt64 = 0
    for length: UInt64 in [100, 150, 1000, 4000, 4200, 9000, 12_000, 20_000] {
      let (count, summary) = try Fixture.withCopy(of: "packets") { path in
        try Fixture.truncate(path + "/" + Self.stream, to: length)
        return try read(path)
      }
      #expect(summary.faults.map(\.code) == [.truncated], "length \(length)")
      #expect(count >= previous, "length \(length)")
      previous = count
    }
    #expect(previous > 298)
    #expect(previous < 372)
  }

  @Test("A stream cut between two packets is reported although the library would not notice")
  func cutBetweenPackets() throws {
    for (length, expected): (UInt64, UInt64) in [(4096, 75), (8192, 149), (16_384, 298)] {
      let (count, summary) = try Fixture.withCopy(of: "packets") { path in
        try Fixture.truncate(path + "/" + Self.stream, to: length)
        return try read(path)
      }
      #expect(count == expected)
      #expect(summary.faults.map(\.code) == [.truncated])
      #expect(summary.faults.first?.problem.contains("\(length) bytes of 24576") == true)
    }
  }

  @Test("Parts of one trace whose declarations contradict each other don't end the process")
  func contradictingDeclarations() throws {
    try Fixture.withCopy(of: "rotated") { path in
      let archives = try FileManager.default.contentsOfDirectory(atPath: path + "/archives")
        .sorted()
      let metadata = "\(path)/archives/\(archives[1])/\(Fixture.userDirectory)/metadata"
      let text = try Data(contentsOf: URL(fileURLWithPath: metadata))
      let range = try #require(text.range(of: Data("timestamp_begin".utf8)))
      try Fixture.overwrite(metadata, at: UInt64(range.lowerBound), with: [UInt8(ascii: "F")])
      let (count, _) = try read(path)
      // The other part is whole.
      #expect(count > 150)
    }
  }

  @Test(
    "A damaged index loses no event",
    arguments: [0, 5, 15, 17, 30, 38, 50, 90, 440] as [UInt64]
  )
  func damagedIndex(offset: UInt64) throws {
    let (count, summary) = try Fixture.withCopy(of: "packets") { path in
      let index = "\(path)/\(Fixture.userDirectory)/index/c_0.idx"
      try Fixture.overwrite(index, at: offset, with: [0xA5])
      return try read(path)
    }
    #expect(count == 420)
    #expect(summary.isComplete)
  }

  @Test("A stream that is gone altogether is reported")
  func emptiedStream() throws {
    let (count, summary) = try Fixture.withCopy(of: "packets") { path in
      try Fixture.truncate(path + "/" + Self.stream, to: 0)
      return try read(path)
    }
    #expect(count == 0)
    #expect(summary.faults.map(\.code) == [.truncated])
  }

  @Test("A stream file that was removed is missed, and the other is read")
  func removedStream() throws {
    let (count, summary) = try Fixture.withCopy(of: "packets") { path in
      try FileManager.default.removeItem(atPath: path + "/" + Self.stream)
      return try read(path)
    }
    #expect(count == 0)
    #expect(summary.faults.map(\.code) == [.truncated])
    #expect(summary.faults.first?.path.hasSuffix("/c_0") == true)
  }

  @Test("One damaged stream does not hide the other")
  func otherStreamSurvives() throws {
    let whole = try read(Fixture.path("mixed"))
    #expect(whole.count == 102)
    #expect(whole.summary.isComplete)
    var counts: [UInt64] = []
    for stream in ["c_0", "c_1"] {
      let (count, summary) = try Fixture.withCopy(of: "mixed") { path in
        try Fixture.overwrite("\(path)/\(Fixture.userDirectory)/\(stream)", at: 0, with: [1, 2, 3])
        return try read(path)
      }
      #expect(summary.faults.map(\.code) == [.corrupt])
      counts.append(count)
    }
    #expect(counts.reduce(0, +) == whole.count)
  }

  @Test("Flipped bytes in events are told in one line, and what comes before them is delivered")
  func corruptEvent() throws {
    let (count, summary) = try Fixture.withCopy(of: "packets") { path in
      try Fixture.overwrite(path + "/" + Self.stream, at: 200, with: [255, 255, 255])
      return try read(path)
    }
    #expect(count == 2)
    #expect(summary.faults.map(\.code) == [.corrupt])
    #expect(summary.faults.first?.problem.contains("No event class with ID") == true)
    #expect(summary.faults.first?.description.contains("\n") == false)
    #expect(summary.faults.first?.path.hasSuffix("c_0") == true)
  }

  @Test("Metadata cut short gives the events whose declarations are whole")
  func cutMetadata() throws {
    var counts: [UInt64] = []
    for length: UInt64 in [4096, 5000, 8000] {
      let (count, summary) = try Fixture.withCopy(of: "packets") { path in
        try Fixture.truncate("\(path)/\(Fixture.userDirectory)/metadata", to: length)
        return try read(path)
      }
      #expect(summary.faults.map(\.code) == [.truncated], "length \(length)")
      counts.append(count)
    }
    #expect(counts == counts.sorted())
    #expect(counts.last == 420)
  }

  @Test("Metadata without anything whole in it is an error")
  func destroyedMetadata() throws {
    for length: UInt64 in [0, 10, 100] {
      try Fixture.withCopy(of: "packets") { path in
        try Fixture.truncate("\(path)/\(Fixture.userDirectory)/metadata", to: length)
        let error = #expect(throws: TraceReadingError.self) { try read(path) }
        #expect(error?.code == .truncated)
        #expect(error?.path.hasSuffix("metadata") == true)
      }
    }
  }

  @Test("What is not a trace is told apart from a damaged one")
  func notATrace() throws {
    try Fixture.withDirectory { directory in
      func code(_ path: String) -> TraceReadingError.Code? {
        #expect(throws: TraceReadingError.self) { try read(path) }?.code
      }
      #expect(code(directory) == .notATrace)
      #expect(code(directory + "/absent") == .noSuchPath)
      try Data("a text\n".utf8).write(to: URL(fileURLWithPath: directory + "/text"))
      #expect(code(directory + "/text") == .notATrace)
      try Data("not CTF at all\n".utf8).write(to: URL(fileURLWithPath: directory + "/metadata"))
      try Data("nor this\n".utf8).write(to: URL(fileURLWithPath: directory + "/stream"))
      #expect(code(directory) == .corrupt)
    }
  }

  @Test(
    "A trace that may not be read names the file",
    .enabled(if: geteuid() != 0, "root may read all files")
  )
  func permissions() throws {
    try Fixture.withCopy(of: "packets") { path in
      let metadata = "\(path)/\(Fixture.userDirectory)/metadata"
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: metadata)
      let error = #expect(throws: TraceReadingError.self) { try read(path) }
      #expect(error?.code == .unreadable)
      #expect(error?.path == metadata)
    }
  }
}
