package import BenchmarkResults
package import FoundationEssentials

/// One value of the history: a metric of a row at a commit on a machine.
package struct HistoryEntry: Codable, Equatable, Sendable {
  /// The full hash of the commit.
  package let commit: String

  /// When the commit was made; it sorts the history.
  package let date: Date

  package let suite: String

  /// The full name of the row, such as `dispatch/producers=2`.
  package let row: String

  package let metric: HistoryMetric

  /// The floor of a ratio; `nil` for other metrics.
  package let floor: String?

  /// The value, in ``unit``.
  package let value: Double

  /// The lower end of the interval that holds the value; `nil` if unknown.
  package let low: Double?

  /// The upper end of the interval that holds the value; `nil` if unknown.
  package let high: Double?

  /// The unit: `ns`, `bytes`, `ratio`, `per operation`.
  package let unit: String

  private let cpu: String
  private let toolchain: String

  package var machine: MachineFingerprint {
    MachineFingerprint(cpuModel: cpu, toolchain: toolchain)
  }

  /// Creates a value, by default in the unit of its metric; ``HistoryFolder`` takes only finite ones.
  package init(
    commit: String,
    date: Date,
    suite: String,
    row: String,
    metric: HistoryMetric,
    floor: String? = nil,
    value: Double,
    interval: (low: Double, high: Double)? = nil,
    unit: String? = nil,
    machine: MachineFingerprint
  ) {
    self.commit = commit
    // The files have whole seconds.
    self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    self.suite = suite
    self.row = row
    self.metric = metric
    self.floor = floor
    self.value = value
    self.low = interval?.low
    self.high = interval?.high
    self.unit = unit ?? metric.unit
    cpu = machine.cpuModel
    toolchain = machine.toolchain
  }

  /// The identity of a value: a commit has one of each.
  struct Key: Hashable {
    var commit: String
    let suite: String
    let row: String
    let metric: HistoryMetric
    let floor: String?
    var machine: MachineFingerprint?
  }

  var key: Key {
    Key(
      commit: commit,
      suite: suite,
      row: row,
      metric: metric,
      floor: floor,
      machine: machine
    )
  }

  var isFinite: Bool {
    value.isFinite && low?.isFinite ?? true && high?.isFinite ?? true
  }
}

extension HistoryEntry {
  /// Extracts from a result what the history keeps: for each row the counts, if taken, the medians, the memory, and the ratio to each
  /// floor.
  ///
  /// The interval of a ratio is from the smallest to the largest of its rounds; that of a wall time holds the median with 95 % confidence.
  /// Values that aren't finite are left out.
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
        if let calls = counts.systemCalls { entries.append(entry(.systemCalls, calls)) }
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

/// The machine and toolchain of a value: only values with equal ones may be compared.
package struct MachineFingerprint: Hashable, Sendable, CustomStringConvertible {
  package let cpuModel: String

  /// The first line of `swift --version`.
  package let toolchain: String

  package init(cpuModel: String, toolchain: String) {
    self.cpuModel = cpuModel
    self.toolchain = toolchain
  }

  package var description: String { "\(cpuModel), \(toolchain)" }
}
