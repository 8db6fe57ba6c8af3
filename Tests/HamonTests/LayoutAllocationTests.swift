import Testing

/// Exact counts of the release build, by valgrind.
@Suite(
  .serialized,
  .enabled(if: ReleaseBenchmark.areLayoutsCountable, "make check runs it, by valgrind"),
  .timeLimit(.minutes(30))
)
struct LayoutAllocationTests {
  /// How often fifty iterations of a row allocate.
  ///
  /// The slope between two counts: start-up and the first layout allocate too, and that by where the libraries lie, for ArgumentParser goes
  /// through its options in an order that depends on it.
  private func allocationsOfFifty(
    _ row: String,
    under recorder: (_ iterations: Int) -> [String] = { _ in [] }
  ) async throws -> Int {
    var counts: [Int] = []
    for iterations in [10, 60] {
      counts.append(
        try await AllocationCount.ofRow(
          row,
          of: ReleaseBenchmark.layouts,
          iterations: iterations,
          under: recorder(iterations)
        )
      )
    }
    return counts[1] - counts[0]
  }

  // A row of views is an array of the workload's own, made once a layout.
  @Test(arguments: [("L", 0), ("flat", 0), ("G", 1), ("nested", 1)])
  func `a layout that was run before allocates nothing for its views`(
    workload: String,
    each: Int
  )
    async throws
  {
    let found = try await allocationsOfFifty("resize/workload=\(workload)/views=1000")
    #expect(abs(found - 50 * each) <= 2, "\(found)")
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
    for views in [10, 1000] { each.append(try await allocationsOfFifty("\(row)/views=\(views)")) }
    #expect(abs(each[1] - each[0]) <= 2, "\(each)")
    #expect(each[0] <= 50 * 12, "\(each)")
  }

  @Test(.records)
  func `a recording doesn't change what is counted`() async throws {
    try await ToolFixture.open { fixture in
      let row = "hierarchy-named/views=10"
      let alone = try await allocationsOfFifty(row)
      let recorded = try await allocationsOfFifty(row) { iterations in
        [fixture.hamon, "record", "--output", "\(fixture.folder)/t\(iterations)", "--"]
      }
      #expect(recorded == alone && alone > 0)
    }
  }
}
