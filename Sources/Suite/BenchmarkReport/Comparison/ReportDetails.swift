/// The tables of a report in addition to times, comparisons and counts.
package struct ReportDetails: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates the details that a user has asked for.
  package init(percentiles: Bool, system: Bool) {
    self = []
    if percentiles { insert(.percentiles) }
    if system { insert(.system) }
  }

  /// The percentiles of the samples.
  package static let percentiles = ReportDetails(rawValue: 1)
  /// An operation's use of the operating system.
  package static let system = ReportDetails(rawValue: 2)
  /// All of them.
  package static let all: ReportDetails = [.percentiles, .system]
}
