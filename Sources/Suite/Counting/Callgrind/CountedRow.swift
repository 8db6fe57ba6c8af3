package import BenchmarkResults

/// The profiles behind some counts, parsed only when their functions are needed.
package struct CountedRuns: Sendable {
  /// The threads of the shorter run, which is subtracted; empty for a whole command.
  let short: [String]
  /// The threads of the longer run.
  let long: [String]
  /// The number of operations by which the runs differ.
  let operations: Double

  /// The graph of one operation; its instructions add up to the counted ones.
  ///
  /// - Complexity: Proportional to the length of the profiles, a few milliseconds each.
  package func callGraph() -> CallGraph {
    var graph = CallGraph()
    for text in long { graph.add(CallGraphReader.graph(of: text), scale: 1 / operations) }
    for text in short { graph.add(CallGraphReader.graph(of: text), scale: -1 / operations) }
    return graph
  }
}

extension CountedRuns {
  /// Joins the profiles of several runs; the graph of an operation is then their mean.
  package init(joining runs: [CountedRuns]) {
    short = runs.flatMap(\.short)
    long = runs.flatMap(\.long)
    operations = runs.reduce(0) { $0 + $1.operations }
  }
}

/// The counts of one operation of a row, with the profiles to find its functions.
package struct CountedRow: Sendable {
  package let counts: RowCounts
  package let runs: CountedRuns
}

/// The costs of each instruction, from an additional run.
package struct SiteProfile: Sendable {
  /// The program with its debug information.
  let program: String
  /// The graph, with its sites.
  let graph: CallGraph
}

extension RowCounts {
  /// Combines the counts of several runs into one, each count separately; at least one run.
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
