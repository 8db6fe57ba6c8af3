/// One of the longest intervals of a trace.
public struct SlowInterval: Sendable, Codable, Equatable {
  /// What it is the time of.
  public var kind: IntervalKind
  /// Its name; `nil` where it isn't known.
  public var name: String?
  /// The subsystem of the signposter.
  public var subsystem: String?
  /// The category of the signposter.
  public var category: String?
  /// Its id, unique in its process.
  public var id: UInt64
  /// The host of the process; empty if unknown.
  public var hostname: String
  /// The process; `nil` if unknown.
  public var processID: Int64?
  /// When it began, in nanoseconds since the Unix epoch.
  public var begin: Int64
  /// How long it took.
  public var duration: Int64
  /// The part of that in which no child ran.
  public var selfTime: Int64
  /// Its CPU time, where that is known.
  public var cpuTime: Int64?
  /// How long it had waited in the queue, where that is known.
  public var wait: Int64?
  /// How much of its duration its whole process was silent; `nil` if never, and in files of before.
  public var silence: Int64?
  /// What it came about in, the outermost first.
  public var parents: [String]
  /// What else is known of it, as `key=value`.
  public var fields: [String]
}
