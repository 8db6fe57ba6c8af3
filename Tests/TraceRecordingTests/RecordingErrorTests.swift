import Testing

@testable import TraceRecording

@Suite struct RecordingErrorTests {
  private static let all: [RecordingError] = [
    .toolMissing("lttng"), .commandNotFound("x"), .commandNotExecutable("x", reason: "r"),
    .outputNotEmpty("d"), .nothingToRecover("d"), .notRecovered("d", reason: "r"),
    .outputUnusable("d", reason: "r"), .temporaryDirectoryUnusable("d", reason: "r"),
    .daemonAlreadyRuns(reason: "r"), .daemonNotReady(message: "m"), .daemonDied, .consumerDied,
    .lttngFailed(command: "start", message: "m"), .diskFull(directory: "d"),
    .writeFailed(directory: "d", message: "m"), .processNotFound(1),
    .processNotPermitted(1, reason: "r"), .interrupted(signal: 15),
  ]

  @Test(arguments: all)
  func `Each error is one line: a subject, what is wrong, what to do`(_ error: RecordingError) {
    let text = "\(error)"
    #expect(!text.contains("\n"))
    #expect(text.wholeMatch(of: /[^:]+(:\d+)?: .+; .+/) != nil, "\(text)")
  }

  @Test func `The statuses are those of env(1) and timeout(1)`() {
    #expect(RecordingError.commandNotFound("x").exitStatus == 127)
    #expect(RecordingError.commandNotExecutable("x", reason: "r").exitStatus == 126)
    #expect(RecordingError.interrupted(signal: 15).exitStatus == 143)
    #expect(RecordingError.outputNotEmpty("d").exitStatus == 125)
  }

  @Test func `A failed recording is never a success, and never hides the command's failure`() {
    var report = RecordingReport(directory: "/d", status: .exited(0), duration: .zero)
    #expect(report.exitStatus == 0)
    report.failures = [.daemonDied]
    #expect(report.exitStatus == 125)
    report.status = .exited(3)
    #expect(report.exitStatus == 3)
    report.status = .killed(signal: 9)
    #expect(report.exitStatus == 137)
    report.commandEnd = .timeLimit
    #expect(report.exitStatus == 125)
    report.failures = []
    for status in [CommandStatus.killed(signal: 9), .killed(signal: 15), .exited(143), .exited(0)] {
      report.status = status
      #expect(report.exitStatus == 0)
    }
    for status in [CommandStatus.killed(signal: 11), .exited(3)] {
      report.status = status
      #expect(report.exitStatus == status.exitStatus)
    }
  }
}
