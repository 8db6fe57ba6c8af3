import ExpectedErrors
import Foundation
import SuiteErrors
import Testing

@testable import RegressionGate
@testable import lab

@Suite(.expectedErrors, .timeLimit(.minutes(30)))
struct CalibrationFileTests {
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.path)
  }

  private func unit(_ number: Int, seconds: Double = 1, failure: String? = nil) -> CalibrationUnit {
    CalibrationUnit(
      number: number,
      effect: .sameCode,
      executable: "Bench",
      row: "row",
      isConcurrent: false,
      verdict: .pass,
      verdicts: [:],
      changes: [:],
      spread: nil,
      width: nil,
      seconds: seconds,
      load: 0,
      failure: failure
    )
  }

  private func file(
    _ path: String,
    subject: String,
    keepsUnits: Bool = true
  ) throws -> CalibrationFile<CalibrationUnit> {
    try CalibrationFile(
      path: path,
      subject: subject,
      keepsUnits: keepsUnits,
      isWhole: { $0.failure == nil }
    )
  }

  @Test func `what failed is measured again, and so is a line that was cut`() throws {
    try withDirectory { directory in
      let path = "\(directory)/units.jsonl"
      var file = try self.file(path, subject: "a")
      let failed = unit(1, failure: "base: signal 2 ended it")
      for unit in [unit(0), failed, unit(2), unit(3)] { try file.append(unit) }
      try Data(contentsOf: URL(filePath: path)).dropLast(20).write(to: URL(filePath: path))
      let again = try self.file(path, subject: "a")
      #expect(again.units == [unit(0), unit(2)])
      #expect(again.aside == nil)
      #expect(try self.file(path, subject: "a", keepsUnits: false).units.isEmpty)
    }
  }

  @Test func `units of other programs are put aside, each under a name of its own`() throws {
    try withDirectory { directory in
      let path = "\(directory)/units.jsonl"
      var aside: [String] = []
      for (number, subject) in ["a", "b", "c", "d"].enumerated() {
        var file = try self.file(path, subject: subject)
        #expect(file.units.isEmpty)
        try file.append(unit(number))
        if let name = file.aside { aside.append(name) }
      }
      #expect(aside == ["\(path).before", "\(path).before-2", "\(path).before-3"])
      for (number, path) in aside.enumerated() {
        let data = try Data(contentsOf: URL(filePath: path))
        #expect(try JSONDecoder().decode(CalibrationUnit.self, from: data) == unit(number))
      }
    }
  }

  @Test func `what can't be written says why`() throws {
    #expect {
      try file("/proc/nowhere/units.jsonl", subject: "a")
    } throws: { error in
      "\(error)".contains("it can't be written (") && "\(error)".contains("--output")
    }
    try withDirectory { directory in
      let path = "\(directory)/units.jsonl"
      var file = try self.file(path, subject: "a")
      // JSON has no number for it.
      #expect(throws: SuiteError.self) { try file.append(unit(0, seconds: .nan)) }
    }
  }
}
