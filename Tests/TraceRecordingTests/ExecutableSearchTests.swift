import Testing

@testable import TraceRecording

@Suite struct ExecutableSearchTests {
  @Test func `a name is looked for in PATH, a path is taken as it is`() throws {
    #expect(try ExecutableSearch.path(of: "sh").hasSuffix("/sh"))
    #expect(try ExecutableSearch.path(of: "/bin/sh") == "/bin/sh")
  }

  @Test(arguments: ["", "no-such-program", "./no/such/program"])
  func `what is not there is not found`(_ name: String) {
    #expect(throws: RecordingError.commandNotFound(name)) { try ExecutableSearch.path(of: name) }
  }

  @Test func `what is there and not a program is refused with the reason`() {
    #expect(throws: RecordingError.commandNotExecutable("/etc/passwd", reason: "Permission denied"))
    { try ExecutableSearch.path(of: "/etc/passwd") }
    #expect(throws: RecordingError.commandNotExecutable("/tmp", reason: "Is a directory")) {
      try ExecutableSearch.path(of: "/tmp")
    }
  }
}
