import CommandRunning
import Foundation
import Testing

/// A package in a repository of its own, whose one program is a loop of the shell.
struct ShellPackage {
  /// Its directory.
  let path: String
  /// The command that runs the loop.
  let command = "sh seq.sh"

  /// Makes it, with a commit of a loop of 300 rounds.
  init(in folder: String) async throws {
    path = "\(folder)/package"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.write("// swift-tools-version:6.0\n", "\(path)/Package.swift")
    try Self.write(".build\n", "\(path)/.gitignore")
    try loop(300)
    try await Self.commitAll(in: path)
  }

  /// Makes a repository of a folder, with a commit of all that is in it.
  static func commitAll(in folder: String) async throws {
    try await Command.succeed([
      "sh", "-c",
      """
      cd "$0" && git init -q && git add -A && \
      git -c user.name=a -c user.email=a@b commit -q -m a
      """, folder,
    ])
  }

  /// Changes the loop in the work tree.
  func loop(_ rounds: Int) throws {
    try write("i=0; while [ $i -lt \(rounds) ]; do i=$((i+1)); done\n", to: "seq.sh")
  }

  /// Writes a file of the work tree.
  func write(_ text: String, to name: String) throws {
    try Self.write(text, "\(path)/\(name)")
  }

  /// Makes a directory of the work tree.
  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)",
      withIntermediateDirectories: true
    )
  }

  /// Runs git there.
  ///
  /// - Returns: What it prints, without the end of the line.
  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    try await Command.succeed(["git", "-C", path] + arguments).trimmingCharacters(in: .newlines)
  }

  private static func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
