import Testing

@testable import TraceRecording

@Suite struct ExecutableSearchTests {
  @Test("a name is looked for in PATH, a path is taken as it is")
  func found() throws {
    #expect(try ExecutableSearch.path(of: "sh").hasSuffix("/sh"))
    #expect(try ExecutableSearch.path(of: "/bin/sh") == "/bin/sh")
  }

  @Test("what is not there is not found", arguments: ["", "no-such-program", "./no/such/program"])
  func notFound(_ name: String) {
    #expect(throws: RecordingError.commandNotFound(name)) { try ExecutableSearch.path(of: name) }
  }

  @Test("what is there and not a program is refused with the reason")
  func refused() {
    #expect(throws: RecordingError.commandNotExecutable("/etc/passwd", reason: "Permission denied"))
    { try ExecutableSearch.path(of: "/etc/passwd") }
    #expect(throws: RecordingError.commandNotExecutable("/tmp", reason: "Is a directory")) {
      try ExecutableSearch.path(of: "/tmp")
    }
  }
}
