package import BenchmarkResults
package import FoundationEssentials

extension HistoryEntry {
  /// Takes from a result what the history keeps of it: per row the counts, if they were taken, the
  /// medians, the memory, and the ratio to each floor.
  ///
  /// The interval of a ratio is from the smallest to the largest of its rounds; that of a wall time
  /// holds the median with 95 % confidence. What isn't finite is left out.
  ///
  /// - Parameters:
  ///   - result: What one run of a suite measured.
  ///   - commit: The full hash of the commit that was measured.
  ///   - date: When the commit was made.
  /// - Returns: The values, row by row.
  package static func entries(
    of result: SuiteResult,
    commit: String,
    date: Date
  ) -> [HistoryEntry] {
    let machine = MachineFingerprint(
      cpuModel: result.machine.cpuModel,
      toolchain: result.toolchain
    )
    return result.rows.flatMap { row -> [HistoryEntry] in
      func entry(
        _ metric: HistoryMetric,
        _ value: Double,
        _ interval: (low: Double, high: Double)? = nil,
        floor: String? = nil
      ) -> HistoryEntry {
        HistoryEntry(
          commit: commit,
          date: date,
          suite: result.suite,
          row: row.name,
          metric: metric,
          floor: floor,
          value: value,
          interval: interval,
          machine: machine
        )
      }
      var entries: [HistoryEntry] = []
      if let counts = row.counts {
        entries += [
          entry(.instructions, counts.instructions), entry(.allocations, counts.allocations),
          entry(.objects, counts.objects), entry(.retains, counts.retains),
          entry(.releases, counts.releases),
        ]
        if let bytes = counts.bytes { entries.append(entry(.bytes, bytes)) }
        if let frees = counts.frees { entries.append(entry(.frees, frees)) }
      }
      let interval = RowStatistics(row).medianInterval.map { (low: $0.lower, high: $0.upper) }
      entries += [entry(.wall, row.wall.median, interval), entry(.cpu, row.cpu.median)]
      if let memory = row.memory { entries.append(entry(.memory, Double(memory))) }
      entries += row.ratios.map {
        entry(.ratio, $0.median, ($0.minimum, $0.maximum), floor: $0.floor)
      }
      return entries.filter(\.isFinite)
    }
  }
}
