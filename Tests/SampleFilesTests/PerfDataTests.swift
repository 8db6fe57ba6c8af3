import Foundation
import ObjectFiles
import SeededRandom
import SuiteErrors
import Testing

@testable import SampleFiles

@Suite struct PerfDataTests {
  /// A folder that is gone after the test.
  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "samples-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  static func sample(
    time: UInt64,
    thread: Int32 = 7,
    event: UInt64 = 1,
    period: UInt64 = 1000,
    _ addresses: [UInt64]
  ) -> [UInt8] {
    var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    for number in [event, addresses.first ?? 0] { record.append(number) }
    record.append(Int32(5))
    record.append(thread)
    for number in [time, 0, period, UInt64(addresses.count)] + addresses { record.append(number) }
    return record.finished()
  }

  static func lost(_ count: UInt64, time: UInt64) -> [UInt8] {
    var record = RecordBuilder(.lost)
    for number in [1, count] { record.append(number) }
    for number: Int32 in [5, 7] { record.append(number) }
    for number in [time, 0, 1] { record.append(number) }
    return record.finished()
  }

  private static func file(_ path: String, _ records: [[UInt8]], isFinished: Bool = true) throws {
    let attributes = [UInt8](repeating: 0, count: 128)
    var writer = try PerfDataWriter(
      path: path,
      events: [
        (attributes: attributes, numbers: [1, 2]),
        (attributes: attributes, numbers: [9]),
      ]
    )
    for record in records { writer.write(record) }
    if isFinished { writer.finish() } else { writer.flush() }
  }

  @Test func `what is written is read in the order of time, with its events and losses`() throws {
    try Self.inFolder { folder in
      let round = RecordBuilder(.finishedRound).finished()
      // Two rings a round: the second one's records are older.
      try Self.file(
        "\(folder)/f",
        [
          Self.sample(time: 20, [1, 2]), Self.sample(time: 30, event: 9, [3]),
          Self.sample(time: 10, event: 2, [4]), round, Self.sample(time: 40, [5]),
          Self.lost(3, time: 25), round,
        ]
      )
      let file = try PerfDataFile(path: "\(folder)/f")
      #expect(file.events.count == 2)
      var read: [(UInt64, Int, [UInt64])] = []
      let summary = file.read { record, event in
        guard record.kind == .sample else { return }
        #expect(record.process == 5 && record.thread == 7)
        read.append((record.time, event, (0..<record.addressCount).map(record.address)))
      }
      #expect(read.map(\.0) == [10, 20, 30, 40])
      #expect(read.map(\.1) == [0, 0, 1, 0])
      #expect(read.map(\.2) == [[4], [1, 2], [3], [5]])
      #expect(summary == PerfDataFile.Summary(lost: 3, fault: nil))
    }
  }

  @Test func `random rounds of several rings are read in order, and nothing is lost`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    try Self.inFolder { folder in
      var records: [[UInt8]] = []
      var now: UInt64 = 100
      var count = 0
      for _ in 0..<50 {
        let begin = now
        for _ in 0..<3 {
          // A ring is in order, and all of a round is later than the round before the last.
          var time = begin
          for _ in 0..<random.next(below: 20) {
            time += UInt64(random.next(below: 10))
            records.append(Self.sample(time: time, [1]))
            count += 1
          }
          now = max(now, time)
        }
        records.append(RecordBuilder(.finishedRound).finished())
      }
      try Self.file("\(folder)/f", records)
      var times: [UInt64] = []
      _ = try PerfDataFile(path: "\(folder)/f").read { record, _ in times.append(record.time) }
      #expect(times.count == count, "seed \(seed)")
      #expect(times == times.sorted(), "seed \(seed)")
    }
  }

  @Test func `a file that was cut off anywhere is read up to there, and says so`() throws {
    try Self.inFolder { folder in
      let records = (0..<20).map { Self.sample(time: UInt64($0), [1, 2, 3]) }
      try Self.file("\(folder)/f", records, isFinished: false)
      let whole = try Data(contentsOf: URL(filePath: "\(folder)/f"))
      let header = whole.count - records.reduce(0) { $0 + $1.count }
      for length in stride(from: 0, through: whole.count, by: 5) {
        try whole.prefix(length).write(to: URL(filePath: "\(folder)/g"))
        guard length >= header else {
          _ = try? PerfDataFile(path: "\(folder)/g").read { _, _ in }
          continue
        }
        var count = 0
        let summary = try PerfDataFile(path: "\(folder)/g").read { _, _ in count += 1 }
        let size = records[0].count
        #expect(count == (length - header) / size)
        #expect((summary.fault == nil) == ((length - header) % size == 0))
      }
    }
  }

  @Test func `what is no file of samples is refused`() throws {
    try Self.inFolder { folder in
      for text in ["", "PERFILE2", String(repeating: "x", count: 4096)] {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/f"))
        let error = #expect(throws: SuiteError.self) { try PerfDataFile(path: "\(folder)/f") }
        #expect(error?.problem.contains("no file of samples") == true)
      }
      #expect(throws: SuiteError.self) { try PerfDataFile(path: "\(folder)/none") }
    }
  }

  @Test func `random bytes after the header end a reading, and no process`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    try Self.inFolder { folder in
      for _ in 0..<300 {
        let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        // Each is as long as it says, so that the next one is looked at too.
        let records = (0..<20).map { index -> [UInt8] in
          let size = 8 + random.next(below: 90)
          var record = Array(bytes[index * 20..<index * 20 + 20])
          record += [UInt8](repeating: 1, count: 80)
          record[6] = UInt8(size)
          record[7] = 0
          record.replaceSubrange(0..<4, with: [UInt8(random.next(below: 16)), 0, 0, 0])
          return Array(record.prefix(size))
        }
        try Self.file("\(folder)/f", records)
        var spaces = AddressSpaces()
        _ = try PerfDataFile(path: "\(folder)/f").read { record, _ in
          _ = spaces.take(record)
          SampledStack.forEachAddress(of: record) { _ in }
          _ = record.named
        }
      }
    }
  }

  @Test(arguments: [
    sample(time: 1 << 62, [1]), sample(time: 1 << 51, [1]), sample(time: 20, period: 1 << 40, [1]),
    lost(1 << 32, time: 20), lost(3, time: UInt64.max),
  ])
  func `numbers that no clock and no kernel gives end a reading`(damaged: [UInt8]) throws {
    try Self.inFolder { folder in
      try Self.file(
        "\(folder)/f",
        [Self.sample(time: 10, [1]), damaged, Self.sample(time: 30, [1])]
      )
      var times: [UInt64] = []
      let file = try PerfDataFile(path: "\(folder)/f")
      let summary = file.read { record, _ in times.append(record.time) }
      #expect(times == [10] && summary.lost == 0)
      #expect(summary.fault?.contains("is damaged; nothing from there on is read") == true)
    }
  }

  @Test func `a description and symbols are read as they were written`() throws {
    var description = SamplingDescription(
      engine: .taskClock,
      reason: "no counters\nhere",
      frequency: 999,
      includesKernel: true
    )
    description.missedWaits = 3
    description.gaps = ["one", "two words"]
    let read = try #require(SamplingDescription(description.text))
    #expect(read.reason == "no counters here")
    #expect(read.gaps == description.gaps && read.missedWaits == 3 && !read.isComplete)
    #expect(read.epoch == nil)
    for (epoch, found) in [
      (Int64(1_700_000_000_000_000_001), Int64?(1_700_000_000_000_000_001)), (-5, -5),
      (.max, nil), (.min, nil),
    ] {
      description.epoch = epoch
      #expect(SamplingDescription(description.text)?.epoch == found)
    }
    #expect(SamplingDescription(description.text.replacing("version 1", with: "version 2")) == nil)
    #expect(SamplingDescription("") == nil)
    for (frequency, isPossible) in [
      ("0", false), ("-1", false), ("1", true), ("1000000000", true), ("1000000001", false),
      ("9223372036854775807", false),
    ] {
      let text = description.text.replacing(/frequency \d+/, with: "frequency \(frequency)")
      #expect((SamplingDescription(text) != nil) == isPossible, "\(frequency)")
    }

    var symbols = SampleSymbols()
    let buildID = try #require(BuildID("00ff10"))
    var object = SampleSymbols.Object(path: "/a b/program", buildID: buildID, state: .found)
    object.segments = [ELFFile.Segment(fileOffset: 0x1000, address: 0x2000, size: 0x500)]
    object.frames[0x2010] = [
      SampleSymbols.Frame(function: "inner\tone()", file: "/a.swift", line: 3),
      SampleSymbols.Frame(function: "outer()", file: "", line: 0),
    ]
    symbols.add(object)
    symbols.add(SampleSymbols.Object(path: "[vdso]", buildID: nil, state: .memory))
    try Self.inFolder { folder in
      try Data(symbols.text.utf8).write(to: URL(filePath: "\(folder)/symbols"))
      let read = try SampleSymbols(path: "\(folder)/symbols")
      let found = try #require(
        read.objects[SampleSymbols.Key(path: "/a b/program", buildID: buildID)]
      )
      #expect(found.frames[0x2010]?.map(\.function) == ["inner\tone()", "outer()"])
      #expect(found.address(ofOffset: 0x1010) == 0x2010)
      #expect(found.address(ofOffset: 0x10) == 0x10)
      #expect(read.objects[SampleSymbols.Key(path: "[vdso]", buildID: nil)]?.state == .memory)
    }
  }

  @Test func `build ids match where the kernel has filled one up, and else where they are equal`()
    throws
  {
    let short = try #require(BuildID("00ff10"))
    #expect(short.matches(try #require(BuildID("00ff10000000"))))
    #expect(!short.matches(try #require(BuildID("00ff10000001"))))
    #expect(!short.matches(try #require(BuildID("00ff11"))))
    let long = try #require(BuildID([UInt8](1...32)))
    #expect(long.matches(try #require(BuildID([UInt8](1...20)))))
    #expect(!long.matches(try #require(BuildID([UInt8](1...19) + [0]))))
    #expect(BuildID("0000") == nil)
    #expect(BuildID("xy") == nil)
    #expect(short.description == "00ff10")
  }
}
