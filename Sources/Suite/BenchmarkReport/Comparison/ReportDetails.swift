/// The tables that a report has besides the times, the comparisons and what was counted.
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
  /// What an operation takes of the operating system.
  package static let system = ReportDetails(rawValue: 2)
  /// All of them.
  package static let all: ReportDetails = [.percentiles, .system]
}
