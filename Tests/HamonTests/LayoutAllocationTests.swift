import Testing

/// Exact counts of the release build, by valgrind.
@Suite(
  .serialized,
  .enabled(
    if: ReleaseBenchmark.areLayoutsCountable,
    "needs valgrind and the release LayoutScaling"
  ),
  .timeLimit(.minutes(30))
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
    let fewer = try await AllocationCount.ofRow(row, of: ReleaseBenchmark.layouts, iterations: 10)
    let more = try await AllocationCount.ofRow(row, of: ReleaseBenchmark.layouts, iterations: 60)
    #expect(abs(more - fewer - 50 * each) <= 2, "\(fewer) and \(more)")
  }

  @Test(
    arguments: [
      "hierarchy/workload=nested", "hierarchy-named", "first-layout-anew/workload=L",
      "cache-hit-anew/workload=L",
    ]
  )
  func `what is made anew allocates as often for a thousand views as for ten`(
    row: String
  )
    async throws
  {
    var each: [Int] = []
    for views in [10, 1000] {
      let row = "\(row)/views=\(views)"
      let fewer = try await AllocationCount.ofRow(
        row,
        of: ReleaseBenchmark.layouts,
        iterations: 10
      )
      let more = try await AllocationCount.ofRow(row, of: ReleaseBenchmark.layouts, iterations: 60)
      each.append(more - fewer)
    }
    #expect(abs(each[1] - each[0]) <= 2, "\(each)")
    #expect(each[0] <= 50 * 12, "\(each)")
  }

  @Test(.enabled(if: TracedProgram.isPossible, "needs lttng-tools, liblttng-ust-dev and cc"))
  func `a recording doesn't change what is counted`() async throws {
    try await ToolFixture.open { fixture in
      // The slope, as above: how often the command line is parsed anew within depends on where the libraries lie, and these lie
      // elsewhere below the recorder's.
      func slope(under recorder: (Int) -> [String]) async throws -> Int {
        var counts: [Int] = []
        for iterations in [10, 60] {
          counts.append(
            try await AllocationCount.ofRow(
              "hierarchy-named/views=10",
              of: ReleaseBenchmark.layouts,
              iterations: iterations,
              under: recorder(iterations)
            )
          )
        }
        return counts[1] - counts[0]
      }
      let alone = try await slope { _ in [] }
      let recorded = try await slope { iterations in
        [fixture.hamon, "record", "--output", "\(fixture.folder)/t\(iterations)", "--"]
      }
      #expect(recorded == alone && alone > 0)
    }
  }
}
