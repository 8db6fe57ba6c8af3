import CommandRunning
import Foundation
import RegressionGate
import SuiteErrors

/// The git repository of a package that is gated, and a checkout of the base beside it.
///
/// Nothing of the repository is changed (``RepositoryCheckout``), and a base that no branch leads to can be checked out as well.
struct GateRepository {
  /// The directory of the package.
  let package: String
  /// The top of the work tree.
  let root: String
  /// Where the package is below the top, with a slash at its end; empty at the top.
  let prefix: String
  /// Which side is checked out.
  var side = GateSide.base

  /// Finds the repository of a package, or of whole commands.
  ///
  /// - Parameters:
  ///   - path: The directory of the package, or one below it; `nil` for the current one.
  ///   - runsCommands: Whether commands are run, which need no package: they run in the directory that is given, else in that
  ///     of the package, if there is one.
  /// - Throws: `SuiteError` if there is no package, or no repository that git reads.
  init(package path: String?, runsCommands: Bool = false) async throws(SuiteError) {
    let start = URL(filePath: path ?? ".").standardizedFileURL.path
    let package: String
    do {
      // As hamon bench and hamon history do, from any directory of a package.
      package = runsCommands && path != nil ? start : try SwiftPackage(containing: start).root
    } catch {
      guard runsCommands else { throw error }
      package = start
    }
    self.package = package
    do {
      root = try await Self.git(["rev-parse", "--show-toplevel"], in: package)
      prefix = try await Self.git(["rev-parse", "--show-prefix"], in: package)
    } catch {
      // git may not be there, or may not use the repository of another owner.
      guard error.problem.contains("not a git repository") else { throw error }
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

  /// The hash of a revision's commit; an error says by which option it was given, or as a base.
  ///
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
      throw SuiteError(
        option ?? "--base \(revision)",
        "there is no such commit",
        remedy: "fetch it first (\(await isShallow ? Self.deepening : "git fetch origin"))"
      )
    }
  }

  private static let deepening =
    "this clone is shallow: git fetch --unshallow; actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0"

  private var isShallow: Bool {
    get async {
      let words = ["rev-parse", "--is-shallow-repository"]
      return (try? await Self.git(words, in: package)) == "true"
    }
  }

  /// The commit where the head has left a base: the base itself, if the head has all of its commits.
  ///
  /// - Throws: `SuiteError` if they have none in common, or this clone doesn't know.
  func mergeBase(of base: String, option: String) async throws(SuiteError) -> String {
    do {
      return try await Self.git(["merge-base", base, "HEAD"], in: package)
    } catch {
      throw SuiteError(
        option,
        "no commit is known that it and the head have in common",
        remedy: (await isShallow ? "fetch the history (\(Self.deepening))" : "give another base")
          + ", or compare with it all the same (--exact-base)"
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
  /// of its files.
  ///
  /// The repository stays as it is. Where there is no such tree, each call gives another text.
  ///
  /// - Parameter withNewFiles: Whether files count that git doesn't know yet, among them reports that the gate was told to write.
  /// - Returns: The hash of the tree.
  func workTree(withNewFiles: Bool = true) async -> String {
    let index = "\(workDirectory)/index"
    defer { try? FileManager.default.removeItem(atPath: index) }
    do {
      let objects = try await Self.git(
        ["rev-parse", "--path-format=absolute", "--git-path", "objects"],
        in: package
      )
      // New objects are no part of the repository.
      try WorkDirectory.make("\(workDirectory)/objects", orElse: GateLock.remedy)
      let environment: [String: String?] = [
        "GIT_INDEX_FILE": index, "GIT_OBJECT_DIRECTORY": "\(workDirectory)/objects",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": objects,
      ]
      _ = try await Self.git(["read-tree", "HEAD"], in: root, environment: environment)
      // What is built is no part of it, also where no .gitignore says so, nor what the gate itself writes.
      let files = [
        "--", ".", ":(exclude,glob)**/.build/**", ":(exclude)\(prefix)\(AcceptanceFile.name)",
      ]
      let which = withNewFiles ? "--all" : "--update"
      _ = try await Self.git(["add", which] + files, in: root, environment: environment)
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
  ///
  /// - Parameters:
  ///   - commit: Its hash.
  ///   - isCompared: Whether it is compared with the work tree, whose unchanged files have to be the same.
  /// - Returns: Where the package is.
  /// - Throws: `SuiteError` where it can't be, or such a file is not the same.
  func checkOut(_ commit: String, isCompared: Bool = false) async throws(SuiteError) -> String {
    let directory = baseDirectory
    do {
      try WorkDirectory.make(directory, orElse: GateLock.remedy)
      try await RepositoryCheckout(
        repository: try await Self.git(["rev-parse", "--absolute-git-dir"], in: package),
        directory: directory,
        workTree: root
      ).write(commit, isCompared: isCompared)
    } catch {
      if let error = error as? SuiteError, !error.subject.hasPrefix("git ") { throw error }
      throw SuiteError(
        directory,
        "the \(side.rawValue) can't be checked out: \(error)",
        remedy: "remove the directory to begin anew"
      )
    }
    return prefix.isEmpty ? directory : "\(directory)/\(prefix.dropLast())"
  }

  static func git(
    _ arguments: [String],
    in directory: String,
    configuration: [String] = [],
    environment: [String: String?] = [:]
  ) async throws(SuiteError) -> String {
    let result = try await Command(
      "git",
      ["-C", directory]
        + configuration.flatMap { ["-c", $0] } + arguments,
      // Its messages are read below.
      environment: [String: String?].withoutGitDirectory.merging(["LANGUAGE": "en"]) { $1 }
        .merging(environment) { $1 }
    ).run()
    // A filter that fails leaves a file as it is in the repository, which is no failure of git.
    guard result.isSuccess, !result.errors.contains("external filter") else {
      let lines = result.errors.split(separator: "\n")
      // The first of them says why, the last one only what did not come of it.
      let reasons = lines.filter { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
      let reason = reasons.isEmpty ? lines.suffix(1) : reasons.prefix(3)
      // What git advises stands in a line of its own.
      let own = lines.first { $0.hasPrefix("\tgit ") }
      throw SuiteError(
        "git \(arguments[0])",
        reason.isEmpty ? "it failed" : reason.joined(separator: "; "),
        remedy: own.map { $0.trimmingCharacters(in: .whitespaces) }
          ?? "run it in \(directory) to see more"
      )
    }
    var text = result.output
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }
}
