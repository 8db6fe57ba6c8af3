import CommandRunning
import Testing

extension Command {
  /// Runs a program whose failure ends the test.
  ///
  /// - Returns: What it prints.
  @discardableResult
  static func succeed(_ words: [String]) async throws -> String {
    let result = try await Command(words[0], Array(words.dropFirst())).run()
    try #require(result.isSuccess, "\(words): \(result.output)\(result.errors)")
    return result.output
  }
}
