import Foundation
import SuiteErrors
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct GateJournalTests {
  private func withPath(_ body: (String) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.appending(path: "journal.jsonl").path)
  }

  @Test func `an interrupted gate finds the rows that it had measured`() throws {
    try withPath { path in
      var row = RowEvidence(executable: "Bench", row: "one", presence: .both)
      row.iterations = 7
      try GateJournal(path: path, subject: "a", keepsRows: true).append(row)
      let again = try GateJournal(path: path, subject: "a", keepsRows: true)
      #expect(again.rows == ["Bench one": row])
      // Of another subject, or when asked for, it begins anew.
      #expect(try GateJournal(path: path, subject: "b", keepsRows: true).rows.isEmpty)
    }
  }

  @Test func `what could not be measured is measured again`() throws {
    try withPath { path in
      let journal = try GateJournal(path: path, subject: "a", keepsRows: true)
      var failed = RowEvidence(executable: "Bench", row: "failed", presence: .both)
      failed.failure = "base: signal 11 ended it"
      var uncounted = RowEvidence(executable: "Bench", row: "uncounted", presence: .both)
      uncounted.countingFailure = "valgrind is missing"
      for row in [failed, RowEvidence(executable: "Bench", row: "one", presence: .both), uncounted]
      {
        try journal.append(row)
      }
      let rows = try GateJournal(path: path, subject: "a", keepsRows: true).rows
      #expect(rows.keys.sorted() == ["Bench one"])
    }
  }

  @Test(arguments: ["", "{", "{\"version\":2,\"subject\":\"a\"}\n{}\n", "\u{0}\n\u{FF}"])
  func `a damaged or newer journal is begun anew`(text: String) throws {
    try withPath { path in
      try Data(text.utf8).write(to: URL(filePath: path))
      let journal = try GateJournal(path: path, subject: "a", keepsRows: true)
      #expect(journal.rows.isEmpty)
      try journal.append(RowEvidence(executable: "Bench", row: "one", presence: .both))
      #expect(try GateJournal(path: path, subject: "a", keepsRows: true).rows.count == 1)
    }
  }

  @Test func `a last line that was cut loses only its row`() throws {
    try withPath { path in
      let journal = try GateJournal(path: path, subject: "a", keepsRows: true)
      try journal.append(RowEvidence(executable: "Bench", row: "one", presence: .both))
      try journal.append(RowEvidence(executable: "Bench", row: "two", presence: .both))
      let data = try Data(contentsOf: URL(filePath: path))
      try data.dropLast(20).write(to: URL(filePath: path))
      let rows = try GateJournal(path: path, subject: "a", keepsRows: true).rows
      #expect(rows.keys.sorted() == ["Bench one"])
      #expect(try GateJournal(path: path, subject: "a", keepsRows: false).rows.isEmpty)
    }
  }

  @Test func `a journal that can't be written says so`() {
    #expect(throws: SuiteError.self) {
      try GateJournal(path: "/nowhere/journal.jsonl", subject: "a", keepsRows: true)
    }
  }
}
