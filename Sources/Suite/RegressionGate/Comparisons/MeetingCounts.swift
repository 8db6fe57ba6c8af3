import BenchmarkResults
import ExactCounts
import ProcessLaunching

/// The counts of a row with several threads or tasks, at both sides.
///
/// How these meet differs from run to run, and with it what they execute. So the row is counted in several runs: their
/// means are compared, and a difference that their scatter explains is none.
struct MeetingCounts {
  /// In how many runs it is counted, where there is time.
  static let allRuns = 5

  private(set) var base: [CountedRow] = []
  private(set) var head: [CountedRow] = []

  /// Counts in one run after another.
  ///
  /// - Parameters:
  ///   - runs: In how many at most.
  ///   - seconds: How long it may have taken before another is begun.
  ///   - count: Counts both sides once.
  /// - Returns: The counts of each run.
  /// - Throws: `ProcessFailure`, where one can't be counted.
  static func take(
    runs: Int,
    seconds: Double,
    count: () async throws(ProcessFailure) -> (base: CountedRow, head: CountedRow)
  ) async throws(ProcessFailure) -> MeetingCounts {
    var counts = MeetingCounts()
    let start = ContinuousClock.now
    while counts.base.isEmpty || counts.base.count < runs {
      let (base, head) = try await count()
      counts.base.append(base)
      counts.head.append(head)
      if (ContinuousClock.now - start) / .seconds(1) > seconds { break }
    }
    return counts
  }

  /// The means of the runs.
  var counts: (base: RowCounts, head: RowCounts) {
    func mean(_ runs: [CountedRow]) -> RowCounts {
      .joining(runs.map(\.counts)) { SampleMoments($0).mean }
    }
    return (mean(base), mean(head))
  }

  /// The profiles of all runs, as those of one.
  var profiles: (base: CountedRuns, head: CountedRuns) {
    (CountedRuns(joining: base.map(\.runs)), CountedRuns(joining: head.map(\.runs)))
  }

  /// By how much the means of each metric may differ by chance; nothing after one run, which tells no scatter.
  ///
  /// It is half of the 99 % interval of Student's t distribution, of as many runs on both sides.
  var chance: [GateMetric: Double] {
    guard base.count > 1 else { return [:] }
    let bound = StudentT.bound(confidence: 0.99, freedom: 2 * base.count - 2)
    let values: [(GateMetric, (RowCounts) -> Double)] = [
      (.instructions, { $0.instructions }), (.allocations, { $0.allocations }),
      (.retains, { $0.retains }), (.releases, { $0.releases }),
    ]
    return Dictionary(
      uniqueKeysWithValues: values.map { metric, value in
        let variance =
          SampleMoments(base.map { value($0.counts) }).variance
          + SampleMoments(head.map { value($0.counts) }).variance
        return (metric, bound * (variance / Double(base.count)).squareRoot())
      }
    )
  }
}
