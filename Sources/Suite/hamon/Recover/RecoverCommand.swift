import ArgumentParser
import SuiteErrors
import TaskAnalysis
import TraceRecording

/// `hamon recover`.
struct RecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Makes the trace of a killed recording readable.",
    discussion: """
      When hamon record and its daemons are killed (SIGKILL, out of memory), the newest events are \
      still in shared memory. hamon recover appends them to the trace in DIR, cuts off incomplete \
      packets, and removes the sockets, the buffers and the temporary directory that were left. \
      The events of a flight recorder become one more snapshot.

      EXAMPLES
        hamon recover traces/first && hamon report traces/first

      EXIT STATUS
        0 if the trace is as whole as it can be, even if there was nothing to recover; 125 if the \
      recording still runs, or the rest cannot be read.
      """
  )

  @Argument(
    help: ArgumentHelp("The directory given to hamon record -o.", valueName: "directory")
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
