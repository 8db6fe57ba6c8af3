import Foundation

/// A script that a test writes and starts.
enum ExecutableFile {
  /// Writes a script that can be started at once, whatever other threads start meanwhile.
  ///
  /// Linux refuses to start a file that any process has open for writing ("Text file busy"), and a
  /// process that another thread starts at this moment has this one's open files until its own
  /// `exec`. So a child copies the text: this process never has the script open.
  ///
  /// - Parameters:
  ///   - text: The whole script, beginning with `#!`.
  ///   - path: Where it goes.
  /// - Throws: What writing a file throws.
  static func write(_ text: String, to path: String) throws {
    let source = "\(path).source"
    try Data(text.utf8).write(to: URL(filePath: source))
    defer { try? FileManager.default.removeItem(atPath: source) }
    let copy = Process()
    copy.executableURL = URL(filePath: "/usr/bin/install")
    copy.arguments = ["-m", "755", source, path]
    try copy.run()
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
