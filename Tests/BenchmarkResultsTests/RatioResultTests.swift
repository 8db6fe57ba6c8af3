import Testing

@testable import BenchmarkResults

struct RatioResultTests {
  @Test func `a ratio pairs the blocks of the same round`() throws {
    // The machine is ten times slower in the second round, for both rows; overall medians would
    // give 20 / 10 or worse, the rounds give 2, 2, 3.
    let ratio = try #require(
      RatioResult(
        floor: "floor",
        blocks: [[2, 2, 9], [20, 20, 20], [3, 3, 3]],
        floorBlocks: [[1, 1, 1], [10, 10, 90], [1, 1, 1]]
      )
    )
    #expect(ratio.median == 2)
    #expect(ratio.minimum == 2)
    #expect(ratio.maximum == 3)
    #expect(ratio.rounds == 3)
  }

  @Test func `rounds that only one of the rows took part in don't count`() throws {
    let ratio = try #require(
      RatioResult(floor: "floor", blocks: [[4], [6], [100]], floorBlocks: [[2], [2]])
    )
    #expect(ratio.median == 2.5)
    #expect(ratio.rounds == 2)
  }

  @Test func `there is no ratio to a floor that took no time`() {
    #expect(RatioResult(floor: "floor", blocks: [[4]], floorBlocks: [[0]]) == nil)
    #expect(RatioResult(floor: "floor", blocks: [], floorBlocks: []) == nil)
  }
}
