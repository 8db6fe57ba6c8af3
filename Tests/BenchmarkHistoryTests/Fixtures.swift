import Foundation
import Glibc

@testable import BenchmarkHistory

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

/// A directory that is removed with its owner.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array(
      "\(FileManager.default.temporaryDirectory.path)/history-XXXXXX".utf8CString
    )
    guard let path = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
