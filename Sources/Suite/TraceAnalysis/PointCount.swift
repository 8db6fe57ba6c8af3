/// How often something happened that takes no time: `signpost:event`.
public struct PointCount: Sendable, Codable, Equatable {
  /// Its name.
  public var name: String
  /// The subsystem of the signposter.
  public var subsystem: String
  /// The category of the signposter.
  public var category: String
  /// How often.
  public var count: UInt64
}
