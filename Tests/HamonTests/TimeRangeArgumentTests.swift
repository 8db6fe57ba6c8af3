import ArgumentParser
import Testing

@testable import hamon

@Suite struct TimeRangeArgumentTests {
  @Test(
    arguments: [
      ("1.2s-1.25s", 1_200_000_000..<1_250_000_000), ("1-2", 1_000_000_000..<2_000_000_000),
      ("300-500us", 300_000..<500_000), ("0ns-7ns", 0..<7), ("900us-1ms", 900_000..<1_000_000),
    ] as [(String, Range<Int64>)]
  )
  func `two times with units are a range`(text: String, range: Range<Int64>) {
    #expect(TimeRangeArgument(argument: text)?.nanoseconds == range)
  }

  @Test(arguments: [
    "", "1s", "2s-1s", "1s-1s", "-1s", "1h-2h", "1s-", "99999999999s-999999999999s",
  ])
  func `anything else is refused`(text: String) {
    #expect(TimeRangeArgument(argument: text) == nil)
  }

  @Test func `the tasks of a time are asked of a page only`() throws {
    let error = #expect(throws: (any Error).self) {
      try Hamon.parseAsRoot(["report", "trace", "--tasks-in", "1s-2s"])
    }
    #expect(Hamon.message(for: try #require(error)).contains("--html"))
  }
}
