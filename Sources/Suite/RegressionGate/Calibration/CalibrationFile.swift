import FoundationEssentials
import Glibc
package import SuiteErrors

/// The units of a calibration as a file of JSON lines; what is in it survives an interruption.
package struct CalibrationFile {
  private let path: String
  /// Where units are now that were there and are of another subject; `nil` if there were none.
  package let aside: String?
  /// The units, in the order they were run.
  package private(set) var units: [CalibrationUnit]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; it is made if it isn't there.
  ///   - subject: What is calibrated, and how: programs, plan, limits, machine. It is kept beside the file.
  ///   - keepsUnits: Whether to go on with what is in it. What failed is measured again, and so is a last line that was cut.
  /// - Throws: `SuiteError` if it can't be written.
  package init(path: String, subject: String, keepsUnits: Bool) throws(SuiteError) {
    self.path = path
    let subjectPath = "\(path).subject"
    let isSame = (try? String(contentsOfFile: subjectPath, encoding: .utf8)) == subject
    if keepsUnits, !isSame, FileManager.default.fileExists(atPath: path) {
      let aside = Self.unused("\(path).before")
      // SAFETY: both paths outlive the call.
      guard unsafe rename(path, aside) == 0 else {
        throw JSONLines(path: aside, remedy: Self.remedy).failure()
      }
      self.aside = aside
    } else {
      aside = nil
    }
    let data = keepsUnits ? (try? Data(contentsOf: URL(filePath: path))) ?? Data() : Data()
    units = data.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let unit = try? JSONDecoder().decode(CalibrationUnit.self, from: line),
        unit.failure == nil
      else { return nil }
      return unit
    }
    let lines = JSONLines(path: path, remedy: Self.remedy)
    try JSONLines(path: subjectPath, remedy: Self.remedy).write(Array(subject.utf8))
    try lines.write(lines.bytes(of: units))
  }

  package mutating func append(_ unit: CalibrationUnit) throws(SuiteError) {
    units.append(unit)
    try JSONLines(path: path, remedy: Self.remedy).append(unit)
  }

  /// A path that nothing has: what was put aside before stays.
  package static func unused(_ path: String) -> String {
    var (unused, number) = (path, 2)
    while FileManager.default.fileExists(atPath: unused) {
      unused = "\(path)-\(number)"
      number += 1
    }
    return unused
  }

  private static let remedy = "give another --output"
}

/// One unit of a calibration: a row that was gated with a known effect.
package struct CalibrationUnit: Codable, Equatable, Sendable {
  /// Its place in the order of units.
  package let number: Int
  /// The change that was made to the head.
  package let effect: CalibrationEffect
  package let executable: String
  package let row: String
  package let isConcurrent: Bool
  package let verdict: Verdict
  /// The verdict about each metric that was looked at.
  package let verdicts: [String: Verdict]
  /// By what share each metric had changed.
  package let changes: [String: Double]
  /// How much single pairs scattered; `nil` without times.
  package let spread: Double?
  /// How far the bounds of the wall time are apart; `nil` without times.
  package let width: Double?
  package let seconds: Double
  /// The load average of the last minute.
  package let load: Double
  /// Why the row could not be measured.
  package let failure: String?

  /// Whether the gate called it a regression.
  package var isAlarm: Bool { verdict == .regression }

  /// The metric that has to show the effect: a percentile where one was compared; `nil` where there is no effect.
  package var metric: GateMetric? {
    guard let bar = effect.bar, bar.metric == .wall else { return effect.bar?.metric }
    return GateMetric.allCases.first { $0.percentile != nil && verdicts[$0.rawValue] != nil }
      ?? bar.metric
  }

  /// Whether the metric that has to show the effect did.
  package var isFound: Bool {
    guard let metric else { return isAlarm }
    return verdicts[metric.rawValue] == .regression
  }
}
