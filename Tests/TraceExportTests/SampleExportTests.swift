import Foundation
import MadeSamples
import SampleAnalysis
import SampleFiles
import SeededRandom
import Testing
import TraceAnalysis
import TraceReading

@testable import TraceExport

/// Samples that are known, in each form.
@Suite struct SampleExportTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A thread that runs for 5 ms, waits for a lock for 20 and goes on; and one that sleeps.
  private static func samples(from begin: UInt64) -> MadeSamples {
    var samples = MadeSamples(from: begin)
    samples.name("worker", thread: 7, at: begin)
    samples.goOn(thread: 7, at: begin)
    for step in UInt64(0)..<5 {
      let stack = step < 3 ? ["spin", "work", "main"] : ["work", "main"]
      samples.run(stack, thread: 7, at: begin + step * millisecond + 1)
    }
    samples.stop(thread: 7, at: begin + 5 * millisecond)
    samples.wait(
      ["libc/__lll_lock_wait", "libc/pthread_mutex_lock", "Cache.get()", "work", "main"],
      thread: 7,
      at: begin + 6 * millisecond
    )
    samples.goOn(thread: 7, at: begin + 25 * millisecond)
    samples.goOn(thread: 8, at: begin)
    samples.stop(thread: 8, at: begin + millisecond)
    samples.stop(thread: 7, at: begin + 30 * millisecond, isReady: true)
    return samples
  }

  private static func inTrace<Result>(
    _ samples: MadeSamples = Self.samples(from: 1000),
    copyOf fixture: String? = nil,
    _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if let fixture {
      try FileManager.default.copyItem(atPath: Self.fixture(fixture), toPath: folder)
    }
    try samples.write(toTrace: folder)
    return try body(folder)
  }

  private static func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/Traces/\(name)").standardized.path
  }

  private static func export(
    _ trace: String,
    _ format: TraceExportFormat
  ) throws -> (bytes: [UInt8], summary: TraceExporter.Summary) {
    let file = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let summary = try TraceExporter(path: trace, format: format, outputPath: file).run()
    return (Array(try Data(contentsOf: URL(filePath: file))), summary)
  }

  private static func packets(_ trace: String) throws -> [ProtobufFields] {
    let file = try #require(ProtobufFields(try export(trace, .perfetto).bytes))
    #expect(file.all.allSatisfy { $0.field == 1 })
    let packets = file.messages(1)
    #expect(packets.count == file.all.count)
    return packets
  }

  // MARK: - pprof

  private static func unzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "pprof-\(UUID()).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(data)
  }

  @Test func `a profile of pprof has each stack with what it ran and waited`() throws {
    try Self.inTrace { trace in
      let bytes = PprofProfile(try ExportedSamples(inTrace: trace)).bytes
      let profile = try #require(ProtobufFields(try Self.unzipped(bytes)))
      let strings = profile.texts(6)
      #expect(strings.first == "" && Set(strings).count == strings.count)
      func string(_ number: UInt64?) -> String { strings[Int(number ?? 0)] }
      let types = profile.messages(1).map { "\(string($0.number(1))) \(string($0.number(2)))" }
      #expect(types == ["samples count", "on-cpu nanoseconds", "off-cpu nanoseconds"])
      var names: [UInt64: String] = [:]
      for function in profile.messages(5) {
        names[function.number(1) ?? 0] = string(function.number(2))
        // With the system's name beside it, pprof would take one with brackets for C++'s, and shorten it.
        #expect(function.number(3) == nil)
      }
      var locations: [UInt64: (name: String, line: UInt64?, address: UInt64?)] = [:]
      for location in profile.messages(4) {
        let line = try #require(location.messages(4).first)
        locations[location.number(1) ?? 0] = (
          names[line.number(1) ?? 0] ?? "", line.number(2), location.number(3)
        )
      }
      var stacks: [String: [UInt64]] = [:]
      for sample in profile.messages(2) {
        let path = try sample.packed(1).map { try #require(locations[$0]).name }
        stacks[path.joined(separator: "<")] = sample.packed(2)
      }
      #expect(stacks["spin<work<main"] == [3, 3_000_000, 0])
      #expect(stacks["work<main"] == [2, 2_000_000, 0])
      let wait = "__lll_lock_wait<pthread_mutex_lock<Cache.get()<work<main"
      #expect(stacks[wait] == [0, 0, 20_000_000])
      // Another thread has waited where nobody looked.
      #expect(stacks["[unknown]"] == [0, 0, 29_000_000])
      #expect(
        locations.values.contains { $0.name == "spin" && $0.line == 10 && $0.address == 0x1100 }
      )
      let mappings = profile.messages(3)
      // Tools take the first one for the program.
      #expect(mappings.first.map { string($0.number(5)) } == MadeSamples.path)
      #expect(mappings.first?.number(1) == 1)
      #expect(mappings.map { string($0.number(6)) }.contains(MadeSamples.buildID))
      #expect(profile.number(12) == MadeSamples.period)
    }
  }

  @Test func `the first mapping of a profile of pprof is the program, whatever ran first`() throws {
    var samples = MadeSamples(from: 1)
    samples.run(["libc/memcpy", "main"], thread: 7, at: 2)
    try Self.inTrace(samples) { trace in
      let bytes = PprofProfile(try ExportedSamples(inTrace: trace)).bytes
      let profile = try #require(ProtobufFields(try Self.unzipped(bytes)))
      let names = profile.messages(3).map { profile.texts(6)[Int($0.number(5) ?? 0)] }
      #expect(names.first == MadeSamples.path && names.count == 2, "\(names)")
    }
  }

  @Test(arguments: [0, 1, 0xffff, 0x10000, 200_000])
  func `gzip reads what was wrapped for it`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    #expect(try Self.unzipped(GzipData.wrapping(bytes)) == bytes)
  }

  // MARK: - Perfetto

  @Test func `a trace of Perfetto has the samples, their stacks and what threads did`() throws {
    try Self.inTrace { trace in
      let packets = try Self.packets(trace)
      var functions: [UInt64: String] = [:]
      var frames: [UInt64: String] = [:]
      var stacks: [UInt64: [String]] = [:]
      var seen: [String] = []
      for packet in packets {
        #expect(packet.number(10) != nil && (packet.number(13) ?? 0) & 2 != 0)
        for interned in packet.messages(12) where packet.number(10) == 2 {
          for name in interned.messages(5) { functions[name.number(1) ?? 0] = name.text(2) }
          for frame in interned.messages(6) {
            frames[frame.number(1) ?? 0] = functions[frame.number(2) ?? 0]
          }
          for stack in interned.messages(7) {
            stacks[stack.number(1) ?? 0] = stack.numbers(2).compactMap { frames[$0] }
          }
        }
        guard let sample = packet.messages(66).first else { continue }
        #expect(sample.number(2) == 5 && sample.number(3) == 7)
        let stack = try #require(stacks[sample.number(4) ?? 0])
        seen.append(stack.joined(separator: ";"))
      }
      #expect(
        seen.sorted() == Array(repeating: "main;work", count: 2)
          + Array(repeating: "main;work;spin", count: 3)
      )
      // The state of a sequence is cleared once, by its first packet.
      #expect(packets.count { (($0.number(13) ?? 0) & 1) == 1 } == 2)
      let events = packets.compactMap { packet in
        packet.messages(11).first.map { (time: packet.number(8) ?? 0, event: $0) }
      }
      let wait = try #require(events.first { $0.event.text(23) == "blocked: lock" })
      #expect(wait.time == 1000 + 5 * Self.millisecond)
      let stack = try #require(stacks[wait.event.number(56) ?? 0])
      #expect(stack == ["main", "work", "Cache.get()", "pthread_mutex_lock", "__lll_lock_wait"])
      let end = try #require(
        events.first {
          $0.event.number(11) == wait.event.number(11) && $0.event.number(9) == 2
            && $0.time > wait.time
        }
      )
      #expect(end.time == 1000 + 25 * Self.millisecond)
      let threads = packets.flatMap { $0.messages(60) }.flatMap { $0.messages(4) }
      #expect(threads.contains { $0.number(2) == 7 && $0.text(5) == "worker" })
    }
  }

  @Test(.enabled(if: TraceReader.isSupported))
  func `slices of a track never overlap, and arrows lead from parents to children`() throws {
    for fixture in ["store", "mixed", "frames", "processes", "overlapping", "across-threads"] {
      let packets = try Self.packets(Self.fixture(fixture))
      var tracks: Set<UInt64> = []
      var names: [UInt64: String] = [:]
      var slices: [UInt64: [(time: UInt64, isBegin: Bool)]] = [:]
      var sources: [UInt64: UInt64] = [:]
      var targets: [UInt64: UInt64] = [:]
      for packet in packets {
        for interned in packet.messages(12) {
          for name in interned.messages(2) { names[name.number(1) ?? 0] = name.text(2) }
        }
        for track in packet.messages(60) {
          tracks.insert(track.number(1) ?? 0)
          if let parent = track.number(5) { #expect(tracks.contains(parent)) }
        }
        guard let event = packet.messages(11).first else { continue }
        let track = try #require(event.number(11))
        #expect(tracks.contains(track), "\(fixture)")
        let time = try #require(packet.number(8))
        if let name = event.number(10) { #expect(names[name] != nil) }
        for flow in event.numbers(47) { sources[flow] = min(time, sources[flow] ?? time) }
        for flow in event.numbers(48) { targets[flow] = time }
        switch event.number(9) {
        case 1: slices[track, default: []].append((time, true))
        case 2: slices[track, default: []].append((time, false))
        default: break
        }
      }
      for (_, events) in slices {
        for (place, event) in events.enumerated() where place > 0 {
          #expect(event.time >= events[place - 1].time, "\(fixture)")
        }
        var depth = 0
        for event in events {
          depth += event.isBegin ? 1 : -1
          #expect((0...1).contains(depth), "\(fixture)")
        }
      }
      for (flow, time) in targets {
        let source = try #require(sources[flow], "\(fixture)")
        #expect(source <= time, "\(fixture)")
      }
      if fixture == "store" { #expect(targets.count >= 5) }
    }
  }

  @Test(.enabled(if: TraceReader.isSupported))
  func `events and samples of a trace are on one clock in Perfetto's and Firefox's form`() throws {
    let fixture = Self.fixture("store")
    let offset = try #require(TraceClock.offset(ofTraceAt: fixture))
    let report = try TraceReport(readingTracesAt: [fixture])
    let first = try #require(report.firstTimestamp)
    let samples = Self.samples(from: UInt64(first - offset))
    try Self.inTrace(samples, copyOf: "store") { trace in
      let packets = try Self.packets(trace)
      let events = packets.filter { !$0.messages(11).isEmpty }.compactMap { $0.number(8) }
      let sampled = packets.filter { !$0.messages(66).isEmpty }.compactMap { $0.number(8) }
      #expect(sampled.count == 5)
      #expect(events.min().map { Int64($0) - first }.map { (0..<1_000_000).contains($0) } == true)
      #expect(sampled.min().map { Int64($0) } == first + 1)
      let profile = try Self.object(Self.export(trace, .firefox).bytes)
      let threads = try #require(profile["threads"] as? [[String: Any]])
      let markers = threads.compactMap { ($0["markers"] as? [String: Any])?["length"] as? Int }
      #expect(markers.reduce(0, +) >= report.intervals.reduce(0) { $0 + Int($1.count) })
      let meta = try #require(profile["meta"] as? [String: Any])
      let begin = try #require(meta["startTime"] as? Double)
      #expect(abs(begin * 1e6 - Double(first)) < 1e6)
    }
  }

  // MARK: - Firefox

  private static func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `a profile for Firefox has whole tables, and the stacks of what ran and waited`()
    throws
  {
    try Self.inTrace { trace in
      let profile = try Self.object(Self.export(trace, .firefox).bytes)
      let shared = try #require(profile["shared"] as? [String: Any])
      let texts = try #require(shared["stringArray"] as? [String])
      func column(_ table: String, _ name: String) throws -> [Int?] {
        let table = try #require(shared[table] as? [String: Any])
        let column = try #require(table[name] as? [Any], "\(name)")
        #expect(column.count == table["length"] as? Int, "\(name)")
        return column.map { $0 as? Int }
      }
      for table in ["frameTable", "funcTable", "stackTable", "resourceTable", "sources"] {
        let columns = try #require(shared[table] as? [String: Any])
        for name in columns.keys where name != "length" { _ = try column(table, name) }
      }
      let prefix = try column("stackTable", "prefix")
      let frame = try column("stackTable", "frame")
      let function = try column("frameTable", "func")
      let name = try column("funcTable", "name")
      func path(_ stack: Int?) throws -> String {
        var names: [String] = []
        var next = stack
        while let node = next {
          let place = try #require(frame[node])
          let number = try #require(function[place])
          names.append(texts[try #require(name[number])])
          next = prefix[node]
        }
        return names.joined(separator: "<")
      }
      var stacks: [String: [String]] = [:]
      var weights: [String: [Double]] = [:]
      for thread in try #require(profile["threads"] as? [[String: Any]]) {
        let samples = try #require(thread["samples"] as? [String: Any])
        let tid = try #require(thread["tid"] as? String)
        stacks[tid] = try (try #require(samples["stack"] as? [Any])).map { try path($0 as? Int) }
        weights[tid] = (samples["weight"] as? [Any])?.compactMap { $0 as? Double }
        let count = samples["length"] as? Int
        #expect(stacks[tid]?.count == count && weights[tid]?.count == count)
        #expect((samples["timeDeltas"] as? [Any])?.count == count)
      }
      #expect(
        stacks["7"] == Array(repeating: "spin<work<main", count: 3)
          + Array(repeating: "work<main", count: 2)
      )
      #expect(stacks["7 waiting"] == ["__lll_lock_wait<pthread_mutex_lock<Cache.get()<work<main"])
      #expect(weights["7 waiting"] == [20])
      let libraries = try #require(profile["libs"] as? [[String: Any]])
      let program = try #require(libraries.first { $0["path"] as? String == MadeSamples.path })
      #expect(program["codeId"] as? String == MadeSamples.buildID)
      #expect(program["breakpadId"] as? String == "0403020106050807090A0B0C0D0E0F100")
    }
  }

  // MARK: - Damage

  @Test func `samples with damaged bytes are told as far as they go, in every form`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    try Self.inTrace { trace in
      let path = SampleDirectory(ofTrace: trace).data
      let whole = try Data(contentsOf: URL(filePath: path))
      for round in 0..<(TestTier.isCheck ? 100 : 10) {
        var bytes = whole
        for _ in 0..<1 + random.next(below: 3) {
          let place = random.next(below: bytes.count)
          bytes[place] = UInt8(truncatingIfNeeded: random.next())
        }
        try bytes.write(to: URL(filePath: path))
        // A damaged header is refused; all else is read, whatever it says.
        guard let profile = try? SampleProfile(inTrace: trace) else { continue }
        let report = SampleReport(profile, intervals: nil)
        #expect(report.samples <= 6, "seed \(seed), round \(round)")
        for format in [TraceExportFormat.perfetto, .firefox] { _ = try Self.export(trace, format) }
        let samples = try ExportedSamples(inTrace: trace)
        #expect(!PprofProfile(samples).bytes.isEmpty)
        try SampleTrace(samples).write(to: "\(trace)/ctf-\(round)")
      }
    }
  }

  // MARK: - Trace Compass

  @Test(.enabled(if: TraceReader.isSupported))
  func `samples as a trace are events that our reader counts`() throws {
    try Self.inTrace { trace in
      let samples = try ExportedSamples(inTrace: trace)
      try SampleTrace(samples).write(to: "\(trace)/ctf")
      let reader = try TraceReader(path: "\(trace)/ctf/\(SampleTrace.traceName)")
      var times: [Int64] = []
      let summary = try reader.read { times.append($0.timestamp) }
      #expect(summary.faults.isEmpty && summary.eventCount == 6)
      #expect(times == times.sorted() && times.first == 1001)
      let counts = Dictionary(
        uniqueKeysWithValues: reader.catalog.eventClasses.map { ($0.name, $0.count) }
      )
      #expect(counts[SampleTrace.runningName] == 5 && counts[SampleTrace.waitingName] == 1)
      let names = try String(
        contentsOfFile: "\(trace)/ctf/\(SampleTrace.functionsName)",
        encoding: .utf8
      )
      let spin = try #require(
        samples.profile.stacks.functions.firstIndex { $0.name == "spin" }
      )
      let address = String(SampleTrace.address(of: Int32(spin)), radix: 16)
      #expect(names.split(separator: "\n").contains { $0.hasSuffix("\(address) T spin") })
      #expect(throws: (any Error).self) { try SampleTrace(samples).write(to: "\(trace)/ctf") }
    }
  }

  @Test(.enabled(if: TraceReader.isSupported))
  func `samples without events are dated by what their recording has written of the clocks`() throws
  {
    var made = Self.samples(from: 1000)
    let epoch: Int64 = 1_700_000_000_000_000_003
    made.description.epoch = epoch
    try Self.inTrace(made) { trace in
      let samples = try ExportedSamples(inTrace: trace)
      let profile = ProtobufFields(try Self.unzipped(PprofProfile(samples).bytes))
      #expect(profile?.number(9) == UInt64(epoch) + 1000)
      try SampleTrace(samples).write(to: "\(trace)/ctf")
      var first: Int64?
      let reader = try TraceReader(path: "\(trace)/ctf/\(SampleTrace.traceName)")
      _ = try reader.read { first = first ?? $0.timestamp }
      #expect(first == epoch + 1001)
    }
  }

  @Test(.enabled(if: TraceReader.isSupported))
  func `the clock of events has the last word`() throws {
    var made = Self.samples(from: 1000)
    made.description.epoch = 7
    try Self.inTrace(made, copyOf: "store") { trace in
      let samples = try ExportedSamples(inTrace: trace)
      #expect(samples.clockOffset == TraceClock.offset(ofTraceAt: trace))
      #expect(samples.clockOffset != 7)
    }
  }
}
