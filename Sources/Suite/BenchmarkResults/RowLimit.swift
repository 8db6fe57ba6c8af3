/// How much a row may grow by a change before the gate calls that a regression, where that isn't the gate's own limit.
///
/// ```swift
/// Benchmark("parse", gate: .atMost(.percent(5))) { ... }
/// Benchmark("download", gate: .atMost(time: .percent(20))) { ... }
/// ```
///
/// The head's limit applies. If it is above the base's, the gate's report says so.
public struct RowLimit: Codable, Equatable, Sendable {
  /// A growth, as a share of what there was.
  public struct Growth: Equatable, Sendable {
    let share: Double

    /// A growth in percent, over 0; any other number ends the program.
    public static func percent(_ percent: Double) -> Growth {
      guard percent > 0, percent.isFinite else {
        fatalError("limit of a row: it is \(percent) %, not over 0")
      }
      return Growth(share: percent / 100)
    }
  }

  /// The largest growth of the time, as a share; `nil` for the gate's own limit.
  package let time: Double?

  /// The same for the instructions.
  package let instructions: Double?

  /// The same for the allocations.
  package let allocations: Double?

  /// The same limit for the row's time, instructions and allocations.
  public static func atMost(_ growth: Growth) -> RowLimit {
    atMost(time: growth, instructions: growth, allocations: growth)
  }

  /// Limits for some of these; those that are left out keep the gate's own limits.
  ///
  /// - Parameters:
  ///   - time: The wall time. With `hamon gate --percentile` also the percentile, and always the mean, if it is above their own 10 %.
  ///   - instructions: The instructions of a row of one thread; with several threads or tasks they aren't judged.
  ///   - allocations: The allocations of such a row. A row that has none must not begin to.
  /// - Returns: A limit of a row.
  public static func atMost(
    time: Growth? = nil,
    instructions: Growth? = nil,
    allocations: Growth? = nil
  ) -> RowLimit {
    RowLimit(
      time: time?.share,
      instructions: instructions?.share,
      allocations: allocations?.share
    )
  }
}
