/// How a store's log is kept.
public struct RecordingOptions: Sendable {
  /// After how many updates the state is kept once more.
  ///
  /// Complexity: each kept state makes the next update of each of its arrays copy that array;
  /// reading a state out of the log applies at most so many updates.
  public var checkpointInterval: Int

  /// How many entries are kept at the most; `nil` for all.
  ///
  /// The oldest go first, a whole stretch between two kept states at a time.
  public var capacity: Int?

  /// Makes the options; both numbers are at least 1.
  public init(checkpointInterval: Int = 256, capacity: Int? = nil) {
    self.checkpointInterval = checkpointInterval
    self.capacity = capacity
  }

  /// The interval in use: with it a log can drop a stretch and still keep half of its capacity.
  var effectiveInterval: Int {
    max(1, min(checkpointInterval, capacity.map { $0 / 2 } ?? .max))
  }
}
