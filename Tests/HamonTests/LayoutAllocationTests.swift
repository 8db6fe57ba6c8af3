import Testing

/// Exact counts of the release build, by valgrind.
@Suite(
  .serialized,
  .enabled(
    if: ReleaseBenchmark.areLayoutsCountable,
    "needs valgrind and the release LayoutScaling"
  ),
  .timeLimit(.minutes(10))
)
struct LayoutAllocationTests {
  // A row of views is an array of the workload's own, made once a layout.
  @Test(arguments: [("L", 0), ("flat", 0), ("G", 1), ("nested", 1)])
  func `a layout that was run before allocates nothing for its views`(
    workload: String,
    each: Int
  )
    async throws
  {
    let row = "resize/workload=\(workload)/views=1000"
    // Start-up and the first layout allocate: the slope between two counts is that of the others.
    let fewer = try await allocations(row, iterations: 10)
    let more = try await allocations(row, iterations: 60)
    #expect(abs(more - fewer - 50 * each) <= 2, "\(fewer) and \(more)")
  }

  private func allocations(_ row: String, iterations: Int) async throws -> Int {
    let count = try await AllocationCount(
      of: ReleaseBenchmark.layouts,
      arguments: ["--one-shot", "\(iterations)", "--filter", "^\(row)$"]
    )
    try #require(count.output == "ran \(iterations) iterations of \(row)\n")
    return count.allocations
  }
}
