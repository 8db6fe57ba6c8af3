import CommandRunning
import Foundation
import Glibc
import SampleFiles
import SampleRecording
import SuiteErrors

/// Makes the trace of a killed recorder and its daemons readable: docs/recording.md, R12.
package struct RecordingRecovery: Sendable {
  private let directory: RecordingDirectory
  private let recording: KilledRecording

  /// Finds a killed recording.
  ///
  /// - Parameter path: The directory of its trace.
  /// - Throws: `RecordingError` if there is nothing to recover, or the recording still runs.
  package init(path: String) throws(RecordingError) {
    directory = try RecordingDirectory(existing: path)
    guard let marker = RecordingMarker.read(in: directory.path) else {
      throw .nothingToRecover(path)
    }
    guard let recording = KilledRecording(marker) else {
      let recorder = marker.recorder?.id ?? 0
      throw RecordingError(
        path,
        "is still being recorded, by process \(recorder)",
        remedy: "end the recording with Ctrl-C or: kill \(recorder)"
      )
    }
    self.recording = recording
  }

  /// Recovers the trace.
  ///
  /// - Complexity: O(*n*) in the size of the buffers, and in the number of packets of the trace.
  /// - Returns: What was found.
  /// - Throws: `RecordingError`; then all that was left remains.
  package func run() async throws -> RecoveryReport {
    await recording.end()
    var report = RecoveryReport(directory: directory.path)
    (report.packets, report.incompletePackets) = try await BufferRecovery(
      directory: directory,
      buffers: recording.marker.buffers,
      isFlightRecorder: recording.marker.isFlightRecorder
    ).run()
    directory.trimMetadata()
    report.isReadable = directory.hasMetadata
    if let command = recording.marker.command, command.isRunning {
      report.runningCommand = command.id
    }
    await nameSamples(isOver: report.runningCommand == nil)
    recording.removeHome()
    recording.removeBuffers()
    directory.removeMarker()
    return report
  }

  /// Looks up the names for the samples that were written, and removes the programs' data about them.
  ///
  /// Keeps the library while the command may start programs, which are to load it.
  private func nameSamples(isOver: Bool) async {
    let samples = SampleDirectory(ofTrace: directory.path)
    guard access(samples.data, R_OK) == 0 else { return }
    // Readers of the trace report failures of this.
    _ = try? await SymbolSearch(samples).run()
    try? FileManager.default.removeItem(atPath: samples.rings)
    if isOver { try? FileManager.default.removeItem(atPath: samples.library) }
  }
}

/// The result of recovering a killed recording.
package struct RecoveryReport: Sendable, Equatable {
  /// The directory of the trace, absolute.
  package var directory: String

  /// How many packets were still in the ring buffers.
  package var packets = 0

  /// How many files of the trace ended in an incomplete packet, which was cut off.
  package var incompletePackets = 0

  /// Whether the trace has a description of its events; false if no program emitted any.
  package var isReadable = false

  /// The recorded command, if it still runs; its further events are not recorded.
  package var runningCommand: Int32?
}

/// Moves what killed daemons left in the ring buffers into the trace.
struct BufferRecovery: Sendable {
  let directory: RecordingDirectory

  /// The directory of the buffers; `nil` if they had none.
  let buffers: String?

  let isFlightRecorder: Bool

  /// Recovers the packets, once no process of the recording can write any.
  ///
  /// - Complexity: O(*n*) in the size of the buffers, and in the number of packets of the trace.
  /// - Returns: How many packets came from memory, and how many incomplete ones were cut off.
  /// - Throws: `RecordingError`; the buffers are unchanged then.
  func run() async throws -> (packets: Int, incompletePackets: Int) {
    let extracted = "\(directory.path)/.hamon-buffers"
    try? FileManager.default.removeItem(atPath: extracted)
    defer { try? FileManager.default.removeItem(atPath: extracted) }
    let hasBuffers = try await extract(to: extracted)
    directory.releaseReserve()
    guard !isFlightRecorder else { return (hasBuffers ? try keepSnapshot(of: extracted) : 0, 0) }
    // First, and by the packets themselves: a packet that was written whole and given back may not yet be in the index that cutting goes
    // by.
    let packets = hasBuffers ? try directory.append(buffers: extracted) : 0
    return (packets, directory.cutIncompletePackets())
  }

  /// Copies the packets that are still in the ring buffers, and the description of the events, which may be incomplete in the trace.
  ///
  /// - Returns: Whether there is anything; false before the first program has registered.
  private func extract(to folder: String) async throws -> Bool {
    guard let buffers,
      !RecordingDirectory.files(in: buffers, where: { $0.hasSuffix("/metadata") }).isEmpty
    else { return false }
    guard (try? ExecutableSearch.path(of: "lttng-crash")) != nil else {
      throw RecordingError.toolMissing("lttng-crash")
    }
    let command = Command(
      "lttng-crash",
      ["--extract", folder, buffers],
      environment: ["LC_ALL": "C", "LD_PRELOAD": ""]
    )
    do {
      let result = try await command.run()
      if result.isSuccess { return true }
      let reason = LTTngClient.message(output: result.output, error: result.errors)
      throw RecordingError.notRecovered(directory.path, reason: reason)
    } catch let error as SuiteError {
      throw RecordingError.notRecovered(directory.path, reason: error.problem)
    }
  }

  /// Keeps the rest of a flight recorder's buffers as a snapshot of its own.
  private func keepSnapshot(of extracted: String) throws -> Int {
    let packets = RecordingDirectory.streams(in: extracted).joined().count
    guard packets > 0 else { return 0 }
    let number = (1...).first { access("\(directory.path)/snapshot-\($0)", F_OK) != 0 } ?? 1
    let path = "\(directory.path)/snapshot-\(number)"
    guard rename(extracted, path) == 0 else {
      throw RecordingError.notRecovered(path, reason: RecordingError.reason(errno))
    }
    return packets
  }
}
