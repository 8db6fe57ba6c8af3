/// What a row is in a comparison.
public enum BenchmarkKind: String, Codable, CaseIterable, Sendable {
  /// The code that is being measured.
  case ours
  /// The least that the same work can cost; others are stated as a ratio to it.
  case floor
  /// What a user would otherwise pick.
  case peer
}
