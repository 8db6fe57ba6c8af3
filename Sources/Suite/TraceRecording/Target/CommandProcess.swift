import Foundation
import Glibc

/// The recorded command as a child process.
///
/// Not through Subprocess, which closes the descriptors above 2 and resets ignored signals: a
/// recorded command has to find what it would find without the recorder (nohup, make's job
/// server, sockets of a service manager), and to stay in the terminal's foreground group.
struct CommandProcess: Sendable {
  let processID: pid_t

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - path: The executable file.
  ///   - arguments: What it finds as its arguments, its name first.
  ///   - environment: Variables that replace the inherited ones.
  /// - Throws: `RecordingError.commandNotExecutable` with the system's reason.
  init(
    path: String,
    arguments: [String],
    environment: [String: String]
  ) throws(RecordingError) {
    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { _, new in new }
    let environment = variables.map { "\($0.key)=\($0.value)" }

    var result = Self.spawn(path: path, arguments: arguments, environment: environment)
    if result.code == ENOEXEC {
      // A script without a "#!" line; execvp(3) gives it to the shell.
      result = Self.spawn(
        path: "/bin/sh",
        arguments: ["sh", path] + arguments.dropFirst(),
        environment: environment
      )
    }
    guard result.code == 0 else {
      throw .commandNotExecutable(
        arguments.first ?? path,
        reason: RecordingError.reason(result.code)
      )
    }
    processID = result.processID
    SignalForwarding.commandDidStart(processID)
  }

  private static func spawn(
    path: String,
    arguments: [String],
    environment: [String]
  ) -> (code: Int32, processID: pid_t) {
    // SAFETY, for the whole function: the attributes are destroyed and the copies of the strings freed after the
    // last call that uses them; both lists of strings end with `nil`.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The spawning thread is a worker that may have signals blocked.
    var none = emptySignalSet
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var envp = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var processID: pid_t = 0
    let code = unsafe posix_spawn(&processID, path, nil, &attributes, &argv, &envp)
    return (code, processID)
  }

  /// Waits until the command has ended, without occupying a thread of the concurrency pool.
  func wait() async -> CommandStatus {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [processID] in
        // WNOWAIT keeps the id from being given to another process while it is forwarded to.
        while !hasEnded(processID, 0) {}
        SignalForwarding.commandWillBeReaped()
        var status: Int32 = 0
        // SAFETY: writes one `Int32`.
        while unsafe waitpid(processID, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        continuation.resume(
          returning: signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
        )
      }
    }
  }
}

/// Finds a program the way execvp(3) does.
package enum ExecutableSearch {
  /// Looks for a program in PATH; a name with a slash is taken as a path.
  ///
  /// - Parameter name: A program's name or path.
  /// - Returns: The path of the executable file.
  /// - Throws: `RecordingError.commandNotFound`; or `commandNotExecutable` if a file of the name
  ///   exists and none can be executed.
  package static func path(of name: String) throws(RecordingError) -> String {
    var refused: RecordingError?
    for candidate in candidates(for: name) {
      guard let status = status(of: candidate) else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        refused = refused ?? .commandNotExecutable(name, reason: RecordingError.reason(EISDIR))
      } else if access(candidate, X_OK) == 0 {
        return candidate
      } else {
        refused = .commandNotExecutable(name, reason: RecordingError.reason(errno))
      }
    }
    // A directory that happens to bear the name is an error only when it was asked for by path.
    guard let refused, name.contains("/") || refused != directoryRefusal(name) else {
      throw .commandNotFound(name)
    }
    throw refused
  }

  private static func directoryRefusal(_ name: String) -> RecordingError {
    .commandNotExecutable(name, reason: RecordingError.reason(EISDIR))
  }

  private static func candidates(for name: String) -> [String] {
    guard !name.isEmpty else { return [] }
    if name.contains("/") { return [name] }
    let path = environmentVariable("PATH") ?? "/bin:/usr/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
  }
}
