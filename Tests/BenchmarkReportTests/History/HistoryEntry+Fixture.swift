import Foundation

@testable import BenchmarkReport

extension HistoryEntry {
  /// A value of a commit, of which each is an hour younger than the one before.
  static func fixture(
    commit: Int,
    suite: String = "Suite",
    row: String = "row",
    metric: HistoryMetric = .instructions,
    floor: String? = nil,
    value: Double,
    interval: (low: Double, high: Double)? = nil,
    cpu: String = "CPU"
  ) -> HistoryEntry {
    let number = String(commit, radix: 16)
    return HistoryEntry(
      commit: String(repeating: "0", count: 40 - number.count) + number,
      date: Date(timeIntervalSince1970: 1_767_225_600 + 3600 * Double(commit)),
      suite: suite,
      row: row,
      metric: metric,
      floor: floor,
      value: value,
      interval: interval,
      machine: MachineFingerprint(cpuModel: cpu, toolchain: "Swift")
    )
  }
}
