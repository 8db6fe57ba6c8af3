import Statistics

/// A metric of the history.
///
/// The set is open: a metric unknown to this version is kept, shown and searched like any other.
package struct HistoryMetric: RawRepresentable, Codable, Hashable, Sendable {
  /// The name, as in the files and after `--metric`.
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  /// Machine instructions that an operation executes, counted under valgrind.
  package static let instructions = HistoryMetric(rawValue: "instructions")
  /// Calls of `malloc` and its relatives by an operation.
  package static let allocations = HistoryMetric(rawValue: "allocations")
  /// Objects that the Swift runtime allocates in an operation.
  package static let objects = HistoryMetric(rawValue: "objects")
  /// Retains of the Swift runtime in an operation.
  package static let retains = HistoryMetric(rawValue: "retains")
  /// Releases of the Swift runtime in an operation.
  package static let releases = HistoryMetric(rawValue: "releases")
  /// Bytes that an operation requests from the allocator.
  package static let bytes = HistoryMetric(rawValue: "bytes")
  /// Blocks that an operation returns to the allocator.
  package static let frees = HistoryMetric(rawValue: "frees")
  /// Calls of the kernel in an operation, counted under valgrind.
  package static let systemCalls = HistoryMetric(rawValue: "system-calls")
  /// The median wall time of an operation, in nanoseconds.
  package static let wall = HistoryMetric(rawValue: "wall")
  /// The median CPU time of an operation, in nanoseconds.
  package static let cpu = HistoryMetric(rawValue: "cpu")
  /// The memory that a row reports, in bytes.
  package static let memory = HistoryMetric(rawValue: "memory")
  /// The wall time as a multiple of that of another row in the same run.
  package static let ratio = HistoryMetric(rawValue: "ratio")

  /// Whether a series may have values of different machines.
  ///
  /// Only ratios may: both of their sides ran on the same machine. Counts may not, because the C library chooses its code by the model of
  /// the CPU.
  var isComparableAcrossMachines: Bool { self == .ratio }

  /// Whether it is counted, not timed.
  package var isCount: Bool {
    [.instructions, .allocations, .objects, .retains, .releases, .bytes, .frees, .systemCalls]
      .contains(self)
  }

  var unit: String {
    switch self {
    case .wall, .cpu: "ns"
    case .memory, .bytes: "bytes"
    case .ratio: "ratio"
    default: "per operation"
    }
  }

  /// The detector of its change points.
  ///
  /// Counts repeat to 0.0006 %, memory to the byte; there the detector knows the noise. For times measured one after the other on a
  /// drifting machine, only a large change is meaningful.
  var detector: ChangePointDetector {
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
