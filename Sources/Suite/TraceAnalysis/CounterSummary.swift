/// The values of one counter of one process.
public struct CounterSummary: Sendable, Codable, Equatable {
  /// The host of the process; empty if unknown.
  public var hostname: String
  /// The process; `nil` if unknown.
  public var processID: Int64?
  /// The counter's name.
  public var name: String
  /// The subsystem of the signposter.
  public var subsystem: String
  /// The category of the signposter.
  public var category: String
  /// How many values it was given.
  public var count: UInt64
  /// The last value.
  public var last: Int64
  /// The least value.
  public var minimum: Int64
  /// The greatest value.
  public var maximum: Int64
  /// The mean from the first value to the end of the trace, each value weighted by the time for which it
  /// held; `nil` if that is no time.
  public var mean: Double?
  /// Of a queue depth: the store, by an id that is unique in its process.
  public var storeID: UInt64?
}
