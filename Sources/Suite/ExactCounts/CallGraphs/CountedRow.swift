package import BenchmarkResults

/// The profiles by which something was counted, unread until somebody asks which function it was.
package struct CountedRuns: Sendable {
  /// The threads of the run that is subtracted; none of a whole command.
  let short: [String]
  /// The threads of the run that is counted.
  let long: [String]
  /// How many operations they differ by.
  let operations: Double

  /// The graph of one operation: its instructions add up to those that were counted.
  ///
  /// - Complexity: Proportional to the length of the profiles, some milliseconds each.
  package func callGraph() -> CallGraph {
    var graph = CallGraph()
    for text in long { graph.add(CallGraphReader.graph(of: text), scale: 1 / operations) }
    for text in short { graph.add(CallGraphReader.graph(of: text), scale: -1 / operations) }
    return graph
  }
}

extension CountedRuns {
  /// Joins the profiles of several runs: the graph of an operation is then their mean.
  package init(joining runs: [CountedRuns]) {
    short = runs.flatMap(\.short)
    long = runs.flatMap(\.long)
    operations = runs.reduce(0) { $0 + $1.operations }
  }
}

/// The counts of one operation of a row, with what tells which functions they are of.
package struct CountedRow: Sendable {
  package let counts: RowCounts
  package let runs: CountedRuns
}

/// Something that was run once more with the cost of each instruction.
package struct SiteProfile: Sendable {
  /// The program with its debug information.
  package let program: String
  /// The graph, with its sites.
  package let graph: CallGraph
}

extension RowCounts {
  /// Makes one value of those of several runs, of each count by itself; at least one run.
  package static func joining(
    _ runs: [RowCounts],
    by join: ([Double]) -> Double
  ) -> RowCounts {
    let systemCalls = runs.compactMap(\.systemCalls)
    return RowCounts(
      instructions: join(runs.map(\.instructions)),
      allocations: join(runs.map(\.allocations)),
      objects: join(runs.map(\.objects)),
      retains: join(runs.map(\.retains)),
      releases: join(runs.map(\.releases)),
      systemCalls: systemCalls.count == runs.count ? join(systemCalls) : nil,
      iterations: runs[0].iterations
    )
  }
}
