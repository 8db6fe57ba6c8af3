import BenchmarkResults

extension CallgrindProfile {
  /// What the runtime and the allocator were called for, in one or several processes.
  struct Counts {
    private(set) var instructions = 0
    private var allocations = 0
    private var objects = 0
    private var retains = 0
    private var releases = 0

    /// Adds the counts of a process.
    mutating func add(_ profile: CallgrindProfile) {
      instructions += profile.instructions
      allocations += profile.calls(of: CountedFunctions.allocations)
      objects += profile.calls(of: CountedFunctions.objects)
      retains += profile.calls(of: CountedFunctions.retains)
      releases += profile.calls(of: CountedFunctions.releases)
    }

    /// The counts as those of one operation.
    var row: RowCounts {
      RowCounts(
        instructions: Double(instructions),
        allocations: Double(allocations),
        objects: Double(objects),
        retains: Double(retains),
        releases: Double(releases),
        iterations: 1
      )
    }
  }
}
