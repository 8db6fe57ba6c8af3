/// An estimate of how long the rest of a gate takes, from the rows measured so far on this machine.
///
/// Nothing else predicts it: a row takes two seconds or two minutes, depending on its set-up under valgrind, other load, and whether it
/// seems to have changed.
struct GatePace {
  /// The number of measured rows that allow an estimate for the others.
  private static let minimumCount = 3

  private let seconds: [Double]

  init(_ rows: [RowEvidence]) {
    seconds = rows.compactMap(\.seconds)
  }

  /// The plan in words, before any row is measured.
  static func plan(rows: Int, remaining: Int) -> String {
    let kept = rows > remaining ? ", \(rows - remaining) of them measured before" : ""
    let later =
      remaining > minimumCount
      ? "; how long it takes is told when \(minimumCount) are measured" : ""
    return "\(GateText.rows(rows))\(kept)\(later)"
  }

  /// The time for this many rows; `nil` if too few were measured to estimate it.
  func left(rows: Int) -> String? {
    guard seconds.count >= Self.minimumCount, rows > 0 else { return nil }
    let mean = seconds.reduce(0, +) / Double(seconds.count)
    let left = mean * Double(rows)
    return left < 100
      ? "about \(Int(left.rounded(.up))) s" : "about \(Int((left / 60).rounded(.up))) min"
  }
}
