import Foundation
import MadeSamples
import SampleAnalysis
import Testing
import TraceAnalysis
import TraceReading

@testable import TaskAnalysis

/// What samples say of tasks.
struct TaskSamplerTests {
  private static let millisecond: UInt64 = 1_000_000

  /// A thread that runs all the time but from 20 to 30 ms, when it waits for a lock.
  private static func profile() throws -> SampleProfile {
    var samples = MadeSamples()
    samples.goOn(thread: 7, at: 1)
    for step in UInt64(0)..<40 where step < 20 || step >= 30 {
      let function = step < 10 ? "parse" : "render"
      samples.run([function, "main"], thread: 7, at: step * millisecond + 500_000)
    }
    samples.stop(thread: 7, at: 20 * millisecond)
    samples.wait(["libc/pthread_mutex_lock", "render", "main"], thread: 7, at: 21 * millisecond)
    samples.goOn(thread: 7, at: 30 * millisecond)
    samples.stop(thread: 7, at: 40 * millisecond)
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try samples.write(toTrace: folder)
    return try SampleProfile(inTrace: folder)
  }

  /// A factory whose events have the clock of the samples, and who joins them.
  private static func joined() throws -> (TaskFactory, TaskSampler) {
    let catalog = TraceCatalog()
    let sampler = TaskSampler(try profile(), catalog: catalog, clockOffset: 0)
    let factory = TaskFactory(
      catalog: catalog,
      process: Int64(MadeSamples.process),
      observers: [sampler]
    )
    return (factory, sampler)
  }

  @Test func `samples belong to the task that their thread ran, by its creator`() throws {
    let (factory, sampler) = try Self.joined()
    let ms = Int64(Self.millisecond)
    factory.create(1, caller: 0x10, at: 0)
    factory.create(2, caller: 0x20, at: 0)
    factory.run(1, at: 2 * ms, thread: 7)
    factory.pause(1, .continuation, at: 8 * ms, thread: 7)
    factory.run(2, at: 9 * ms, thread: 7)
    factory.end(2, at: 35 * ms, thread: 7)
    let samples = try #require(try factory.report(sampler).samples)
    #expect(samples.samples == 30 && samples.inTasks == 6 + 16)
    #expect(samples.creators.map(\.creator) == ["task of 0x20", "task of 0x10"])
    let (second, first) = (samples.creators[0], samples.creators[1])
    #expect(first.samples == 6 && first.functions.map(\.name) == ["parse", "main"])
    #expect(first.functions[0].running == 6 * Self.millisecond)
    #expect(first.functions[1].running == 0)
    #expect(first.functions[1].runningTotal == 6 * Self.millisecond)
    // Of its 26 ms the lock took ten.
    #expect(second.times.sum == 26 * Self.millisecond)
    #expect(second.times.waiting == 10 * Self.millisecond)
    #expect(second.times.running == 16 * Self.millisecond)
    let render = try #require(second.functions.first { $0.name == "render" })
    #expect(render.running == 15 * Self.millisecond && render.waitingTotal == 10 * Self.millisecond)
    let lock = try #require(second.functions.first { $0.name == "pthread_mutex_lock" })
    #expect(lock.waitingTotal == 10 * Self.millisecond && lock.runningTotal == 0)
  }

  @Test func `a sample is of the innermost task only`() throws {
    let (factory, sampler) = try Self.joined()
    let ms = Int64(Self.millisecond)
    factory.create(1, caller: 0x10, at: 0)
    factory.run(1, at: 0, thread: 7)
    factory.create(2, by: 1, kind: .immediate, caller: 0x20, at: 4 * ms, thread: 7)
    factory.run(2, at: 4 * ms, thread: 7)
    factory.end(2, at: 7 * ms, thread: 7)
    factory.end(1, at: 10 * ms, thread: 7)
    let samples = try #require(try factory.report(sampler).samples)
    let counts = Dictionary(uniqueKeysWithValues: samples.creators.map { ($0.creator, $0.samples) })
    #expect(counts == ["task of 0x10": 7, "immediate of 0x20": 3])
    #expect(samples.inTasks == 10)
  }

  @Test func `the text has the functions of each creator, and says what is in no task`() throws {
    let (factory, sampler) = try Self.joined()
    let ms = Int64(Self.millisecond)
    factory.create(1, caller: 0x10, at: 0)
    factory.run(1, at: 0, thread: 7)
    factory.end(1, at: 10 * ms, thread: 7)
    let section = try #require(
      try factory.report(sampler).sections().first { $0.title == "Functions by task" }
    )
    #expect(section.paragraphs[0].hasPrefix("10 of 30 samples (33.3 %)"))
    let text = section.rendered()
    #expect(text.contains("task of 0x10") && text.contains("parse"))
  }
}
