import Foundation
import Testing
import TraceReading

@testable import hamon

extension RecordTests {
  /// What `hamon report` and `export` say while they read a trace.
  @Suite(.enabled(if: TraceReader.isSupported)) struct Progress {
    @Test func `reading and exporting tell a terminal how far they are, and a pipe nothing`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let folder = fixture.folder
        // 140,000 events: two lines of progress.
        try await fixture.succeed(
          ["record", "-o", "\(folder)/t", "--lossless", "--", fixture.program.path, "emit:70000"]
        )
        for command in [
          "report t --text text", "report t --text text --html page",
          "report t --text text --pairs",
          "report t --text text --request 7", "export t --format csv -o rows",
          "export t --format perfetto -o packets",
        ] {
          let script = "cd \(folder) && \(fixture.hamon) \(command)"
          let onTerminal = try await fixture.run(
            [],
            prefix: ["sh", "-c", "cd \(folder); script -qefc '\(script)' shown > /dev/null"],
            environment: ["TERM": "xterm", "SHELL": "/bin/sh"]
          )
          let shown = try String(contentsOfFile: "\(folder)/shown", encoding: .utf8)
          #expect(onTerminal.status == 0, "\(command): \(shown)")
          #expect(shown.contains(/t: 131k events, 9\d %/), "\(command): \(shown)")
          // The line is gone when the command has ended.
          let rest = shown.split(separator: "\u{1B}[K").last ?? ""
          #expect(!rest.contains("events"), "\(command): \(shown)")

          let inPipe = try await fixture.run([], prefix: ["sh", "-c", script])
          #expect(inPipe.status == 0 && inPipe.error == "", "\(command): \(inPipe.error)")
        }
      }
    }
  }
}

@Suite struct ReadingProgressTextTests {
  @Test func `what is told is a share where that is known, and never more than all`() {
    #expect(ReadingProgress.text("t", events: 65_536, share: nil) == "t: 65k events")
    #expect(ReadingProgress.text("t", events: 65_536, share: 0.339) == "t: 65k events, 33 %")
    #expect(ReadingProgress.text("t", events: 65_536, share: 1.2) == "t: 65k events, 100 %")
  }
}
