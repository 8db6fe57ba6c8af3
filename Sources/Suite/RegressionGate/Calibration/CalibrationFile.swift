import FoundationEssentials
import Glibc

/// The units of a calibration as a file of JSON lines; what is in it survives an interruption.
public struct CalibrationFile {
  private let path: String
  /// Where units are now that were there and are of another subject; `nil` if there were none.
  public let aside: String?
  /// The units, in the order they were run.
  public private(set) var units: [CalibrationUnit]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; it is made if it isn't there.
  ///   - subject: What is calibrated, and how: programs, plan, limits, machine. It is kept beside the file.
  ///   - keepsUnits: Whether to go on with what is in it. A last line that was cut is measured again.
  /// - Throws: ``GateError`` if it can't be written.
  public init(path: String, subject: String, keepsUnits: Bool) throws(GateError) {
    self.path = path
    let subjectPath = "\(path).subject"
    let isSame = (try? String(contentsOfFile: subjectPath, encoding: .utf8)) == subject
    if keepsUnits, !isSame, FileManager.default.fileExists(atPath: path) {
      let aside = "\(path).before"
      guard rename(path, aside) == 0 else { throw Self.failure(aside) }
      self.aside = aside
    } else {
      aside = nil
    }
    let data = keepsUnits ? (try? Data(contentsOf: URL(filePath: path))) ?? Data() : Data()
    units = data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(CalibrationUnit.self, from: $0)
    }
    var bytes: [UInt8] = []
    for unit in units { bytes += Self.line(unit) }
    do {
      try Data(subject.utf8).write(to: URL(filePath: subjectPath), options: .atomic)
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Self.failure(path)
    }
  }

  /// Adds a unit at the end.
  ///
  /// - Throws: ``GateError`` if it can't be written.
  public mutating func append(_ unit: CalibrationUnit) throws(GateError) {
    units.append(unit)
    let bytes = Self.line(unit)
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path) }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      let failure = Self.failure(path)
      // Half a line would take the next one with it.
      ftruncate(descriptor, end)
      throw failure
    }
  }

  private static func line(_ unit: CalibrationUnit) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers, texts and dictionaries of them can always be encoded.
    return (try? encoder.encode(unit)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
  }

  private static func failure(_ path: String) -> GateError {
    let reason = String(cString: strerror(errno))
    return GateError("\(path): it can't be written (\(reason)); give another --output")
  }
}
