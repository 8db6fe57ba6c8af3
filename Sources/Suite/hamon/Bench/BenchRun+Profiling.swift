import BenchmarkReport
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import SampleRecording
import SuiteErrors

extension BenchRun {
  /// The directory of the profiles: the given one, or one next to the results.
  var profileDirectory: String {
    command.profileOutput
      ?? command.json.map { "\(URL(filePath: $0).deletingPathExtension().path).profile" }
      ?? "hamon-profile"
  }

  /// Checks that rows can be sampled here, before anything is measured.
  ///
  /// - Throws: `SuiteError` if no engine works, or the directory can't be made.
  func checkProfiling() throws(SuiteError) {
    guard command.profile else { return }
    do throws(SuiteError) {
      _ = try EngineChoice(frequency: StackRecording.frequency)
    } catch {
      throw SuiteError("--profile", "rows can't be sampled: \(error.problem)", remedy: error.remedy)
    }
    try WorkDirectory.make(profileDirectory, orElse: RowProfiler.otherDirectory)
  }

  /// Samples the measured rows of an executable.
  ///
  /// - Returns: Whether all could be sampled; errors go to standard error.
  func profile(
    _ program: BenchmarkProgram,
    suites: [SuiteResult],
    into profiles: inout [RowProfile]
  ) async -> Bool {
    let line = ProgressLine()
    let profiler = RowProfiler(
      program: program,
      isQuick: command.quick,
      timeout: timeout,
      // Absolute: rows run in another directory.
      directory: URL(filePath: profileDirectory).standardizedFileURL.path
    )
    var isRight = true
    for suite in suites {
      for (index, row) in suite.rows.enumerated() where !InterruptSignal.hasArrived {
        line.show("sampling \(index + 1) of \(suite.rows.count): \(row.name)")
        do {
          let folder = RowProfiler.folderName(of: row.name, besides: profiles.map(\.folder))
          let profile = try await profiler.profile(row.name, in: folder)
          line.clear()
          for notice in profile.notices { StandardError.warning("row \(row.name): \(notice)") }
          profiles.append(profile)
        } catch {
          line.clear()
          isRight = false
          if !InterruptSignal.hasArrived {
            StandardError.error("row \(row.name): it can't be sampled: \(error)")
          }
        }
      }
    }
    line.clear()
    return isRight
  }

  /// Writes all profiles into one file; returns the text to print.
  func report(_ profiles: [RowProfile]) throws(SuiteError) -> String {
    guard !profiles.isEmpty else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let path = "\(profileDirectory)/profile.json"
    do {
      try WrittenFile.write(
        try encoder.encode(profiles),
        to: path,
        orElse: RowProfiler.otherDirectory
      )
    } catch {
      throw .unwritten(path, error, remedy: RowProfiler.otherDirectory)
    }
    return profiles.map { "\n\($0.text(width: outputWidth))" }.joined()
      + "\nStacks and flame graphs of each row are in \(profileDirectory).\n"
  }
}
