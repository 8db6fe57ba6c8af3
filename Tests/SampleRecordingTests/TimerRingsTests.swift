import Testing

@testable import SampleRecording

@Suite struct TimerRingsTests {
  @Test func `only the files that a process made before its last one are older`() {
    let names = ["7-100", "7-300", "7-200", "8-150", "9-1", "symbols", "7-x", "10-5", "10-50"]
    for order in [names, names.reversed(), names.sorted()] {
      #expect(TimerRings.older(of: order) == ["7-100", "7-200", "10-5"])
    }
    #expect(TimerRings.older(of: [String]()).isEmpty)
  }
}
