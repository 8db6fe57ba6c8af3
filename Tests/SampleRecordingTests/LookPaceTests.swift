import SampleFiles
import Testing

@testable import SampleRecording

@Suite struct LookPaceTests {
  @Test func `looks take two percent of a processor at most, as far as rings have room`() {
    let pace = LookPace(.timers, isClose: false)
    #expect(pace.slowed(by: 10_000) == pace)
    #expect(pace.slowed(by: 100_000).nanoseconds == 5_000_000)
    #expect(pace.slowed(by: 3_000_000).nanoseconds == 10_000_000)
    #expect(pace.slowed(by: .max).nanoseconds == 10_000_000)
  }

  @Test(arguments: SamplingEngine.allCases)
  func `what runs for a second is looked at more often, and at once`(engine: SamplingEngine) {
    let (usual, close) = (LookPace(engine, isClose: false), LookPace(engine, isClose: true))
    #expect(close.nanoseconds < usual.nanoseconds)
    #expect(close.patience == 0)
  }
}
