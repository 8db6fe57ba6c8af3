import CMachine
import Synchronization
import Testing

@testable import BenchmarkHarness

/// Where the threads of a team start a sample; the system may move a thread at any moment, so most samples have to be right.
@Suite(.enabled(if: ProcessorAffinity.current.processors.count >= 2, "it takes two processors"))
struct ProcessorSeatsTests {
  @Test func `who comes second to a processor goes to another`() async throws {
    let moved = try await onThread {
      let before = ProcessorAffinity.current
      let seats = try #require(ProcessorSeats(threads: 2))
      var moved = 0
      for sample in 1...100 {
        seats.take(for: sample)
        let first = cmachine_processor()
        // As if it were another thread that runs here.
        seats.take(for: sample)
        if cmachine_processor() != first { moved += 1 }
      }
      #expect(ProcessorAffinity.current == before)
      return moved
    }
    #expect(moved > 50, "of 100 samples")
  }

  @Test func `where all places are taken a thread stays`() async throws {
    try await onThread {
      let before = ProcessorAffinity.current
      let seats = try #require(ProcessorSeats(threads: 2))
      for _ in 0...(2 * before.processors.count) { seats.take(for: 1) }
      #expect(ProcessorAffinity.current == before)
    }
  }

  @Test(arguments: [0, 1])
  func `more threads than processors are spread evenly`(besides: Int) async throws {
    let even = try await onThread {
      let processors = ProcessorAffinity.current.processors
      let threads = 2 * processors.count + besides
      let seats = try #require(ProcessorSeats(threads: threads))
      var even = 0
      for sample in 1...100 {
        var counts: [Int32: Int] = [:]
        // Each time as if it were another thread that the system has left here.
        for _ in 0..<threads {
          seats.take(for: sample)
          counts[cmachine_processor(), default: 0] += 1
        }
        if counts.count == processors.count, counts.values.allSatisfy({ (2...3).contains($0) }) {
          even += 1
        }
      }
      return even
    }
    #expect(even > 50, "of 100 samples")
  }

  @Test func `a team starts each sample on as many processors as it has threads`() throws {
    let processors = ProcessorAffinity.current
    let together = ProcessorAffinity(processors: processors.processors.prefix(1))
    let log = ProcessorLog()
    let team = try ThreadTeam(threads: 2) { thread, _ in
      log.note(cmachine_processor(), of: thread)
      // Both sleep on the same one, and the system may wake them there.
      try? together.apply()
      try? processors.apply()
    }
    defer { team.stop() }
    var apart = 0
    for _ in 0..<200 {
      team.run(iterations: 2)
      if log.isApart { apart += 1 }
    }
    #expect(apart > 150, "of 200 samples")
  }

  @Test func `one thread is the system's, and so are all where there is one processor`()
    async throws
  {
    #expect(ProcessorSeats(threads: 1) == nil)
    try await onThread {
      let processors = ProcessorAffinity.current
      try ProcessorAffinity(processors: processors.processors.prefix(1)).apply()
      #expect(ProcessorSeats(threads: 2) == nil)
      try processors.apply()
    }
  }

  private final class ProcessorLog: Sendable {
    private let first = Atomic<Int32>(-1)
    private let second = Atomic<Int32>(-1)

    var isApart: Bool { first.load(ordering: .relaxed) != second.load(ordering: .relaxed) }

    func note(_ processor: Int32, of thread: Int) {
      if thread == 0 {
        first.store(processor, ordering: .relaxed)
      } else {
        second.store(processor, ordering: .relaxed)
      }
    }
  }
}
