/// What a cache of layouts did.
public struct LayoutsCacheStatistics: Hashable, Sendable {
  /// How many layouts were found.
  public internal(set) var hits = 0

  /// How many had to be run.
  public internal(set) var misses = 0

  /// How many were forgotten to make room.
  public internal(set) var evictions = 0

  /// How many are remembered.
  public internal(set) var layouts = 0

  /// How many frames they have.
  public internal(set) var views = 0

  /// The share of layouts that were found; 0 before the first.
  public var hitRate: Double { hits + misses == 0 ? 0 : Double(hits) / Double(hits + misses) }
}
