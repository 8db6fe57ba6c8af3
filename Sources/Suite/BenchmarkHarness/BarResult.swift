/// How a bar was met in a run.
public struct BarResult: Codable, Equatable, Sendable {
  /// What was promised.
  public let name: String

  /// The row that it was promised of.
  public let row: String

  /// The row, or the duration, that it was compared with.
  public let comparedWith: String

  /// What was measured: a ratio, an exponent or a count of allocations.
  public let ratio: Double

  /// The largest of it that holds the promise.
  public let limit: Double

  /// Whether the promise holds.
  public let holds: Bool

  /// What was judged; `nil` in files of before it was written down.
  public let kind: BarKind?

  /// What a ratio of 1 is: nanoseconds of a difference or a median, bytes of memory; `nil` for the others.
  public let unit: Double?

  /// Compares what was measured with what was promised.
  ///
  /// - Parameters:
  ///   - name: What was promised.
  ///   - row: The row that it was promised of.
  ///   - comparedWith: The row, or the duration, that it was compared with.
  ///   - ratio: What was measured.
  ///   - limit: The largest of it that holds the promise.
  ///   - kind: What was judged.
  ///   - unit: What a ratio of 1 is; see ``unit``.
  public init(
    name: String,
    row: String,
    comparedWith: String,
    ratio: Double,
    limit: Double,
    kind: BarKind = .ratio,
    unit: Double? = nil
  ) {
    self.kind = kind
    self.unit = unit
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
