import Testing

@testable import ExactCounts

@Suite struct HeapTotalsTests {
  @Test func `the totals are those of the last program, with their thousands`() throws {
    let totals = try #require(
      HeapTotals(
        """
        ==1== HEAP SUMMARY:
        ==1==   total heap usage: 1 allocs, 0 frees, 72 bytes allocated
        ran 10 iterations of a
        ==2==     in use at exit: 18,604 bytes in 6 blocks
        ==2==   total heap usage: 1,234 allocs, 1,228 frees, 12,345,678 bytes allocated
        """
      )
    )
    #expect(totals.allocations == 1234)
    #expect(totals.frees == 1228)
    #expect(totals.bytes == 12_345_678)
  }

  @Test func `a program that crashed has none`() {
    #expect(HeapTotals("==1== Process terminating with default action of signal 11") == nil)
  }
}
