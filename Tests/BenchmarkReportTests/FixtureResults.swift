import FoundationEssentials
import Glibc

@testable import BenchmarkResults

extension RowResult {
  /// A row with the same time in each of two rounds.
  static func fixture(
    _ benchmark: String,
    parameters: [BenchmarkParameter] = [],
    kind: BenchmarkKind = .ours,
    nanoseconds: Double,
    ratios: [RatioResult] = []
  ) -> RowResult {
    let distribution = Distribution(nanosecondsPerOperation: [nanoseconds, nanoseconds])
    let sample = UInt64(nanoseconds * 1000)
    return RowResult(
      name: ([benchmark] + parameters.map(\.description)).joined(separator: "/"),
      benchmark: benchmark,
      parameters: parameters,
      kind: kind,
      threads: 1,
      cpuClock: .thread,
      iterationsPerSample: 1000,
      samplesPerRound: 1,
      wall: distribution,
      cpu: distribution,
      ratios: ratios,
      wallSamples: [sample, sample],
      cpuSamples: [sample, sample],
      memory: nil
    )
  }
}

extension RowResult {
  /// A row whose samples took so many nanoseconds, of one operation each.
  static func fixture(_ benchmark: String, samples: [UInt64]) -> RowResult {
    let distribution = Distribution(
      nanosecondsPerOperation: samples.isEmpty ? [0] : samples.map { Double(min($0, 1 << 50)) }
    )
    return RowResult(
      name: benchmark,
      benchmark: benchmark,
      parameters: [],
      kind: .ours,
      threads: 1,
      cpuClock: .thread,
      iterationsPerSample: 1,
      samplesPerRound: 1,
      wall: distribution,
      cpu: distribution,
      ratios: [],
      wallSamples: samples,
      cpuSamples: samples,
      memory: nil
    )
  }
}

extension RatioResult {
  static func fixture(floor: String, ratios: [Double]) -> RatioResult? {
    RatioResult(
      floor: floor,
      blocks: ratios.map { [$0] },
      floorBlocks: ratios.map { _ in [1] }
    )
  }
}

extension SuiteResult {
  static func fixture(
    _ name: String = "Fixture",
    version: Int = SuiteResult.currentSchemaVersion,
    rows: [RowResult]? = nil,
    failures: [RowFailure] = [],
    isComplete: Bool = true,
    commit: String = "0123456789abcdef",
    cpu: String = "CPU",
    date: String = "2026-01-02T03:04:05Z"
  ) -> SuiteResult {
    SuiteResult(
      schemaVersion: version,
      suite: name,
      date: date,
      commandLine: ["Fixture"],
      machine: MachineDescription(
        cpuModel: cpu,
        logicalCPUs: 2,
        memoryBytes: 1 << 30,
        kernel: "Linux",
        operatingSystem: "OS"
      ),
      toolchain: "Swift",
      source: SourceRevision(commit: commit, isDirty: true),
      deterministicHashing: true,
      isOptimized: true,
      rounds: 2,
      loadAverageBefore: [0.25, 0, 0],
      loadAverageAfter: [1.5, 0, 0],
      isComplete: isComplete,
      rows: rows ?? defaultRows,
      failures: failures
    )
  }

  /// A row of ours that takes twice as long as its floor and half as long as a peer.
  private static var defaultRows: [RowResult] {
    let two = [BenchmarkParameter(key: "producers", value: "2")]
    return [
      .fixture(
        "dispatch",
        parameters: two,
        nanoseconds: 20,
        ratios: [
          .fixture(floor: "cas", ratios: [1.5, 2, 3]),
          .fixture(floor: "mutex/producers=2", ratios: [0.4, 0.5, 0.6]),
        ].compactMap(\.self)
      ),
      .fixture("cas", kind: .floor, nanoseconds: 10),
      .fixture("mutex", parameters: two, kind: .peer, nanoseconds: 40_000),
    ]
  }
}

/// A directory that is removed with its owner.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/report-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and returns its path.
  func write(_ data: Data, to name: String = "r.json") throws -> String {
    try data.write(to: URL(filePath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}
