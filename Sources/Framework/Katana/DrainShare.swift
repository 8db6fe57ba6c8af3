/// How much of what others have queued one thread handles before it hands the rest over.
struct DrainShare: Sendable {
  /// How many items.
  let itemCount: Int
  /// For how long, in nanoseconds of the kernel's coarse clock; looked at after each item.
  let nanoseconds: UInt64

  /// Everything.
  static let unlimited = DrainShare(itemCount: .max, nanoseconds: .max)

  init(itemCount: Int, nanoseconds: UInt64) {
    self.itemCount = itemCount
    self.nanoseconds = nanoseconds
  }

  /// The share of a thread that dispatches.
  init(limit: Int, duration: Duration) {
    itemCount = max(0, limit)
    let (seconds, attoseconds) = max(duration, .zero).components
    // Beyond 292 years: without a limit.
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    nanoseconds = overflows || exceeds ? .max : sum
  }

  /// The share of a job that has nothing else to do: enough that the queue gets shorter, and ended,
  /// so that threads which go on dispatching take their turn.
  var ofJob: DrainShare {
    DrainShare(itemCount: max(itemCount, 1024), nanoseconds: max(nanoseconds, 1_000_000))
  }
}
