import Testing

@testable import BenchmarkHarness

struct RunPositionTests {
  @Test func `a position tells the row, and the time that is left once rows are over`() {
    var position = RunPosition(suite: "Counting", count: 4)
    #expect(position.text(at: 0, elapsed: 10).hasSuffix("Counting [1/4]"))
    position.finished = 1
    #expect(position.text(at: 1, elapsed: 10).hasSuffix("Counting [2/4, about 30 s left]"))
    position.finished = 2
    #expect(position.text(at: 3, elapsed: 240).hasSuffix("Counting [4/4, about 4 min left]"))
    position.finished = 4
    #expect(position.text(at: 3, elapsed: 240).hasSuffix("Counting [4/4]"))
  }
}
