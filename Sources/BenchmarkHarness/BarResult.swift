/// How a bar was met in a run.
public struct BarResult: Codable, Equatable, Sendable {
  /// What was promised.
  public let name: String

  /// The row that it was promised of.
  public let row: String

  /// The row, or the duration, that it was compared with.
  public let comparedWith: String

  /// What was measured.
  public let ratio: Double

  /// The largest ratio that holds the promise.
  public let limit: Double

  /// Whether the promise holds.
  public let holds: Bool

  /// Compares what was measured with what was promised.
  public init(name: String, row: String, comparedWith: String, ratio: Double, limit: Double) {
    self.name = name
    self.row = row
    self.comparedWith = comparedWith
    self.ratio = ratio
    self.limit = limit
    self.holds = ratio <= limit
  }

  /// Whether both are of the same promise.
  func judgesSame(as other: BarResult) -> Bool {
    name == other.name && row == other.row && comparedWith == other.comparedWith
  }
}
