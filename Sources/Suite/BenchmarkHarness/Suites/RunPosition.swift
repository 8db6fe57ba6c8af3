import SuiteErrors

/// The progress of a run: the suite, the row, and the approximate time for the rest of the suite.
package struct RunPosition {
  /// The variable in which `hamon bench` passes the number of this suite, such as `3/17`.
  package static let variable = "HAMON_SUITE_POSITION"

  private let suite: String
  private let count: Int
  private let begin = ClockReading.wallNow()
  /// The number of finished rows.
  var finished = 0

  /// The start of a run of so many rows.
  init(suite: String, count: Int) {
    let place = EnvironmentVariable.value(Self.variable).map { "\($0) " } ?? ""
    self.suite = place + suite
    self.count = count
  }

  /// The position of the row at an index, from 0, after so many seconds or now.
  func text(at place: Int, elapsed: Double? = nil) -> String {
    let elapsed = elapsed ?? Double(ClockReading.wallNow() - begin) / 1e9
    let left = timeLeft(after: elapsed).map { ", \($0) left" } ?? ""
    return "\(suite) [\(place + 1)/\(count)\(left)]"
  }

  private func timeLeft(after elapsed: Double) -> String? {
    guard finished > 0, finished < count else { return nil }
    let seconds = elapsed / Double(finished) * Double(count - finished)
    if seconds < 90 { return "about \(Int(seconds.rounded())) s" }
    return "about \(Int((seconds / 60).rounded())) min"
  }
}
