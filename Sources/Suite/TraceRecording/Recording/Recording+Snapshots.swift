extension Recording {
  /// Writes a snapshot at each signal, until the task is cancelled.
  func takeSnapshots(of session: TracingSession) async {
    guard options.flightRecorder != nil else { return }
    await SnapshotSignal.whenever {
      do {
        notify(.snapshot(try await session.takeSnapshot(.signal)))
      } catch let error as RecordingError {
        notify(.failure(error))
      } catch {
        // Other errors occur only at the end of the recording.
      }
    }
  }

  /// Lets programs tell again what numbers in their events stand for, until the task is cancelled: where what they have told may be
  /// overwritten, or come before whoever follows the trace.
  func dumpStates(of session: TracingSession) async {
    guard options.flightRecorder != nil || options.sizeLimit != nil || options.relay != nil else {
      return
    }
    while (try? await Task.sleep(for: .seconds(5))) != nil { await session.dumpState() }
  }
}
