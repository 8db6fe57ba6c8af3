import BenchmarkResults

extension RowCounts {
  /// The medians of the counts of several runs of a command, each by itself; at least one run.
  static func median(_ runs: [RowCounts]) -> RowCounts {
    func median(_ value: (RowCounts) -> Double) -> Double { PairRatios.median(runs.map(value)) }
    return RowCounts(
      instructions: median { $0.instructions },
      allocations: median { $0.allocations },
      objects: median { $0.objects },
      retains: median { $0.retains },
      releases: median { $0.releases },
      iterations: 1
    )
  }
}
