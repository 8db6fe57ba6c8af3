import Glibc

/// What a program writes on its standard output.
enum CommandOutput {
  /// Runs a command with the shell, and returns its standard output.
  ///
  /// - Parameter command: A constant: it is not quoted. Standard error is discarded.
  /// - Returns: `nil` if the command can't be run or fails.
  static func read(_ command: StaticString) -> String? {
    guard let stream = popen("\(command) 2>/dev/null </dev/null", "r") else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    guard pclose(stream) == 0 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
