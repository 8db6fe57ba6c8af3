import MemoryRecording
import SampleFiles
import SampleRecording
import SuiteErrors

/// Samples of call stacks next to the events of a recording.
extension Recording {
  /// Prepares sampling if requested; not for a trace without a directory.
  ///
  /// - Throws: `RecordingError` if the requested engine isn't available.
  func sampler(in directory: RecordingDirectory?) throws(RecordingError) -> SampleRecorder? {
    guard let request = options.sampling, let directory else { return nil }
    do throws(SuiteError) {
      return SampleRecorder(
        try EngineChoice(request.engine, frequency: request.frequency),
        in: SampleDirectory(ofTrace: directory.path)
      )
    } catch {
      throw RecordingError(error)
    }
  }

  /// Starts the command, sampled and with its memory noted if requested.
  func start(
    _ words: [String],
    executable: String,
    environment: [String: String],
    sampler: SampleRecorder?,
    memory: MemoryRecorder?
  ) async throws -> CommandProcess {
    do {
      let noted = try memory?.environment(for: executable, environment) ?? environment
      let environment = try await sampler?.environment(for: executable, noted) ?? noted
      let start: @Sendable () throws -> CommandProcess = {
        try CommandProcess(path: executable, arguments: words, environment: environment)
      }
      guard let sampler else { return try start() }
      return try await sampler.begin(start)
    } catch let error as SuiteError {
      throw RecordingError(error)
    }
  }

  /// Ends sampling, and looks up the names while the programs are still in place.
  func finish(
    _ sampler: SampleRecorder?,
    in directory: RecordingDirectory?,
    _ report: inout RecordingReport
  ) async {
    guard let sampler, let directory else { return }
    let tally = await sampler.end()
    report.samples = tally
    if let failure = tally.failure { report.failures.append(RecordingError(failure)) }
    do throws(SuiteError) {
      report.sampleNotices =
        tally.gaps + (try await SymbolSearch(SampleDirectory(ofTrace: directory.path)).run())
    } catch {
      report.failures.append(RecordingError(error))
    }
    sampler.cleanUp()
  }
}
