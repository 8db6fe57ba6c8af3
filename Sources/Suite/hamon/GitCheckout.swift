import CommandRunning
import FoundationEssentials

/// A git checkout that can be asked about its commits.
struct GitCheckout {
  /// A directory in it.
  let directory: String

  /// Asks about a commit.
  ///
  /// - Parameter revision: A hash or a name, as git takes them.
  /// - Returns: Its full hash, and when it was made; `nil` if git doesn't know it, or isn't there.
  func commit(_ revision: String) async -> (hash: String, date: Date)? {
    let arguments = [
      "-C", directory, "log", "-1", "--format=%H %ct", "--end-of-options", "\(revision)^{commit}",
      "--",
    ]
    guard let result = try? await Command("git", arguments).run(), result.isSuccess else {
      return nil
    }
    let words = result.output.split { $0.isWhitespace }
    guard words.count == 2, let seconds = Double(words[1]) else { return nil }
    return (String(words[0]), Date(timeIntervalSince1970: seconds))
  }
}
