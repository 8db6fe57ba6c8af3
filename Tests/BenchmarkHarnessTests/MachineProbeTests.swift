import BenchmarkResults
import CMachine
import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(30)))
struct MachineProbeTests {
  private static let stat = """
    cpu  40 0 20 1000 10 0 5 60 0 0
    cpu0 10 0 10 500 5 0 2 30 0 0
    cpu1 30 0 10 500 5 0 3 30 0 0
    cpu12 1000 0 0 0 0 0 0 0 0 0
    intr 12345
    """

  private static func times(_ processors: Set<Int>, own: Double = 0) -> ProcessorTimes? {
    ProcessorTimes(stat: stat, processors: processors, ticksPerSecond: 100, own: own)
  }

  private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

  @Test func `the times of the processors that a process may run on are added`() throws {
    let both = try #require(Self.times([0, 1], own: 0.3))
    #expect(Self.isNear(both.total, 11.35))
    #expect(Self.isNear(both.busy, 0.65))
    #expect(Self.isNear(both.steal, 0.6))
    #expect(both.own == 0.3)
    // Not the one that begins with the same digit.
    #expect(Self.isNear(try #require(Self.times([1])).busy, 0.43))
    #expect(Self.times([7]) == nil)
    #expect(ProcessorTimes(stat: "cpu0 x", processors: [0], ticksPerSecond: 100, own: 0) == nil)
    #expect(ProcessorTimes(stat: "", processors: [0], ticksPerSecond: 100, own: 0) == nil)
  }

  @Test func `what is neither idle nor this process's is that of others`() throws {
    let before = ProcessorTimes(total: 100, busy: 50, steal: 1, own: 20)
    let after = ProcessorTimes(total: 120, busy: 62.02, steal: 3.02, own: 28)
    let disturbance = try #require(after.disturbance(since: before))
    #expect(Self.isNear(disturbance.others, 0.2))
    #expect(Self.isNear(disturbance.steal, 0.1))
    #expect(before.disturbance(since: before) == nil)
    // The kernel counts ticks; the process's own time is exact, and may be more.
    let short = ProcessorTimes(total: 100.1, busy: 50.01, steal: 1, own: 20.03)
    #expect(short.disturbance(since: before) == Disturbance(others: 0, steal: 0))
  }

  @Test func `the kernel tells its times, and they don't go back`() throws {
    let first = try #require(MachineProbe.live.processorTimes())
    let second = try #require(MachineProbe.live.processorTimes())
    #expect(first.total > 0)
    #expect(second.total >= first.total && second.own >= first.own)
  }

  @Test func `a cache line goes to another processor and back, where there is one`() throws {
    let processors = ProcessorAffinity.current
    defer { try? processors.apply() }
    if processors.processors.count > 1 {
      // Nobody can tell on a machine that is busy.
      let times = (0..<50).compactMap { _ in MachineProbe.live.handOverNanoseconds() }
      #expect(!times.isEmpty && times.allSatisfy { $0 > 1 })
      #expect(ProcessorAffinity.current == processors)
    }
    try ProcessorAffinity(processors: processors.processors.prefix(1)).apply()
    #expect(MachineProbe.live.handOverNanoseconds() == nil)
    #expect(cmachine_hand_over_nanoseconds(0) == 0)
  }

  @Test func `calibration loops do what they are named after, as often as they are told`() throws {
    #expect(cmachine_dependent_adds(80, 3) == 240)
    #expect(cmachine_dependent_adds(81, 1) == 88)
    #expect(cmachine_independent_adds(80, 3) == 240)
    #expect(cmachine_independent_adds(81, 1) == 88)
    #expect(cmachine_uncontended_exchanges(1000) == 1000)
    // All lines, and then the first again: one cycle.
    let lines = cmachine_missing_load_lines()
    let start = cmachine_missing_loads(0)
    #expect(cmachine_missing_loads(1) != start)
    #expect(cmachine_missing_loads(lines - 1) == start)
    for loop in CalibrationLoop.allCases {
      #expect(try #require(loop.nanoseconds()) > 0)
      #expect(loop.referenceNanoseconds > 0)
    }
  }
}
