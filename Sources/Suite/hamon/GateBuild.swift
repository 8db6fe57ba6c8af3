import Foundation
import RegressionGate
import Subprocess

/// Builds one side of a gate.
struct GateBuild {
  /// The directory of the package.
  let package: String
  /// Where it is built; `nil` for the package's own `.build`.
  let scratch: String?

  /// Builds a product for release.
  ///
  /// - Returns: The path of the executable.
  /// - Throws: ``GateError`` with the first error of the compiler.
  func build(_ product: String) async throws(GateError) -> String {
    _ = try await swift(["--product", product])
    let directory = try await swift(["--show-bin-path"]).split(separator: "\n").last ?? ""
    let path = "\(directory)/\(product)"
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw GateError("\(product): the build made no executable of this name; see --product")
    }
    return path
  }

  /// Builds with a command for the shell.
  ///
  /// - Throws: ``GateError`` with its first error.
  static func run(_ command: String, in directory: String) async throws(GateError) {
    _ = try await output(of: "sh", ["-c", "cd \"$1\" && eval \"$2\"", "sh", directory, command])
  }

  private func swift(_ arguments: [String]) async throws(GateError) -> String {
    var all = ["build", "-c", "release", "--package-path", package]
    if let scratch { all += ["--scratch-path", scratch] }
    return try await Self.output(of: "swift", all + arguments)
  }

  /// Runs a program that builds.
  ///
  /// - Returns: What it prints.
  /// - Throws: ``GateError`` with its first error.
  static func output(
    of program: String,
    _ arguments: [String]
  ) async throws(GateError) -> String {
    do {
      let result = try await Subprocess.run(
        .name(program),
        arguments: Arguments(arguments),
        environment: .withoutGitDirectory,
        output: .string(limit: 64 << 20),
        error: .string(limit: 64 << 20)
      )
      guard result.terminationStatus.isSuccess else {
        let lines = (result.standardOutput + result.standardError).split(separator: "\n")
        let line = lines.first { $0.contains("error:") } ?? lines.last ?? "it failed"
        throw GateError(line.trimmingCharacters(in: .whitespaces))
      }
      return result.standardOutput
    } catch let error as GateError {
      throw error
    } catch {
      throw GateError("\(program): \(error)")
    }
  }
}
