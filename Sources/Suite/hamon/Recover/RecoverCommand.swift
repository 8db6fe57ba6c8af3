import ArgumentParser
import SuiteErrors
import TaskAnalysis
import TraceRecording

/// `hamon recover`.
struct RecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Makes a trace readable whose recording was killed.",
    discussion: """
      When hamon record and its daemons are killed (SIGKILL, out of memory), the newest events are \
      still in shared memory. This appends them to the trace in DIR, cuts off what was half \
      written, and removes the sockets, the buffers and the temporary directory that were left. \
      What a flight recorder held becomes one more snapshot.

      EXAMPLES
        hamon recover traces/first && hamon report traces/first

      EXIT STATUS
        0 if the trace is as whole as it can be, also if there was nothing to recover; 125 if the \
      recording still runs, or what is left cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp("The directory that hamon record -o had.", valueName: "directory")
  )
  var directory: String

  func run() async throws {
    do {
      let report = try await RecordingRecovery(path: directory).run()
      await write(report)
    } catch let error as RecordingError where error == .nothingToRecover(directory) {
      StandardError.write("\(error)")
    }
  }

  private func write(_ report: RecoveryReport) async {
    StandardError.write("trace: \(report.directory)")
    StandardError.write(
      "recovered: \(report.packets) packet(s) from memory, \(report.incompletePackets) cut off"
    )
    if report.isReadable {
      let events = RecordedEvents(inTraceAt: report.directory)
      var lines = events.counts + events.warnings
      if let tasks = events.taskAddresses, tasks.hasTasks {
        lines += await TaskNames.write(tasks, toTrace: report.directory)
      }
      for line in lines { StandardError.write(line) }
    } else {
      StandardError.write("events: none")
    }
    if let command = report.runningCommand {
      StandardError.warning(
        "process \(command): the recorded command still runs, unrecorded; "
          + "go on with hamon record --pid \(command)"
      )
    }
  }
}
