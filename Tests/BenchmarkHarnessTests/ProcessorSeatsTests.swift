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

  @Test func `where all processors are taken a thread stays`() async throws {
    try await onThread {
      let before = ProcessorAffinity.current
      let seats = try #require(ProcessorSeats(threads: 2))
      for _ in 0...before.processors.count { seats.take(for: 1) }
      #expect(ProcessorAffinity.current == before)
    }
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

  @Test func `one thread, or more than there are processors, are the system's`() {
    #expect(ProcessorSeats(threads: 1) == nil)
    #expect(ProcessorSeats(threads: ProcessorAffinity.current.processors.count + 1) == nil)
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
