import CommandRunning
import SuiteErrors

/// What runs a line: a shell, or nothing.
struct CommandShell: Equatable, Sendable {
  static let usual = CommandShell(words: ["/bin/sh"])

  /// The shell and its options; empty if lines run without one.
  let words: [String]

  private init(words: [String]) { self.words = words }

  /// Reads `default`, `none`, or a shell and its options.
  init(_ text: String) throws(SuiteError) {
    switch text {
    case "default": self = .usual
    case "none": words = []
    default:
      guard let words = ShellWord.split(text), !words.isEmpty else {
        throw SuiteError(
          "--shell \(text)",
          "it names no shell",
          remedy: "give one, such as bash or 'bash --norc', or none"
        )
      }
      self.words = words
    }
  }

  /// The words that run a line.
  ///
  /// - Throws: `SuiteError` if there is no shell, and the line is no command without one.
  func words(running line: String) throws(SuiteError) -> [String] {
    guard words.isEmpty else { return words + ["-c", line] }
    guard let split = ShellWord.split(line), !split.isEmpty else {
      throw SuiteError(
        line,
        "without a shell it is no command: a quote isn't closed, or it is empty",
        remedy: "correct it, or leave out -N and --shell none"
      )
    }
    return split
  }

  /// What does nothing: its name, and its words.
  var idle: (name: String, words: [String]) {
    guard let shell = words.first else { return ("true, started without a shell", ["true"]) }
    return (
      "\(shell.split(separator: "/").last ?? "sh") that does nothing", words + ["-c", ":"]
    )
  }
}

/// The failures of commands that don't matter.
struct IgnoredFailures: Equatable, Sendable {
  /// The exit statuses; `nil` for all.
  let statuses: Set<Int32>?

  /// Reads `all-non-zero` or exit statuses: `1,2`.
  init?(_ text: String) {
    if text == "all-non-zero" {
      statuses = nil
      return
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
    guard !parts.contains(nil) else { return nil }
    statuses = Set(parts.compactMap(\.self))
  }

  func contains(_ status: Int32) -> Bool { statuses?.contains(status) ?? true }
}
