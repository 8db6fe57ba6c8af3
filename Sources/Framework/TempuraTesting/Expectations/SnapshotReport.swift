/// Reports results to the library that runs a test.
@MainActor
struct SnapshotReport {
  let location: SnapshotLocation
  /// Fails the test, with the error or the result that the text comes from.
  let fail: @MainActor (_ failure: String, (any Error)?, SnapshotResult?) -> Void

  func expect(recording: SnapshotRecording?, _ verify: () throws -> [SnapshotResult]) -> Bool {
    do { return tell(try verify(), recording: recording) } catch { return tell(error) }
  }

  func expect(
    recording: SnapshotRecording?,
    _ verify: () async throws -> [SnapshotResult]
  ) async -> Bool {
    do { return tell(try await verify(), recording: recording) } catch { return tell(error) }
  }

  private func tell(_ error: any Error) -> Bool {
    fail("\(error)", error, nil)
    return false
  }

  private func tell(_ results: [SnapshotResult], recording: SnapshotRecording?) -> Bool {
    var isAccepted = true
    for result in results {
      guard let failure = result.failure(recording: recording) else { continue }
      isAccepted = false
      fail(failure, nil, result)
    }
    return isAccepted
  }
}
