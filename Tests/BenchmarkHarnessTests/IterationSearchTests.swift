import SuiteErrors
import Testing

@testable import BenchmarkHarness

struct IterationSearchTests {
  /// Searches with a clock that charges so much an iteration, and so much a sample.
  private func search(
    target: UInt64,
    perIteration: Double,
    perSample: Double = 0,
    startingWith iterations: Int = 1
  ) throws -> (iterations: Int, samples: Int) {
    var search = IterationSearch(targetNanoseconds: target, startingWith: iterations)
    var samples = 0
    while !search.isDone {
      samples += 1
      let elapsed = perSample + perIteration * Double(search.iterations)
      try search.record(nanoseconds: UInt64(elapsed))
    }
    return (search.iterations, samples)
  }

  @Test(arguments: [0.3, 1, 7, 130, 4_000, 250_000])
  func `a sample takes about its target`(perIteration: Double) throws {
    let result = try search(target: 1_000_000, perIteration: perIteration)
    let duration = Double(result.iterations) * perIteration
    #expect(abs(duration / 1_000_000 - 1) < 0.02)
    #expect(result.samples < 12)
  }

  @Test func `a fixed cost of a sample doesn't end the search early`() throws {
    // 30 ns to read the clock: one iteration seems to take 31 ns, a thousand take 1030.
    let result = try search(target: 1_000_000, perIteration: 1, perSample: 30)
    #expect(abs(Double(result.iterations) - 1_000_000) < 20_000)
  }

  @Test func `an iteration longer than a sample runs alone`() throws {
    let result = try search(target: 1_000_000, perIteration: 80_000_000)
    #expect(result.iterations == 1)
    #expect(result.samples == 1)
  }

  @Test func `a search after the warm-up takes fewer iterations too`() throws {
    let result = try search(target: 1_000_000, perIteration: 100, startingWith: 50_000)
    #expect(result.iterations == 10_000)
  }

  @Test func `a loop that the compiler has removed is an error`() {
    #expect(throws: SuiteError.noMeasurableTime) {
      try search(target: 1_000_000, perIteration: 0, perSample: 25)
    }
  }

  @Test func `rows with long iterations take fewer samples a round`() {
    func samples(_ nanoseconds: UInt64) -> Int {
      IterationSearch.samplesPerRound(
        wanted: 10,
        sampleNanoseconds: nanoseconds,
        targetNanoseconds: 1_000_000
      )
    }
    #expect(samples(1_000_000) == 10)
    #expect(samples(1_900_000) == 10)
    #expect(samples(5_000_000) == 2)
    #expect(samples(80_000_000) == 1)
  }
}
