package import BenchmarkResults

extension ResultCollection {
  /// Merges the runs of each suite into one, for formats with room for one result per row.
  ///
  /// Runs of a suite are those of the same name, source revision, CPU model, toolchain and optimization.
  ///
  /// 1. Each row keeps the whole run with the median of the median wall times, so that its numbers belong together; with an even number of
  ///    runs the lower of the two in the middle.
  /// 2. A row has its counts if one of the runs counted it.
  /// 3. Each bar keeps the result with the median ratio, the lower one as above.
  /// 4. A row that failed in one of the runs has failed; an unfinished run makes the suite incomplete.
  ///
  /// All other data come from the first run; a suite that ran once stays as it is.
  package func mergingRuns() -> ResultCollection {
    let runs = suites.grouped { suite -> [String?] in
      [
        suite.suite, suite.source?.commit, suite.source.map { "\($0.isDirty)" },
        suite.machine.cpuModel, suite.toolchain, "\(suite.isOptimized)",
      ]
    }
    return ResultCollection(suites: runs.map(Self.merge))
  }

  private static func merge(_ runs: [SuiteResult]) -> SuiteResult {
    var merged = runs[0]
    guard runs.count > 1 else { return merged }
    merged.isComplete = runs.allSatisfy(\.isComplete)
    merged.rows = runs.flatMap(\.rows).grouped(by: \.name).map { rows in
      var row = lowerMedian(of: rows, by: \.wall.median)
      row.counts = row.counts ?? rows.lazy.compactMap(\.counts).first
      return row
    }
    let bars = runs.compactMap(\.bars)
    if !bars.isEmpty {
      merged.bars = bars.flatMap(\.self).grouped { [$0.name, $0.row, $0.comparedWith] }
        .map { lowerMedian(of: $0, by: \.ratio) }
    }
    merged.failures = runs.flatMap(\.failures).grouped(by: \.row).map { failures in
      let messages = failures.map(\.message).withoutRepetitions.joined(separator: "; ")
      return RowFailure(row: failures[0].row, message: messages)
    }
    return merged
  }

  /// The middle element of at least one.
  private static func lowerMedian<Element>(
    of elements: [Element],
    by value: (Element) -> Double
  ) -> Element {
    elements.sorted { value($0) < value($1) }[(elements.count - 1) / 2]
  }
}

extension Sequence {
  /// The elements with the same key together, in the order in which each key came first.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var positions: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let position = positions[key] {
        groups[position].append(element)
      } else {
        positions[key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// Each element at its first occurrence.
  var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
