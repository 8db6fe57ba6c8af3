package import BenchmarkResults
import Statistics

/// A row in two runs.
package struct RowChange: Codable, Equatable, Sendable {
  package let row: String
  package let kind: BenchmarkKind
  /// Whether several threads or tasks take part in it, on which its counts depend.
  package let isConcurrent: Bool
  /// The wall times, in nanoseconds an operation, which are no evidence; `nil` if one isn't over 0.
  package let time: MedianChange?
  /// The ratios to the floors and peers that both runs have, the largest change first.
  package let ratios: [RatioChange]
  /// The counts that both runs have.
  package let counts: [CountChange]

  /// Compares the results of a row in one or more runs of each side.
  ///
  /// If both sides have several, their medians are the values, else those of the rounds.
  init(_ rows: Sides<[RowOfRun]>) {
    let last = rows.head[0].row
    let byRuns = rows.base.count > 1 && rows.head.count > 1
    (row, kind, isConcurrent) = (last.name, last.kind, last.cpuClock.isConcurrent)
    time = MedianChange(
      rows.map { runs in
        let rounds = byRuns ? [] : runs.flatMap { $0.row.rounds.map(\.median) }
        let medians = runs.map(\.row.wall.median)
        if byRuns || !rounds.isEmpty { return MedianEstimate(of: byRuns ? medians : rounds) }
        return MedianEstimate(medians.median)
      }
    )
    let allowance = BarJudgement.startVariation(of: [last])
    ratios = last.ratios.compactMap { ratio -> RatioChange? in
      let change = MedianChange(
        rows.map { runs in
          let estimates = runs.compactMap { $0.ratio(to: ratio.floor) }
          return byRuns ? MedianEstimate(of: estimates.map(\.value)) : estimates.first
        }
      )
      guard let change else { return nil }
      let coversStarts = byRuns && (change.interval?.level ?? 0) >= MedianChange.level
      return RatioChange(
        other: ratio.floor,
        kind: rows.head[0].run.rows.first { $0.name == ratio.floor }?.kind ?? .floor,
        change: change,
        allowance: coversStarts ? 0 : allowance
      )
    }.sorted { $0.precedes($1) }
    counts =
      Sides(
        rows.base.lazy.compactMap(\.row.counts).first,
        rows.head.lazy.compactMap(\.row.counts).first
      ).map(CountChange.all) ?? []
  }
}

/// A row with the run that measured it.
struct RowOfRun {
  let row: RowResult
  let run: SuiteResult

  /// Its ratio to another row; `nil` if it isn't compared with that.
  func ratio(to other: String) -> MedianEstimate? { row.estimate(besides: other, among: run.rows) }
}

/// The ratio of a row to its floor or peer in two runs.
package struct RatioChange: Codable, Equatable, Sendable {
  /// What a change says of the row.
  package enum Direction: String, Codable, Sendable {
    case slower, faster
    /// It may be nothing.
    case unclear
  }

  /// The row that it is compared with.
  package let other: String
  /// The role of that row.
  package let kind: BenchmarkKind
  /// The ratios of both runs.
  package let change: MedianChange
  /// Whether the row is slower beside the other one: for certain, and by more than the same code may differ between two starts.
  package let direction: Direction

  init(other: String, kind: BenchmarkKind, change: MedianChange, allowance: Double) {
    (self.other, self.kind, self.change) = (other, kind, change)
    direction = !change.exceeds(allowance) ? .unclear : change.factor > 1 ? .slower : .faster
  }

  /// Whether it comes first: what is clear before what isn't, then what changed most.
  func precedes(_ other: RatioChange) -> Bool {
    let isClear = direction != .unclear
    guard isClear == (other.direction != .unclear) else { return isClear }
    return change.size > other.change.size
  }
}

/// A count of an operation in two runs.
package struct CountChange: Codable, Equatable, Sendable {
  /// From this share on, instructions have changed: a few depend on where memory lies.
  private static let instructionShare = 0.001
  /// The difference of system calls that is none: the allocator asks for memory now and then.
  private static let systemCalls = 0.001
  /// From this difference on, bytes have changed: a text of the harness may be longer by a digit of the number of operations.
  private static let bytes = 1.0

  /// What is counted.
  package let count: String
  package let base: Double
  package let head: Double

  /// Compares all counts that both sides have.
  static func all(_ counts: Sides<RowCounts>) -> [CountChange] {
    let values: [(String, (RowCounts) -> Double?)] = [
      ("instructions", { $0.instructions }), ("allocations", { $0.allocations }),
      ("bytes", { $0.bytes }), ("objects", { $0.objects }), ("retains", { $0.retains }),
      ("releases", { $0.releases }), ("system calls", { $0.systemCalls }),
    ]
    return values.compactMap { name, value in
      Sides(value(counts.base), value(counts.head)).map {
        CountChange(count: name, base: $0.base, head: $0.head)
      }
    }
  }

  /// Whether it differs.
  package var isChange: Bool {
    let difference = abs(head - base)
    return switch count {
    case "instructions": difference > Self.instructionShare * base
    case "system calls": difference > Self.systemCalls
    case "bytes": difference >= Self.bytes
    default: difference > 0
    }
  }

  /// The change as a share; `nil` if there were none.
  package var share: Double? { base > 0 ? head / base - 1 : nil }
}
