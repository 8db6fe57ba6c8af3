import Glibc
import Synchronization
import Testing

@testable import BenchmarkHarness

struct ThreadTeamTests {
  @Test(arguments: [1, 2, 3, 8])
  func `each thread runs its share of a sample exactly once`(threads: Int) throws {
    let log = ShareLog(threads: threads)
    let team = try ThreadTeam(threads: threads) { thread, iterations in
      log.record(thread: thread, iterations: iterations)
    }
    defer { team.stop() }
    var expected = Array(repeating: 0, count: threads)
    for sample in 1...50 {
      let total = 1000 + sample
      team.run(iterations: total)
      for thread in 0..<threads {
        expected[thread] += total / threads + (thread < total % threads ? 1 : 0)
      }
      #expect(log.calls == Array(repeating: sample, count: threads))
      #expect(log.iterations == expected)
    }
    let sum = log.iterations.reduce(0, +)
    #expect(sum == 50 * 1000 + 50 * 51 / 2)
  }

  @Test func `what the threads wrote is seen by the caller without a lock`() throws {
    // Each thread has a word of its own; the caller reads them between samples. The thread sanitizer
    // checks that the team orders the two.
    let words = UnsafeMutablePointer<Int>.allocate(capacity: 4)
    words.initialize(repeating: 0, count: 4)
    defer { words.deallocate() }
    // SAFETY: the threads write disjoint words, and are stopped before the words are deallocated.
    nonisolated(unsafe) let shared = words
    let team = try ThreadTeam(threads: 4) { thread, iterations in
      for _ in 0..<iterations { shared[thread] += 1 }
    }
    defer { team.stop() }
    for sample in 1...100 {
      team.run(iterations: 400)
      #expect((0..<4).map { words[$0] } == Array(repeating: sample * 100, count: 4))
      words[0] = sample * 100  // A write of the caller, which the next sample reads.
    }
  }

  @Test func `threads with no iterations take part`() throws {
    let log = ShareLog(threads: 4)
    let team = try ThreadTeam(threads: 4) { log.record(thread: $0, iterations: $1) }
    defer { team.stop() }
    team.run(iterations: 2)
    #expect(log.calls == [1, 1, 1, 1])
    #expect(log.iterations == [1, 1, 0, 0])
  }

  @Test func `the shares run at the same time`() throws {
    // Each share waits for the other: if they ran one after the other, this would not end.
    let meeting = Meeting()
    let team = try ThreadTeam(threads: 2) { _, _ in meeting.wait(for: 2) }
    defer { team.stop() }
    for sample in 1...20 {
      meeting.reset()
      team.run(iterations: 2)
      #expect(meeting.count == 2, "sample \(sample)")
    }
  }

  @Test func `a team ends when it is stopped, twice, or dropped`() throws {
    let log = ShareLog(threads: 3)
    do {
      let team = try ThreadTeam(threads: 3) { log.record(thread: $0, iterations: $1) }
      team.run(iterations: 3)
      team.stop()
      team.stop()
    }
    for _ in 0..<100 {
      _ = try ThreadTeam(threads: 3) { log.record(thread: $0, iterations: $1) }
    }
    #expect(log.calls == [1, 1, 1])
  }

  @Test func `a row with a team checks the iterations of all threads`() async throws {
    let log = ShareLog(threads: 3)
    let benchmark = Benchmark("team", threads: 3, sampleDuration: .microseconds(200)) {
      let team = try ThreadTeam(threads: 3) { log.record(thread: $0, iterations: $1) }
      return BenchmarkBody(
        team: team,
        verify: {
          try VerificationError.check("sum", found: log.iterations.reduce(0, +), expected: $0)
        }
      )
    }
    let run = try await BenchmarkSuite([benchmark]).run(["--one-shot", "1000"])
    #expect(run.isRight)
    #expect(log.iterations == [334, 333, 333])
    #expect(log.calls == [1, 1, 1])
  }

  @Test func `running a stopped team is a precondition failure`() async {
    await #expect(processExitsWith: .failure) {
      let team = try ThreadTeam(threads: 1) { _, _ in }
      team.stop()
      team.run(iterations: 1)
    }
  }

  /// Counts calls and iterations by thread; atomics, because the thread sanitizer doesn't see the
  /// locking inside the library's Mutex.
  private final class ShareLog: Sendable {
    private final class Share: Sendable {
      let calls = Atomic(0)
      let iterations = Atomic(0)
    }

    private let shares: [Share]

    init(threads: Int) {
      shares = (0..<threads).map { _ in Share() }
    }

    var calls: [Int] { shares.map { $0.calls.load(ordering: .relaxed) } }

    var iterations: [Int] { shares.map { $0.iterations.load(ordering: .relaxed) } }

    func record(thread: Int, iterations: Int) {
      shares[thread].calls.wrappingAdd(1, ordering: .relaxed)
      shares[thread].iterations.wrappingAdd(iterations, ordering: .relaxed)
    }
  }

  /// Where shares wait for each other.
  private final class Meeting: Sendable {
    private let arrived = Atomic(0)

    var count: Int { arrived.load(ordering: .acquiring) }

    func reset() {
      arrived.store(0, ordering: .releasing)
    }

    func wait(for all: Int) {
      arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
      while count < all { sched_yield() }
    }
  }
}
