import CommandRunning
import Foundation
import Testing

/// A copy of Examples/Benchmarks in a git repository of its own, as somebody has it who gates a package that
/// depends on this one by its path.
///
/// It lies in `.build/example-gate` and stays there, so that only the first test builds everything.
struct GatedExample {
  static let path = "\(FixturePackage.repository)/.build/example-gate"
  private static let source = "Benchmarks/NumberParsing/main.swift"

  /// Copies and commits the package as it is.
  init() async throws {
    let manager = FileManager.default
    let original = "\(FixturePackage.repository)/Examples/Benchmarks"
    for name in ["Package.swift", Self.source] {
      var text = try String(contentsOfFile: "\(original)/\(name)", encoding: .utf8)
      text.replace("path: \"../..\"", with: "path: \"\(FixturePackage.repository)\"")
      try write(text, to: name)
    }
    // A benchmark of the example that this test has no use for.
    let other = """
          .executableTarget(
            name: "QueueSuite",
            dependencies: [.product(name: "BenchmarkCompatibility", package: "hamon")],
            path: "Benchmarks/QueueSuite"
          ),

      """
    try replace(other, with: "", in: "Package.swift")
    try? manager.removeItem(atPath: "\(Self.path)/Benchmarks/Second")
    try write(".build/\nPackage.resolved\n", to: ".gitignore")
    if !manager.fileExists(atPath: "\(Self.path)/.git") { try await git("init", "--quiet") }
    try await commit("The example")
  }

  /// Commits everything.
  ///
  /// - Returns: The commit.
  @discardableResult
  func commit(_ message: String) async throws -> String {
    try await git("add", "--all")
    try await git(
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "commit",
      "--quiet",
      "--allow-empty",
      "--message",
      message
    )
    return try await git("rev-parse", "HEAD")
  }

  /// Gives the package a second benchmark, which is the first one by another name.
  func addBenchmark(_ name: String) throws {
    let text = try String(contentsOfFile: "\(Self.path)/\(Self.source)", encoding: .utf8)
    try write(
      text.replacing("\"NumberParsing\"", with: "\"\(name)\""),
      to: "Benchmarks/\(name)/main.swift"
    )
    try replace(Self.targets, with: Self.targets + Self.target(name), in: "Package.swift")
  }

  /// Takes it away.
  func removeBenchmark(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(Self.path)/Benchmarks/\(name)")
    try replace(Self.target(name), with: "", in: "Package.swift")
  }

  private static let targets = "  targets: [\n"

  private static func target(_ name: String) -> String {
    """
        .executableTarget(
          name: "\(name)",
          dependencies: [.product(name: "BenchmarkHarness", package: "hamon")],
          path: "Benchmarks/\(name)"
        ),

    """
  }

  /// Replaces a part of the benchmark's source.
  func edit(_ part: String, to other: String) throws {
    try replace(part, with: other, in: Self.source)
  }

  private func replace(_ part: String, with other: String, in name: String) throws {
    let path = "\(Self.path)/\(name)"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try #require(text.contains(part), "\(name) has changed; change what the test looks for")
    try write(text.replacing(part, with: other), to: name)
  }

  /// Writes a file, unless it says so already: what is newer is built anew.
  private func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(Self.path)/\(name)")
    if (try? String(contentsOf: url, encoding: .utf8)) == text { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  @discardableResult
  private func git(_ arguments: String...) async throws -> String {
    try await Command.succeed(["git", "-C", Self.path] + arguments)
      .trimmingCharacters(in: .newlines)
  }
}
