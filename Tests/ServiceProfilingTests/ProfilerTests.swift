import Foundation
import Glibc
import SampleFiles
import SampleProfiles
import Synchronization
import Testing

@testable import SampleRecording
@testable import ServiceProfiling

/// A thread with two functions, one of which takes seven tenths of its time, until it is released.
private final class Work: Sendable {
  private let isOver = Atomic(false)
  private let sum = Atomic<UInt64>(0)

  init() {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        plantedSeventy(self)
        plantedThirty(self)
      }
    }
  }

  deinit { isOver.store(true, ordering: .relaxed) }

  func end() { isOver.store(true, ordering: .relaxed) }

  @inline(never) func spin(_ count: Int) {
    var x = 88_172_645_463_325_252 ^ sum.load(ordering: .relaxed)
    for _ in 0..<count {
      x ^= x << 13
      x ^= x >> 7
      x ^= x << 17
    }
    sum.store(x, ordering: .relaxed)
  }
}

// What follows the calls keeps these functions on the stack.
@inline(never) private func plantedSeventy(_ work: Work) {
  work.spin(70_000)
  withExtendedLifetime(work) {}
  work.spin(1)
}

@inline(never) private func plantedThirty(_ work: Work) {
  work.spin(30_000)
  withExtendedLifetime(work) {}
  work.spin(1)
}

@Suite(.serialized, .timeLimit(.minutes(5))) struct ProfilerTests {
  static let hasPerf = (try? EngineChoice(.taskClock, frequency: 999)) != nil

  // In processes of their own: others' tests keep the recorder waiting, and what it copies of stacks would hold what they look for as
  // leaks.

  @Test(.enabled(if: hasPerf)) func `a planted hot function has its share, by perf events`() async {
    await #expect(processExitsWith: .success) { try await ProfilerTests.checkShare(.taskClock) }
  }

  @Test func `a planted hot function has its share, by timers`() async {
    await #expect(processExitsWith: .success) { try await ProfilerTests.checkShare(.timers) }
  }

  // Root may lock as much memory as it wants.
  @Test(.enabled(if: hasPerf && geteuid() == 0)) func `without memory for rings, timers take over`()
    async
  {
    await #expect(processExitsWith: .success) {
      try #require(setuid(65534) == 0)
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      // Only C knows the number of RLIMIT_MEMLOCK.
      try #require(setrlimit(__rlimit_resource_t(8), &none) == 0)
      let choice = try EngineChoice(.taskClock, frequency: 999, isOwn: true)
      // The kernel gives each user some without counting.
      var rings: [KernelRings] = []
      while let more = try? KernelRings(choice.recording, thread: 0) { rings.append(more) }
      let work = Work()
      defer { work.end() }
      let profile = try await Profiler.profile(for: .seconds(1), by: choice, hasLines: false)
      withExtendedLifetime(rings) {}
      #expect(profile.description.engine == .timers)
      #expect(profile.threads.values.contains { !$0.samples.isEmpty })
    }
  }

  private static func checkShare(_ engine: SamplingEngine) async throws {
    let work = Work()
    defer { work.end() }
    let choice = try EngineChoice(engine, frequency: 999, isOwn: true)
    let profile = try await Profiler.profile(for: .seconds(3), by: choice, hasLines: false)
    #expect(profile.description.engine == engine)
    #expect(profile.faults == [])
    func samples(below name: String) -> Int {
      profile.threads.values.reduce(0) { sum, timeline in
        sum
          + timeline.samples.count { sample in
            profile.stacks.functions(of: sample.stack).contains { $0.name.hasPrefix(name) }
          }
      }
    }
    let (seventy, thirty) = (samples(below: "plantedSeventy"), samples(below: "plantedThirty"))
    // A busy machine leaves few; each gives the share a deviation of its own.
    let count = seventy + thirty
    #expect(count > 60)
    // Few, also where a debug build has to share the processors.
    #expect(profile.lost <= UInt64(count) / 20)
    let share = Double(seventy) / Double(max(1, count))
    let deviation = (0.21 / Double(max(1, count))).squareRoot()
    #expect(abs(share - 0.7) < max(0.05, 4 * deviation), "\(share)")
    // The thread that takes the samples isn't among the sampled.
    let recorder = profile.stacks.functions.filter { $0.name.hasPrefix("SampleRecorder.record") }
    #expect(recorder.isEmpty, "\(recorder)")
  }

  @Test func `the profile is one for pprof, as data and as a file`() async {
    await #expect(processExitsWith: .success) { try await ProfilerTests.checkPprof() }
  }

  private static func checkPprof() async throws {
    let work = Work()
    defer { work.end() }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).pb.gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try await Profiler.sample(for: .milliseconds(500), to: file, frequency: 499)
    for data in [
      try Data(contentsOf: file),
      try await Profiler.sample(for: .milliseconds(500), frequency: 499),
    ] {
      #expect(data.starts(with: [0x1f, 0x8b]))
      // The texts are stored as they are.
      for text in ["on-cpu", "off-cpu", "nanoseconds", "plantedSeventy"] {
        #expect(data.range(of: Data(text.utf8)) != nil, "\(text)")
      }
    }
  }

  @Test func `who is cancelled gets nothing, and nothing is left`() async throws {
    let task = Task { try await Profiler.sample(for: .seconds(600)) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: (any Error).self) {
      try await Profiler.sample(for: .seconds(1), frequency: 0)
    }
    let left = try FileManager.default.contentsOfDirectory(
      atPath: FileManager.default.temporaryDirectory.path
    ).filter { name in
      guard name.hasPrefix("hamon-") else { return false }
      let path = FileManager.default.temporaryDirectory.appending(path: "\(name)/samples").path
      return FileManager.default.fileExists(atPath: path)
    }
    #expect(left.isEmpty, "\(left)")
  }
}
