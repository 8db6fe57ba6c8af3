import Foundation
import MadeSamples
import ObjectFiles
import SampleFiles
import Testing
import TraceAnalysis

@testable import SampleAnalysis

@Suite struct SampleProfileTests {
  private static func profile(_ samples: MadeSamples) throws -> SampleProfile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "profile-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try samples.write(toTrace: folder)
    return try SampleProfile(inTrace: folder)
  }

  private static func times(_ profile: SampleProfile, thread: Int32) -> ThreadTimeline.Times? {
    profile.threads[SampleProfile.ThreadID(process: MadeSamples.process, thread: thread)]?
      .times(in: 0..<1000)
  }

  @Test func `a thread that executes a program ends, and the first thread goes on`() throws {
    var samples = MadeSamples(from: 10)
    let first = MadeSamples.process
    samples.name("before", thread: first, at: 10)
    samples.goOn(thread: first, at: 10)
    samples.stop(thread: first, at: 20)
    samples.goOn(thread: 7, at: 20)
    // The kernel ends the first thread for the other one, and gives that one its number.
    samples.end(thread: first, at: 30)
    samples.execute("after", at: 40)
    samples.stop(thread: first, at: 60)
    samples.goOn(thread: first, at: 100)
    let profile = try Self.profile(samples)
    #expect(profile.faults == [])
    #expect(Self.times(profile, thread: 7) == ThreadTimeline.Times(running: 20))
    #expect(
      Self.times(profile, thread: first) == ThreadTimeline.Times(running: 10 + 20, waiting: 10 + 40)
    )
  }

  @Test func `a thread that is sampled before its first switch has run until then`() throws {
    var samples = MadeSamples(from: 10)
    samples.name("computes", thread: 7, at: 10)
    samples.run(["main"], thread: 7, at: 30)
    samples.run(["main"], thread: 7, at: 50)
    #expect(Self.times(try Self.profile(samples), thread: 7) == ThreadTimeline.Times(running: 40))
  }

  @Test func `an address is named once it is told what is there`() throws {
    var samples = MadeSamples(from: 10, hasLibrary: false)
    samples.run(["libc/memcpy", "main"], thread: 7, at: 20)
    samples.loadLibrary(at: 30)
    samples.run(["libc/memcpy", "main"], thread: 7, at: 40)
    let profile = try Self.profile(samples)
    var names: [String] = []
    for timeline in profile.threads.values {
      timeline.forEachSample(in: 0..<100) { stack in
        let innermost = profile.stacks.stacks[Int(stack)].first.map { Int($0) } ?? 0
        names.append(profile.stacks.functions[innermost].name)
      }
    }
    #expect(names == ["[unknown]", "memcpy"])
  }

  @Test func `LTTng's own threads are in no sum, and said; nor are copies of the heap`() throws {
    var samples = MadeSamples(from: 10)
    samples.name("shop", thread: MadeSamples.process, at: 10)
    for (thread, name) in [(Int32(7), "shop"), (8, "shop-ust"), (9, "my-ust"), (10, "hamon-copy")] {
      samples.name(name, thread: thread, at: 10)
      samples.goOn(thread: thread, at: 10)
      samples.run(["main"], thread: thread, at: 20)
      samples.stop(thread: thread, at: 40)
    }
    let profile = try Self.profile(samples)
    #expect(Set(profile.threads.keys.map(\.thread)) == [MadeSamples.process, 7, 9])
    let report = SampleReport(profile, intervals: nil)
    #expect(report.samples == 2 && report.times.running == 60)
    #expect(report.tracerThreads == 1 && report.tracerTimes?.running == 30)
    let text = report.overview().rendered()
    #expect(text.contains("Left out: 1 of LTTng's own threads (-ust)"), "\(text)")
  }

  @Test func `functions of the kernel and of compiled code are above those that called them`()
    throws
  {
    let process = MadeSamples.process
    var symbols = SampleSymbols()
    for (key, address, name) in [
      (SampleSymbols.Key.kernel, UInt64(0xffff_ffff_8100_0010), "vfs_read [kernel]"),
      (.generated(by: process), 0x5000, "JS:*hot shop.js:1"),
    ] {
      var object = SampleSymbols.Object(path: key.path, buildID: nil, state: .memory)
      object.frames[address] = [SampleSymbols.Frame(function: name, file: "", line: 0)]
      symbols.add(object)
    }
    func names(_ symbols: SampleSymbols) throws -> [String] {
      var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.kernelMode)
      let addresses: [UInt64] = [
        PerfRecord.kernelMark, 0xffff_ffff_8100_0010, 0xffff_ffff_8100_0777, PerfRecord.userMark,
        0x5000,
      ]
      for number in [UInt64(1), addresses[1]] { record.append(number) }
      for number in [process, process] { record.append(number) }
      for number in [20, 0, 1, UInt64(addresses.count)] + addresses { record.append(number) }
      var table = StackTable(symbols)
      return try record.finished().withUnsafeBytes { bytes in
        let record = try #require(PerfRecord(NativeBytes(bytes), at: 0))
        let stack = table.stack(of: record)
        return table.functions(of: stack).map(\.name)
      }
    }
    // A name that isn't known says that it is the kernel's; those without one in a row are told as one.
    #expect(try names(symbols) == ["vfs_read [kernel]", "[kernel]", "JS:*hot shop.js:1"])
    #expect(try names(SampleSymbols()) == ["[kernel]", "[unknown]"])
  }

  @Test func `samples that the kernel has left out are told of`() throws {
    var samples = MadeSamples(from: 10)
    samples.run(["main"], thread: 7, at: 20)
    for time in [UInt64(30), 40] { samples.throttle(thread: 7, at: time) }
    let faults = try Self.profile(samples).faults
    #expect(faults.count == 1 && faults[0].contains("left out samples 2 times"), "\(faults)")
  }
}
