/// What a value of the history measures.
///
/// It is open: a metric that this version doesn't know is kept, shown and searched like any other.
public struct HistoryMetric: RawRepresentable, Codable, Hashable, Sendable {
  /// The name, as it stands in the files and after `--metric`.
  public let rawValue: String

  /// Creates a metric of a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Machine instructions an operation executes, counted under valgrind.
  public static let instructions = HistoryMetric(rawValue: "instructions")
  /// Calls of `malloc` and its relatives an operation makes.
  public static let allocations = HistoryMetric(rawValue: "allocations")
  /// Objects the Swift runtime allocates in an operation.
  public static let objects = HistoryMetric(rawValue: "objects")
  /// Retains of the Swift runtime in an operation.
  public static let retains = HistoryMetric(rawValue: "retains")
  /// Releases of the Swift runtime in an operation.
  public static let releases = HistoryMetric(rawValue: "releases")
  /// Bytes an operation asks of the allocator.
  public static let bytes = HistoryMetric(rawValue: "bytes")
  /// Blocks an operation gives back to the allocator.
  public static let frees = HistoryMetric(rawValue: "frees")
  /// The median wall time of an operation, in nanoseconds.
  public static let wall = HistoryMetric(rawValue: "wall")
  /// The median CPU time of an operation, in nanoseconds.
  public static let cpu = HistoryMetric(rawValue: "cpu")
  /// What a row says it holds in memory, in bytes.
  public static let memory = HistoryMetric(rawValue: "memory")
  /// The wall time as a multiple of that of another row in the same run.
  public static let ratio = HistoryMetric(rawValue: "ratio")

  /// Whether values of different machines may stand in one series.
  ///
  /// Only ratios may: both of their sides ran on the same machine. Counts may not, because the C
  /// library chooses its code by the model of the CPU.
  public var isComparableAcrossMachines: Bool { self == .ratio }

  /// Whether it is counted and not timed.
  public var isCount: Bool {
    [.instructions, .allocations, .objects, .retains, .releases, .bytes, .frees].contains(self)
  }

  /// What a value is in.
  var unit: String {
    switch self {
    case .wall, .cpu: "ns"
    case .memory, .bytes: "bytes"
    case .ratio: "ratio"
    default: "per operation"
    }
  }

  /// What finds its change points.
  ///
  /// Counts repeat to 0.0006 %, memory to the byte; there the detector knows the noise. Of times
  /// measured one after the other on a machine that drifts, only a large change tells anything.
  public var detector: ChangePointDetector {
    var detector = ChangePointDetector()
    switch self {
    case _ where isCount:
      detector.knownNoise = 6e-6
      detector.minimumChange = 0.001
      detector.minimumDifference = 0.01
    case .memory:
      detector.knownNoise = 6e-6
      detector.minimumChange = 0.001
    case .wall, .cpu:
      detector.minimumChange = 0.05
    default:
      detector.minimumChange = 0.01
    }
    return detector
  }
}
