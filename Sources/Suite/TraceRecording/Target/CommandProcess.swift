import Foundation
import Glibc
import ProcessLaunching

/// The recorded command as a child process, with the same surroundings as without the recorder: docs/recording.md, R6.
struct CommandProcess: Sendable {
  let processID: pid_t

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - path: The executable file.
  ///   - arguments: Its arguments, its name first.
  ///   - environment: Variables that replace the inherited ones.
  /// - Throws: `RecordingError.commandNotExecutable` with the system's reason.
  init(
    path: String,
    arguments: [String],
    environment: [String: String]
  ) throws(RecordingError) {
    var launch = ProcessLaunch(arguments)
    launch.executable = path
    launch.environment = environment
    do throws(ProcessFailure) {
      do throws(ProcessFailure) {
        processID = try launch.start()
      } catch  where error.code == ENOEXEC {
        // A script without a "#!" line; execvp(3) gives it to the shell.
        launch.words = ["sh", path] + arguments.dropFirst()
        launch.executable = "/bin/sh"
        processID = try launch.start()
      }
    } catch {
      throw .commandNotExecutable(
        arguments.first ?? path,
        reason: RecordingError.reason(error.code ?? 0)
      )
    }
    SignalForwarding.commandDidStart(processID)
  }

  /// Waits until the command has ended, without occupying a thread of the concurrency pool.
  func wait() async -> CommandStatus {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [processID] in
        // WNOWAIT reserves the id while signals are forwarded to it.
        while !hasEnded(processID, 0) {}
        SignalForwarding.commandWillBeReaped()
        let status = ProcessEnd(of: processID).status
        let signal = status & 0x7f
        continuation.resume(
          returning: signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
        )
      }
    }
  }
}

/// Finds a program as execvp(3) does.
package enum ExecutableSearch {
  /// Looks for a program in PATH; a name with a slash is taken as a path.
  ///
  /// - Parameter name: A program's name or path.
  /// - Returns: The path of the executable file.
  /// - Throws: `RecordingError.commandNotFound`; or `commandNotExecutable` if a file of the name
  ///   exists and none can be executed.
  package static func path(of name: String) throws(RecordingError) -> String {
    let isDirectory = RecordingError.commandNotExecutable(
      name,
      reason: RecordingError.reason(EISDIR)
    )
    var refused: RecordingError?
    for candidate in candidates(for: name) {
      guard let status = status(of: candidate) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        refused = refused ?? isDirectory
      } else if access(candidate, X_OK) == 0 {
        return candidate
      } else {
        refused = .commandNotExecutable(name)
      }
    }
    // A directory of that name is an error only if it was requested by path.
    guard let refused, name.contains("/") || refused != isDirectory else {
      throw .commandNotFound(name)
    }
    throw refused
  }

  private static func candidates(for name: String) -> [String] {
    guard !name.isEmpty else { return [] }
    if name.contains("/") { return [name] }
    let path = environmentVariable("PATH") ?? "/bin:/usr/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
  }
}
