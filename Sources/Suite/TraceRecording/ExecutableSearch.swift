import Glibc

/// Finds a program the way execvp(3) does.
public enum ExecutableSearch {
  /// Looks for a program in PATH; a name with a slash is taken as a path.
  ///
  /// - Parameter name: A program's name or path.
  /// - Returns: The path of the executable file.
  /// - Throws: `RecordingError.commandNotFound`; or `commandNotExecutable` if a file of the name
  ///   exists and none can be executed.
  public static func path(of name: String) throws(RecordingError) -> String {
    var refused: RecordingError?
    for candidate in candidates(for: name) {
      var status = stat()
      guard stat(candidate, &status) == 0 else { continue }
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
    let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return path.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
  }
}
