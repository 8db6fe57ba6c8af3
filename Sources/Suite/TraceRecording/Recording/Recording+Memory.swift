import MemoryFiles
import MemoryRecording
import SuiteErrors

/// Memory next to the events of a recording.
extension Recording {
  /// Prepares the recording of memory if requested; not for a trace without a directory.
  ///
  /// - Parameters:
  ///   - directory: That of the trace.
  ///   - process: A process that runs already.
  /// - Returns: What records it; `nil` if it isn't requested.
  /// - Throws: `RecordingError` if there is no library, or no room.
  func memoryRecorder(
    in directory: RecordingDirectory?,
    of process: NotingProcess? = nil
  ) throws(RecordingError) -> MemoryRecorder? {
    guard let request = options.memory, let directory else { return nil }
    do throws(SuiteError) {
      return try MemoryRecorder(request, in: MemoryDirectory(ofTrace: directory.path), of: process)
    } catch {
      throw RecordingError(error)
    }
  }

  /// Asks for snapshots, at each signal and every so often, until the task is cancelled.
  func requestSnapshots(of memory: MemoryRecorder?) async {
    guard let memory else { return }
    async let isOver: Void = memory.requestPeriodically()
    await SnapshotSignal.whenever { memory.requestSnapshots() }
    await isOver
  }
}
