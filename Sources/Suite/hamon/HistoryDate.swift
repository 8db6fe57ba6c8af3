import ArgumentParser
import FoundationEssentials

/// A day, or a moment, on the command line: `2026-01-31` or `2026-01-31T12:00:00Z`, in UTC.
struct HistoryDate: ExpressibleByArgument {
  let date: Date

  init?(argument: String) {
    let moment = argument.contains("T") ? argument : argument + "T00:00:00Z"
    guard let date = try? Date(moment, strategy: .iso8601) else { return nil }
    self.date = date
  }
}
