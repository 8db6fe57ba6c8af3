import Foundation
import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(30)))
struct HardwareCountersTests {
  /// Page faults, which the kernel counts on any machine.
  private let pageFaults = HardwareCounters.Event(name: "page-faults", type: 1, config: 2)

  // Where a sandbox forbids all counters there is a reason, and nothing else to see.
  @Test func `what is counted in a stretch is told an operation`() throws {
    let counters = HardwareCounters([pageFaults])
    guard counters.reason == nil else {
      #expect(counters.names.isEmpty)
      return
    }
    var meter = UsageMeter(.thread, counters: counters)
    let bytes = 8 << 20
    // From the kernel: what malloc gives may have been there before, with its pages.
    let block = try #require(
      mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    )
    try #require(block != MAP_FAILED)
    meter.start()
    memset(block, 1, bytes)
    meter.stop(operations: 2)
    munmap(block, bytes)
    let faults = try #require(meter.usage.events?["page-faults"])
    #expect(faults > 0)
  }

  @Test func `an event that no machine has is left out, with the reason`() throws {
    let absent = HardwareCounters.Event(name: "absent", type: 0, config: 9999)
    let counters = HardwareCounters([absent, pageFaults])
    #expect(try #require(counters.reason).hasPrefix("perf_event_open: "))
    #expect(!counters.names.contains("absent"))
    #expect(counters.read().count == counters.names.count)
  }

  @Test func `without a request no events are counted`() {
    var meter = UsageMeter(.thread, counters: nil)
    meter.start()
    meter.stop(operations: 1)
    #expect(meter.usage.events == nil)
  }
}
