/// Tells one interval from every other of a trace; unique among those that are open at a time.
///
/// What an end finds its begin by: never the thread, for a task may go on on another.
public struct TraceIntervalID: Hashable, Sendable {
  /// The process, as an index into `TraceCatalog.processes`: it stands for the host and the pid.
  public let processIndex: Int32
  /// What it is the time of: an update, its listeners and its interceptors share one id.
  public let kind: IntervalKind
  /// The id that the program gave it, unique in its process.
  public let id: UInt64

  init(processIndex: Int, kind: IntervalKind, id: UInt64) {
    self.processIndex = Int32(processIndex)
    self.kind = kind
    self.id = id
  }

  /// Feeds what tells intervals apart to a hasher.
  public func hash(into hasher: inout Hasher) {
    // The kind is left to ==: few kinds share an id.
    hasher.combine(id ^ UInt64(truncatingIfNeeded: processIndex) << 48)
  }
}
