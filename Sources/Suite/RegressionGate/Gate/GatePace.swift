/// How long the rest of a gate takes, by what its rows have taken on this machine.
///
/// Nothing else tells: a row takes two seconds or two minutes, by its set-up under valgrind, by what else the machine
/// does, and by whether it seems to have changed.
struct GatePace {
  /// How many rows have to be measured before they say something of the others.
  private static let minimumCount = 3

  private let seconds: [Double]

  init(_ rows: [RowEvidence]) {
    seconds = rows.compactMap(\.seconds)
  }

  /// What is to be done, before anything of it is.
  static func plan(rows: Int, remaining: Int) -> String {
    let kept = rows > remaining ? ", \(rows - remaining) of them measured before" : ""
    let later =
      remaining > minimumCount
      ? "; how long it takes is told when \(minimumCount) are measured" : ""
    return "\(GateText.rows(rows))\(kept)\(later)"
  }

  /// How long so many rows take; `nil` where too few were measured to tell.
  func left(rows: Int) -> String? {
    guard seconds.count >= Self.minimumCount, rows > 0 else { return nil }
    let mean = seconds.reduce(0, +) / Double(seconds.count)
    let left = mean * Double(rows)
    return left < 100
      ? "about \(Int(left.rounded(.up))) s" : "about \(Int((left / 60).rounded(.up))) min"
  }
}
