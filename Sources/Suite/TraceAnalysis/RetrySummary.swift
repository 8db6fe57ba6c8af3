import TraceReading

/// How often items of one name were tried again.
public struct RetrySummary: Sendable, Codable, Equatable {
  /// The name of the items.
  public var name: String
  /// How often they were handed over again.
  public var count: UInt64
  /// How often one of them was, at the most.
  public var maximumAttempt: UInt32
  /// The sum of the times between a rejection and the next try, as they were asked for.
  public var delay: Int64
  /// The errors that they were rejected with, the most frequent first; of many, some.
  public var errors: [String: UInt64]
}

/// The same while the trace is read.
struct RetryCounts {
  /// Errors beyond this many are counted together: their texts may be all different.
  private static let maximumErrors = 16

  private var count: UInt64 = 0
  private var maximumAttempt: UInt32 = 0
  private var delay: Int64 = 0
  private var errors: [String: UInt64] = [:]

  mutating func record(attempt: UInt32, delay: Int64, error: String) {
    count += 1
    maximumAttempt = max(maximumAttempt, attempt)
    self.delay = self.delay.addingReportingOverflow(delay).partialValue
    let isNew = errors[error] == nil
    errors[isNew && errors.count >= Self.maximumErrors ? "(others)" : error, default: 0] += 1
  }

  func summary(named name: String) -> RetrySummary {
    RetrySummary(
      name: name,
      count: count,
      maximumAttempt: maximumAttempt,
      delay: delay,
      errors: errors
    )
  }
}
