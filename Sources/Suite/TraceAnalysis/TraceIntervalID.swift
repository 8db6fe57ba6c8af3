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

  /// A span id for an interval that has none of its own: the same for the same interval of one trace,
  /// and never 0.
  public var derivedSpanID: UInt64 {
    // SplitMix64 (Steele et al., OOPSLA 2014) of what tells it apart: a bijection of the id.
    let process = UInt64(truncatingIfNeeded: processIndex) &+ 1
    var mixed = id &+ (process << 8 | UInt64(kind.ordinal)) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}
