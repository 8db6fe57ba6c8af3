import Glibc

/// The pairs of a row as lines of text: one for each padding, zero and the limit marked.
///
/// For a terminal, and for summaries where no picture can be shown.
struct PairStrip {
  private static let width = 61

  let ratios: PairRatios
  let limit: Double

  /// The lines, each with its number of bytes of padding.
  func rendered(paddings: [Int]) -> String {
    let changes = ratios.strata.map { $0.map { expm1($0) } }
    let extremes = changes.joined() + [-2 * limit, 2 * limit]
    let low = extremes.min() ?? -limit
    let high = extremes.max() ?? limit
    func column(_ change: Double) -> Int {
      Int(((change - low) / (high - low) * Double(Self.width - 1)).rounded())
    }
    var lines: [String] = []
    for (index, pairs) in changes.enumerated() where !pairs.isEmpty {
      var cells = [Character](repeating: " ", count: Self.width)
      cells[column(limit)] = ":"
      cells[column(-limit)] = ":"
      cells[column(0)] = "|"
      for pair in pairs { cells[column(pair)] = cells[column(pair)] == "o" ? "O" : "o" }
      let padding = index < paddings.count ? "+\(paddings[index]) B" : ""
      lines.append(Self.padded(padding, to: 6) + String(cells))
    }
    let left = Self.percent(low)
    let right = Self.percent(high)
    let gap = Self.width - left.count - right.count
    lines.append(
      Self.padded("", to: 6) + left + String(repeating: " ", count: max(1, gap)) + right
    )
    return lines.map { $0 + "\n" }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func percent(_ share: Double) -> String {
    let text = GateText.percent(share)
    return text
  }
}
