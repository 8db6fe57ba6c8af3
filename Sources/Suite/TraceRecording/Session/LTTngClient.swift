import CommandRunning
import Subprocess

/// Runs the `lttng` client against one daemon.
///
/// Uses Subprocess itself, as ``SessionDaemon`` does: the client has its own session, and is ended when it takes too long.
struct LTTngClient: Sendable {
  let environment: [String: String]
  let isRoot: Bool
  var session = LTTngCommand.privateSession

  /// Runs one command to its end.
  ///
  /// - Parameters:
  ///   - command: What to do.
  ///   - limit: The time after which it is killed. Stopping waits until all events are on the disk, which takes long on a slow one.
  /// - Returns: What it printed.
  /// - Throws: `RecordingError.lttngFailed` with LTTng's message, or `toolMissing`.
  @discardableResult
  func run(
    _ command: LTTngCommand,
    limit: Duration = .seconds(30)
  ) async throws(RecordingError) -> String {
    let arguments = command.arguments(isRoot: isRoot, session: session)
    let name = arguments.first { !$0.hasPrefix("-") && $0 != "xml" } ?? "lttng"
    do {
      return try await withThrowingTaskGroup(of: String?.self) { group in
        group.addTask {
          var options = PlatformOptions()
          options.createSession = true  // Ctrl-C is for the command, not for us.
          let result = try await Subprocess.run(
            .name("lttng"),
            arguments: Arguments(arguments),
            environment: .inheriting(environment),
            platformOptions: options,
            output: .string(limit: 4 << 20),
            error: .string(limit: 1 << 20)
          )
          let output = result.standardOutput
          guard result.terminationStatus.isSuccess else {
            throw RecordingError.lttngFailed(
              command: name,
              message: Self.message(output: output, error: result.standardError)
            )
          }
          return output
        }
        group.addTask {
          try await Task.sleep(for: limit)
          return nil
        }
        defer { group.cancelAll() }
        guard let output = try await group.next() ?? nil else {
          throw RecordingError.lttngFailed(
            command: name,
            message: "no answer within \(limit.components.seconds) s"
          )
        }
        return output
      }
    } catch let error as RecordingError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .toolMissing("lttng")
    } catch {
      throw .lttngFailed(command: name, message: "\(error)")
    }
  }

  /// The client's own words: its errors, or else its last line.
  static func message(output: String, error: String) -> String {
    // Output for programs (`--mi xml`) gives no reason.
    let lines = (error + "\n" + output).split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.hasPrefix("<") }
    let errors = lines.filter { $0.hasPrefix("Error") || $0.hasPrefix("PERROR") }
    return DaemonLog.condensed(errors.isEmpty ? lines : errors)
  }
}
