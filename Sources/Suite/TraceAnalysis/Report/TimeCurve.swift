/// A quantity over the time of a trace, in steps of one width.
package struct TimeCurve: Sendable, Codable, Equatable {
  /// The name of the quantity.
  package var name: String
  /// When the first step begins, in nanoseconds since the Unix epoch.
  package var begin: Int64
  /// How long a step is, in nanoseconds.
  package var step: Int64
  /// The mean in each step, weighted by time.
  package var means: [Double]
  /// The greatest value in each step.
  package var maxima: [Int64]
}

extension TimeCurve {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// The mean over all steps.
  var mean: Double { means.isEmpty ? 0 : means.reduce(0, +) / Double(means.count) }

  /// Draws the curve in one line: a block as high as the greatest mean of its time, nothing for 0 and outside the curve.
  ///
  /// - Parameters:
  ///   - columns: The maximum length of the line in characters.
  ///   - start: The time of the first column's left edge, in nanoseconds since the Unix epoch.
  ///   - end: The time of the last column's right edge.
  /// - Returns: The line, without spaces at its end.
  func sparkline(columns: Int, from start: Int64, to end: Int64) -> String {
    guard end > start, let top = means.max(), top > 0 else { return "" }
    var line = ""
    for column in 0..<columns {
      let width = Double(end - start) / Double(columns)
      let left = Double(start - begin) + width * Double(column)
      // A trace may be much longer than the curve, and a damaged one have any length.
      let first = max((left / Double(step)).rounded(.down), 0)
      let next = min(((left + width) / Double(step)).rounded(.up), Double(means.count))
      guard first < next, let value = means[Int(first)..<Int(next)].max(), value > 0 else {
        line.append(" ")
        continue
      }
      let level = Int((value / top * Double(Self.blocks.count)).rounded(.up)) - 1
      line.append(Self.blocks[min(max(level, 0), Self.blocks.count - 1)])
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
