import ExactCounts
import Subprocess

/// A benchmark executable as a child process.
struct BenchProcess {
  let path: String

  /// Asks for the names of its rows.
  ///
  /// - Parameter isQuick: Whether only those are wanted that a quick run has, which may be none.
  /// - Returns: The names; at least one, unless only those of a quick run are wanted.
  /// - Throws: ``BenchError`` if it is no benchmark executable.
  func rows(isQuick: Bool = false) async throws(BenchError) -> [String] {
    do {
      let result = try await Subprocess.run(
        .file(path),
        arguments: Arguments(["--list"] + (isQuick ? ["--quick"] : [])),
        output: .string(limit: 4 << 20),
        error: .discarded
      )
      guard result.terminationStatus.isSuccess else {
        throw BenchError.notASuite(path: path, ending: Self.ending(result.terminationStatus))
      }
      let rows = result.standardOutput.split(separator: "\n").map(String.init)
      guard isQuick || !rows.isEmpty else {
        throw BenchError.notASuite(path: path, ending: "printed nothing")
      }
      return rows
    } catch let error as BenchError {
      throw error
    } catch {
      throw .notStarted(path: path, reason: "\(error)")
    }
  }

  /// Runs it; what it says appears on this program's standard output and error.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - keepsOutputFree: Whether all that it says goes to standard error.
  /// - Returns: How it ended.
  /// - Throws: ``BenchError`` if it can't be started.
  func run(
    arguments: [String],
    keepsOutputFree: Bool = false
  ) async throws(BenchError) -> TerminationStatus {
    let output: FileDescriptorOutput =
      keepsOutputFree ? .currentStandardError : .currentStandardOutput
    do {
      return try await Subprocess.run(
        .file(path),
        arguments: Arguments(arguments),
        output: output,
        error: .currentStandardError
      ).terminationStatus
    } catch {
      throw .notStarted(path: path, reason: "\(error)")
    }
  }

  /// How a process ended, as the end of a sentence.
  static func ending(_ status: TerminationStatus) -> String {
    switch status {
    case .exited(let code): "ended with exit status \(code)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }
}
