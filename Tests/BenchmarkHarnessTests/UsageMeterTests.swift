import Foundation
import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(30)))
struct UsageMeterTests {
  // In a process of its own: the switches are those of all its threads.
  @Test func `each wait of an operation is a context switch`() async {
    await #expect(processExitsWith: .success) {
      var meter = UsageMeter(.thread)
      for _ in 0..<2 {
        meter.start()
        for _ in 0..<5 { usleep(2000) }
        meter.stop(operations: 5)
      }
      #expect(meter.usage.contextSwitches >= 1)
      var idle = UsageMeter(.thread)
      idle.start()
      idle.stop(operations: 1000)
      #expect(idle.usage.contextSwitches < 1)
    }
  }

  // In a process of its own, whose memory is nobody else's.
  @Test
  func `memory is in the peak of the stretch that touches it, and in the growth while it is kept`()
    async
  {
    await #expect(processExitsWith: .success) {
      let bytes = 64 << 20
      var before = UsageMeter(.thread)
      before.start()
      before.stop(operations: 1)
      var during = UsageMeter(.thread)
      during.start()
      let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
      memset(block, 1, bytes)
      during.stop(operations: 4)
      block.deallocate()
      var after = UsageMeter(.thread)
      after.start()
      after.stop(operations: 1)
      #expect(during.usage.residentGrowth > Double(bytes) / 4 * 0.9)
      #expect(after.usage.residentGrowth < Double(bytes) / 4)
      // Where the kernel doesn't let the peak be reset there is none.
      guard let peak = during.usage.peakResident, let first = before.usage.peakResident,
        let last = after.usage.peakResident
      else { return }
      #expect(peak >= first + bytes * 9 / 10)
      #expect(last < peak - bytes / 2)
    }
  }

  @Test func `of other processes there is no peak`() {
    var meter = UsageMeter(.children)
    meter.start()
    meter.stop(operations: 1)
    #expect(meter.usage.peakResident == nil)
  }
}
