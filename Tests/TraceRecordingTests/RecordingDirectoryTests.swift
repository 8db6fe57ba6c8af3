import Foundation
import Testing

@testable import TraceRecording

@Suite struct RecordingDirectoryTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "recording-directory-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func contents(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }

  @Test func `a directory that is not empty is refused and left as it is`() throws {
    try withFolder { folder in
      try Data("x".utf8).write(to: URL(filePath: "\(folder)/mine"))
      #expect(throws: RecordingError.outputNotEmpty(folder)) { try RecordingDirectory(folder) }
      #expect(try contents(folder) == ["mine"])
    }
  }

  @Test func `a file in the way is an error with the system's reason`() throws {
    try withFolder { folder in
      try Data().write(to: URL(filePath: "\(folder)/file"))
      #expect(
        throws: RecordingError.outputUnusable("\(folder)/file", reason: "Not a directory")
      ) { try RecordingDirectory("\(folder)/file") }
      #expect(throws: RecordingError.self) { try RecordingDirectory("\(folder)/file/below") }
      #expect(throws: RecordingError.self) { try RecordingDirectory("") }
    }
  }

  @Test func `what was made is removed with what the daemon put in, an existing directory stays`()
    throws
  {
    try withFolder { folder in
      let new = try RecordingDirectory("\(folder)/a/b/")
      try FileManager.default.createDirectory(
        atPath: "\(new.path)/ust/uid",
        withIntermediateDirectories: true
      )
      new.discard()
      #expect(try contents(folder) == [])
      let existing = try RecordingDirectory(folder)
      existing.discard()
      #expect(try contents(folder) == [])
    }
  }

  @Test func `the reserve is gone once it is released`() throws {
    try withFolder { folder in
      let directory = try RecordingDirectory("\(folder)/t")
      #expect(try contents(directory.path) == [".hamon-reserve"])
      directory.releaseReserve()
      directory.releaseReserve()
      #expect(try contents(directory.path) == [])
    }
  }

  @Test func `the default name tells the time`() {
    let name = RecordingDirectory.defaultName(at: Date(timeIntervalSince1970: 0))
    #expect(name.wholeMatch(of: /trace-(1969|1970)\d{4}-\d{6}/) != nil, "\(name)")
  }

  @Test(arguments: [
    ("m", ""), ("a/b", "a"), ("a/b/", "a"), ("/a", ""), ("/", ""), ("", ""), ("a//b", "a"),
    ("./a", "."), ("../a/b", "../a"),
  ])
  func `a path's parent is what is before its last component`(path: String, expected: String) {
    #expect(RecordingDirectory.parent(of: path) == expected)
  }
}
