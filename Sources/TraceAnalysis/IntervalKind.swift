/// What an interval is the time of.
public enum IntervalKind: String, Sendable, Codable, CaseIterable {
  /// The store computes a new version of its state: `katana:update_begin` to `update_end`.
  case updater
  /// The store tells its listeners of a version: `katana:listeners_begin` to `listeners_end`.
  case listeners
  /// What a program marks with a `Signposter`: `signpost:interval_begin` to `interval_end`.
  case interval
}
