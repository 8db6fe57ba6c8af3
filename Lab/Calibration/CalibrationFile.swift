import FoundationEssentials
import Glibc
import RegressionGate
import SuiteErrors

/// The measurements of a calibration, as a file of JSON lines that survives an interruption.
struct CalibrationFile<Unit: Codable> {
  private let lines: JSONLines
  /// The new path of earlier units of another subject; `nil` if there were none.
  let aside: String?
  /// The units, in the order of measurement.
  private(set) var units: [Unit]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; created if missing.
  ///   - subject: The subject and manner of the calibration: programs, plan, limits, machine. Kept next to the file.
  ///   - keepsUnits: Whether to continue with the file's units, except a truncated last line.
  ///   - isWhole: Whether a unit is complete, so that it isn't measured again.
  /// - Throws: `SuiteError` if it can't be written.
  init(
    path: String,
    subject: String,
    keepsUnits: Bool,
    isWhole: (Unit) -> Bool
  ) throws(SuiteError) {
    lines = JSONLines(path: path, remedy: CalibrationOutput.remedy)
    let subjectPath = "\(path).subject"
    let isSame = (try? String(contentsOfFile: subjectPath, encoding: .utf8)) == subject
    if keepsUnits, !isSame, FileManager.default.fileExists(atPath: path) {
      let aside = Self.unused("\(path).before")
      // SAFETY: both paths outlive the call.
      guard unsafe rename(path, aside) == 0 else {
        throw JSONLines(path: aside, remedy: CalibrationOutput.remedy).failure()
      }
      StandardError.warning(
        "\(path): what was there is of other programs, another plan or another machine; it is kept as \(aside)"
      )
      self.aside = aside
    } else {
      aside = nil
    }
    let data = keepsUnits ? (try? Data(contentsOf: URL(filePath: path))) ?? Data() : Data()
    units = data.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(Unit.self, from: $0) }.filter(isWhole)
    try JSONLines(path: subjectPath, remedy: CalibrationOutput.remedy).write(Array(subject.utf8))
    try lines.write(lines.bytes(of: units))
  }

  mutating func append(_ unit: Unit) throws(SuiteError) {
    units.append(unit)
    try lines.append(unit)
  }

  /// An unused path, so that files put aside before stay.
  private static func unused(_ path: String) -> String {
    var (unused, number) = (path, 2)
    while FileManager.default.fileExists(atPath: unused) {
      unused = "\(path)-\(number)"
      number += 1
    }
    return unused
  }
}
