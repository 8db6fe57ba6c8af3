import Foundation
import RegressionGate
import SuiteErrors

extension GateRepository {
  /// Checks out the submodules of the base, from what the repository has of them, where it has it.
  ///
  /// - Parameter directory: Where the base is checked out.
  /// - Throws: ``SuiteError`` with what git says.
  func updateSubmodules(in directory: String) async throws(SuiteError) {
    // Relative URLs are relative to the remote of the repository, or to itself if it has none.
    let remote = await remote() ?? root
    _ = try await Self.git(["config", "remote.origin.url", remote], in: directory)
    _ = try await Self.git(["submodule", "--quiet", "init"], in: directory)
    let modules = try await Self.git(
      ["rev-parse", "--path-format=absolute", "--git-path", "modules"],
      in: package
    )
    let listed =
      (try? await Self.git(
        ["config", "--file", ".gitmodules", "--get-regexp", "^submodule\\..*\\.path$"],
        in: directory
      )) ?? ""
    for line in listed.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      let name = words[0].dropFirst("submodule.".count).dropLast(".path".count)
      let objects = "\(modules)/\(name)"
      guard FileManager.default.fileExists(atPath: "\(objects)/HEAD") else { continue }
      // Where the base's commit isn't among them, the URL is asked below.
      _ = try? await Self.git(
        ["submodule", "--quiet", "update", "--", String(words[1])],
        in: directory,
        configuration: ["protocol.file.allow=always", "submodule.\(name).url=\(objects)"]
      )
    }
    // What is inside of them may be relative to their true URLs.
    _ = try await Self.git(["submodule", "--quiet", "sync"], in: directory)
    _ = try await Self.git(
      ["submodule", "--quiet", "update", "--init", "--recursive"],
      in: directory
    )
  }

  /// The URL of the repository's remote, from any directory.
  private func remote() async -> String? {
    let names = ((try? await Self.git(["remote"], in: root)) ?? "").split(separator: "\n")
    guard let name = names.first(where: { $0 == "origin" }) ?? names.first,
      let url = try? await Self.git(["remote", "get-url", String(name)], in: root)
    else { return nil }
    guard url.hasPrefix("./") || url.hasPrefix("../") else { return url }
    return URL(filePath: "\(root)/\(url)").standardizedFileURL.path
  }
}
