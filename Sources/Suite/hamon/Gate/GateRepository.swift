import CommandRunning
import Foundation
import RegressionGate
import SuiteErrors

/// The git repository of a package that is gated, and a checkout of the base beside it.
///
/// The checkout has its own git directory that borrows the objects of the repository, so nothing of the
/// repository is changed, and a base that no branch leads to can be checked out as well.
struct GateRepository {
  /// The directory of the package.
  let package: String
  /// The top of the work tree.
  let root: String
  /// Where the package is below the top, with a slash at its end; empty at the top.
  let prefix: String
  /// Which side is checked out.
  var side = GateSide.base

  /// Finds the repository of a package.
  init(package: String) async throws(SuiteError) {
    let start = URL(filePath: package).standardizedFileURL.path
    // As hamon bench and hamon history do, from any directory of a package.
    let package = try SwiftPackage(containing: start).root
    self.package = package
    do {
      root = try await Self.git(["rev-parse", "--show-toplevel"], in: package)
      prefix = try await Self.git(["rev-parse", "--show-prefix"], in: package)
    } catch {
      throw SuiteError(
        package,
        "it is in no git repository, so it has no base (\(error.problem))",
        remedy: "gate a package in a repository, or two executables"
      )
    }
  }

  /// Where the gate keeps the base, its build and what it has measured.
  var workDirectory: String { "\(package)/.build/hamon-gate" }

  /// The directory that stands for the root of the file system in the paths of the base.
  var mirror: String { "\(workDirectory)/\(side.rawValue)" }

  /// Where that is built.
  var scratch: String { "\(workDirectory)/\(side.rawValue)-build" }

  /// Where the base is checked out: SwiftPM takes the name of its folder for the package's, and what its
  /// manifest calls `../other` has a place beside it.
  var baseDirectory: String { mirror + root }

  /// The commit of a revision.
  ///
  /// - Parameters:
  ///   - revision: The revision.
  ///   - option: How it was given, for the error; as a base, if it isn't said.
  /// - Returns: Its hash.
  /// - Throws: `SuiteError` if there is none.
  func commit(
    _ revision: String,
    option: String? = nil
  ) async throws(SuiteError) -> String {
    do {
      return try await Self.git(
        ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"],
        in: package
      )
    } catch {
      let shallow = try? await Self.git(["rev-parse", "--is-shallow-repository"], in: package)
      let cure =
        shallow == "true"
        ? "this clone is shallow: git fetch --unshallow; actions/checkout: fetch-depth: 0"
        : "git fetch origin"
      throw SuiteError(
        option ?? "--base \(revision)",
        "there is no such commit",
        remedy: "fetch it first (\(cure))"
      )
    }
  }

  /// A short description of the head for people.
  func describeHead() async -> String {
    let commit = (try? await Self.git(["rev-parse", "--short=12", "HEAD"], in: package)) ?? "HEAD"
    let changes = (try? await Self.git(["status", "--porcelain", "-uno"], in: package)) ?? ""
    return changes.isEmpty ? commit : "\(commit) with changes"
  }

  /// The identity of the state of the work tree: the tree that git would make
  /// of its files, also of new ones.
  ///
  /// The repository stays as it is. Where there is no such tree, each call gives another text.
  func workTree() async -> String {
    let index = "\(workDirectory)/index"
    defer { try? FileManager.default.removeItem(atPath: index) }
    do {
      // New objects go to the checkout of the base, which borrows those of the repository.
      let environment: [String: String?] = [
        "GIT_INDEX_FILE": index, "GIT_OBJECT_DIRECTORY": "\(baseDirectory)/.git/objects",
      ]
      _ = try await Self.git(["read-tree", "HEAD"], in: root, environment: environment)
      // What is built is no part of it, also where no .gitignore says so.
      let files = ["--", ".", ":(exclude,glob)**/.build/**"]
      _ = try await Self.git(["add", "--all"] + files, in: root, environment: environment)
      return try await Self.git(["write-tree"], in: root, environment: environment)
    } catch {
      return UUID().uuidString
    }
  }

  /// The content of a file of the package at a commit; `nil` if it isn't there.
  func contents(of file: String, at commit: String) async -> String? {
    try? await Self.git(["show", "\(commit):\(prefix)\(file)"], in: package)
  }

  /// Checks a commit out beside the package.
  func checkOut(_ commit: String) async throws(SuiteError) -> String {
    let directory = baseDirectory
    do {
      if !FileManager.default.fileExists(atPath: "\(directory)/.git") {
        try FileManager.default.createDirectory(
          atPath: directory,
          withIntermediateDirectories: true
        )
        _ = try await Self.git(["init", "--quiet"], in: directory)
      }
      let objects = try await Self.git(
        ["rev-parse", "--path-format=absolute", "--git-path", "objects"],
        in: package
      )
      try "\(objects)\n".write(
        toFile: "\(directory)/.git/objects/info/alternates",
        atomically: true,
        encoding: .utf8
      )
      let shallow = try await Self.git(
        ["rev-parse", "--path-format=absolute", "--git-path", "shallow"],
        in: package
      )
      try? FileManager.default.removeItem(atPath: "\(directory)/.git/shallow")
      try? FileManager.default.copyItem(atPath: shallow, toPath: "\(directory)/.git/shallow")
      _ = try await Self.git(
        ["checkout", "--quiet", "--force", "--detach", commit],
        in: directory
      )
      // What an earlier base had and this one hasn't; builds of packages inside stay.
      _ = try await Self.git(["clean", "-ffdq", "-e", ".build"], in: directory)
      if FileManager.default.fileExists(atPath: "\(directory)/.gitmodules") {
        try await updateSubmodules(in: directory)
      }
    } catch {
      throw SuiteError(
        directory,
        "the \(side.rawValue) can't be checked out: \(error)",
        remedy: "remove the directory to begin anew"
      )
    }
    return prefix.isEmpty ? directory : "\(directory)/\(prefix.dropLast())"
  }

  /// Runs git.
  static func git(
    _ arguments: [String],
    in directory: String,
    configuration: [String] = [],
    environment: [String: String?] = [:]
  ) async throws(SuiteError) -> String {
    let result = try await Command(
      "git",
      ["-C", directory]
        + (["advice.detachedHead=false"] + configuration).flatMap { ["-c", $0] } + arguments,
      environment: .withoutGitDirectory.merging(environment) { _, new in new }
    ).run()
    guard result.isSuccess else {
      let lines = result.errors.split(separator: "\n")
      // The first of them says why, the last one only what did not come of it.
      let reasons = lines.filter { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
      let reason = reasons.isEmpty ? lines.suffix(1) : reasons.prefix(3)
      throw SuiteError(
        "git \(arguments[0])",
        reason.isEmpty ? "it failed" : reason.joined(separator: "; "),
        remedy: "run it in \(directory) to see more"
      )
    }
    var text = result.output
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}

extension GateRepository {
  /// Checks out the submodules of the base, from what the repository has of them, where it has it.
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
