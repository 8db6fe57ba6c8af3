import Foundation
import MadeSamples
import SampleFiles
import Testing

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

  @Test func `samples that the kernel has left out are told of`() throws {
    var samples = MadeSamples(from: 10)
    samples.run(["main"], thread: 7, at: 20)
    for time in [UInt64(30), 40] { samples.throttle(thread: 7, at: time) }
    let faults = try Self.profile(samples).faults
    #expect(faults.count == 1 && faults[0].contains("left out samples 2 times"), "\(faults)")
  }
}
