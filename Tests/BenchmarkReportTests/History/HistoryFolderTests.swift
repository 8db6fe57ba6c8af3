import Foundation
import SuiteErrors
import Testing

@testable import BenchmarkReport

@Suite(.timeLimit(.minutes(30)))
struct HistoryFolderTests {
  private let directory: TemporaryDirectory
  private let folder: HistoryFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = HistoryFolder(path: "\(directory.path)/results/history")
  }

  private var file: String { "\(folder.path)/Suite.jsonl" }

  private func lines() throws -> [String] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: file))
  }

  @Test
  func `what is added is read again, in the order of the commits`() throws {
    let later = [
      HistoryEntry.fixture(commit: 2, value: 0.1 + 0.2),
      .fixture(commit: 2, metric: .ratio, floor: "m=1", value: 2, interval: (1.5, 2.5)),
    ]
    let earlier = [HistoryEntry.fixture(commit: 1, row: "\"ü\"\n/x=1", value: 1e-9)]
    try folder.append(later)
    try folder.append(earlier)
    let contents = try folder.read()
    #expect(contents.entries == earlier + later)
    #expect(contents.warnings == [])
    // One line each, so that git merges them.
    #expect(try lines().count == 3)
  }

  @Test
  func `what is there of a commit stays as it is, and the rest is added`() throws {
    try folder.append([.fixture(commit: 1, value: 5), .fixture(commit: 2, value: 6)])
    let before = try lines()
    #expect(try folder.append([.fixture(commit: 1, value: 7)]) == [])
    #expect(try lines() == before)
    let added: [HistoryEntry] = [
      .fixture(commit: 1, metric: .frees, value: 9),
      .fixture(commit: 3, suite: "Another", value: 8),
    ]
    let found = try folder.append([.fixture(commit: 1, value: 7)] + added)
    #expect(found.sorted { $0.value > $1.value } == added)
    #expect(try folder.read().entries.map(\.value).sorted() == [5, 6, 8, 9])
  }

  @Test
  func `the same commit is replaced if that is asked for, on the same machine only`() throws {
    try folder.append([
      .fixture(commit: 1, value: 5), .fixture(commit: 1, value: 50, cpu: "Other"),
      .fixture(commit: 2, value: 6),
    ])
    try folder.append([.fixture(commit: 1, value: 7)], replacing: true)
    let values = try folder.read().entries.map(\.value)
    #expect(values.sorted() == [6, 7, 50])
  }

  @Test
  func `a cut last line is told, nothing else is lost, and what is added begins a new line`() throws
  {
    try folder.append((1...3).map { .fixture(commit: $0, value: Double($0)) })
    try write(String(try String(contentsOfFile: file, encoding: .utf8).dropLast(40)))
    var contents = try folder.read()
    #expect(contents.entries.map(\.value) == [1, 2])
    #expect(contents.warnings.map(\.line) == [3])
    #expect(
      contents.warnings.first?.description.hasPrefix("\(file):3: the line is damaged: ") == true
    )
    let cut = try lines()[2]
    try folder.append([.fixture(commit: 4, value: 4)])
    contents = try folder.read()
    #expect(contents.entries.map(\.value) == [1, 2, 4])
    #expect(try lines()[2] == cut)
  }

  @Test
  func `lines that can't be read are told one by one, stay, and the others are read`() throws {
    try folder.append([.fixture(commit: 1, value: 1), .fixture(commit: 2, value: 2)])
    let good = try lines()
    let newer = good[0].replacing("\"version\":1", with: "\"version\":2")
    let bad = [
      "<<<<<<< HEAD", "", "[1]", "{}", "{\"version\":1}", newer, "{\"version\":7,\"anything\":0}",
      "\u{0}\u{1}",
    ]
    let text = ([good[0]] + bad + [good[1]]).joined(separator: "\r\n")
    try write(text)
    let contents = try folder.read()
    #expect(contents.entries.map(\.value) == [1, 2])
    #expect(contents.warnings.map(\.line) == Array(2...9))
    let newerLines = contents.warnings.filter {
      if case .newerVersion = $0.reason { true } else { false }
    }
    #expect(newerLines.map(\.line) == [7, 8])
    #expect(newerLines.last?.description.contains("of version 7") == true)
    try folder.append([.fixture(commit: 3, value: 3)], replacing: true)
    #expect(try lines().contains(newer))
    #expect(try folder.read().warnings.count == bad.count)
  }

  @Test
  func `the same line twice, as a merge leaves it, counts once; of two values the later counts`()
    throws
  {
    try folder.append([.fixture(commit: 1, value: 1)])
    let line = try lines()[0]
    try write("\(line)\n\(line)\n")
    #expect(try folder.read().entries.count == 1)
    #expect(try folder.read().warnings == [])
    try write("\(line)\n\(line.replacing("\"value\":1,", with: "\"value\":2,"))\n")
    let contents = try folder.read()
    #expect(contents.entries.map(\.value) == [2])
    #expect(contents.warnings.map(\.line) == [1])
  }

  @Test
  func `many who add at the same time lose nothing of each other`() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for commit in 1...40 {
        let folder = folder
        group.addTask {
          do {
            try folder.append([
              .fixture(commit: commit, value: 1), .fixture(commit: commit, suite: "B", value: 1),
            ])
            return true
          } catch {
            return false
          }
        }
      }
      for await isAdded in group { #expect(isAdded) }
    }
    #expect(try folder.read().entries.count == 80)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == [".gitattributes", "B.jsonl", "Suite.jsonl"])
  }

  @Test
  func `a value that is not a number, or twice the same, is refused`() throws {
    #expect(throws: SuiteError("row", "its wall is not a finite number", remedy: "leave it out")) {
      try folder.append([.fixture(commit: 1, metric: .wall, value: .nan)])
    }
    #expect(throws: SuiteError.self) {
      try folder.append([.fixture(commit: 1, value: 1), .fixture(commit: 1, value: 1)])
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test
  func `a folder that isn't there or is none is an error that names it`() throws {
    #expect(throws: SuiteError.self) { try folder.read() }
    let path = "\(directory.path)/file"
    try Data().write(to: URL(filePath: path))
    let error = #expect(throws: SuiteError.self) {
      try HistoryFolder(path: path).append([.fixture(commit: 1, value: 1)])
    }
    #expect(error?.description.hasPrefix("\(path): it can't be written (") == true)
  }

  @Test
  func `a suite of any name has a file in the folder`() throws {
    #expect(HistoryFolder.fileName(ofSuite: "Dispatch-1_x") == "Dispatch-1_x.jsonl")
    #expect(HistoryFolder.fileName(ofSuite: "../ü") == "%2e%2e%2f%c3%bc.jsonl")
    try folder.append([.fixture(commit: 1, suite: "a/../b", value: 1)])
    #expect(try folder.read().entries.first?.suite == "a/../b")
  }
}
