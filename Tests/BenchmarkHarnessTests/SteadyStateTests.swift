import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(30)))
struct SteadyStateTests {
  private func isSettled(_ samples: [UInt64]) -> Bool? {
    var state = SteadyState()
    for sample in samples { state.record(nanoseconds: sample) }
    return state.isSettled
  }

  @Test func `too few samples tell nothing`() {
    #expect(isSettled([]) == nil)
    #expect(isSettled([9000, 8000, 7000, 6000]) == nil)
    #expect(isSettled([9000, 8000, 7000, 6000, 5000]) == false)
  }

  @Test func `the same time again and again has settled`() {
    #expect(isSettled(Array(repeating: 1000, count: 20)) == true)
  }

  @Test(arguments: [-1, 1]) func `what gets faster or slower has not`(direction: Int) {
    #expect(isSettled((0..<20).map { UInt64(1000 + direction * $0 * 10) }) == false)
  }

  @Test func `a trend of less than 2 % is none that matters`() {
    #expect(isSettled((0..<20).map { UInt64(100_000 + $0 * 100) }) == true)
    #expect(isSettled((0..<20).map { UInt64(100_000 + $0 * 110) }) == false)
  }

  @Test func `single slow samples are no trend`() {
    var samples = [UInt64](repeating: 1000, count: 20)
    samples[3] = 90_000
    samples[17] = 50_000
    #expect(isSettled(samples) == true)
  }

  @Test func `only the last samples count`() {
    let warmUp = (0..<100).map { UInt64(100_000 - $0 * 900) }
    #expect(isSettled(warmUp) == false)
    #expect(isSettled(warmUp + Array(repeating: 9000, count: 20)) == true)
  }

  @Test func `noise without a trend has settled nearly always`() {
    var random = SystemRandomNumberGenerator()
    var settled = 0
    for _ in 0..<400 {
      let samples = (0..<20).map { _ in UInt64.random(in: 1000...2000, using: &random) }
      if isSettled(samples) == true { settled += 1 }
    }
    // 95 % by the test's level; 340 are six standard deviations below.
    #expect(settled > 340)
  }
}
