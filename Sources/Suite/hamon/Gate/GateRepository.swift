import CommandRunning
import Foundation
import RegressionGate
import Statistics
import SuiteErrors

/// The git repository of a gated package, and a checkout of the base next to it.
///
/// The repository stays unchanged (``RepositoryCheckout``). The base may be a commit on no branch.
struct GateRepository {
  /// The directory of the package.
  let package: String
  /// The top of the work tree.
  let root: String
  /// Where the package is below the top, with a slash at its end; empty at the top.
  let prefix: String
  /// The git directory of the work tree.
  let gitDirectory: String
  /// The git directory that all work trees share.
  let commonDirectory: String
  /// Which side is checked out.
  var side = Side.base

  /// Finds the repository of a package, or of whole commands.
  ///
  /// - Parameters:
  ///   - path: The directory of the package, or one below it; `nil` for the current one.
  ///   - runsCommands: Whether to run commands, which need no package. They run in the given directory, else in the package's, if any.
  /// - Throws: `SuiteError` if there is no package, or no repository that git reads.
  init(package path: String?, runsCommands: Bool = false) async throws(SuiteError) {
    let start = URL(filePath: path ?? ".").standardizedFileURL.path
    let package: String
    do {
      // As in hamon bench and hamon history: from any directory of a package.
      package = runsCommands && path != nil ? start : try SwiftPackage(containing: start).root
    } catch {
      guard runsCommands else { throw error }
      package = start
    }
    self.package = package
    do throws(SuiteError) {
      let words = ["--show-prefix", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]
      let told = try await Self.git(["rev-parse", "--path-format=absolute"] + words, in: package)
      let lines = told.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count == words.count else {
        throw SuiteError(
          package,
          "there is a line break in the path of its repository",
          remedy: "move the repository"
        )
      }
      (prefix, root, gitDirectory, commonDirectory) = (lines[0], lines[1], lines[2], lines[3])
    } catch {
      // git may be missing, or may refuse a repository of another owner.
      guard error.problem.contains("not a git repository") else { throw error }
      throw SuiteError(
        package,
        "it is in no git repository, so it has no base (\(error.problem))",
        remedy: "gate a package in a repository, or two executables"
      )
    }
  }

  /// Where the gate keeps the base, its build and the measurements.
  var workDirectory: String { "\(package)/.build/hamon-gate" }

  /// Where both sides are checked out in turn, instead of each in its own place.
  var place: String?

  /// The directory that stands for the root of the file system in the paths of the base.
  var mirror: String { place ?? "\(workDirectory)/\(side.rawValue)" }

  /// A package that only its manifest is asked of: no build has locked its directory.
  func manifested(_ root: String) -> SwiftPackage {
    SwiftPackage(
      root: root,
      scratch: "\(workDirectory)/manifests",
      mirror: root.hasPrefix("\(mirror)/") ? mirror : nil
    )
  }

  /// Where the side is checked out: the folder keeps its name, which SwiftPM takes for the package's, and `../other` of its manifest has a
  /// place next to it.
  var baseDirectory: String { mirror + root }

  /// The directory of the package there.
  var basePackage: String {
    prefix.isEmpty ? baseDirectory : "\(baseDirectory)/\(prefix.dropLast())"
  }

  /// The hash of a revision's commit.
  ///
  /// - Throws: `SuiteError` of the option, or of `--base`, if there is none.
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

  /// The commit where the head left a base: the base itself, if the head has all of its commits.
  ///
  /// - Throws: `SuiteError` if they have none in common, or this clone lacks it.
  func mergeBase(of base: String, option: String) async throws(SuiteError) -> String {
    do {
      return try await Self.git(["merge-base", base, "HEAD"], in: package)
    } catch {
      throw SuiteError(
        option,
        "it and the head have no known commit in common",
        remedy: (await isShallow ? "fetch the history (\(Self.deepening))" : "give another base")
          + ", or compare with it anyway (--exact-base)"
      )
    }
  }

  /// A short description of the head for people.
  func describeHead() async -> String {
    async let changes = try? Self.git(["status", "--porcelain", "-uno"], in: package)
    let commit = (try? await Self.git(["rev-parse", "--short=12", "HEAD"], in: package)) ?? "HEAD"
    return (await changes ?? "").isEmpty ? commit : "\(commit) with changes"
  }

  /// Identifies the state of the work tree by the tree that git would make of its files.
  ///
  /// The repository stays unchanged. If git can't make the tree, each call returns a different text.
  ///
  /// - Parameter withNewFiles: Whether untracked files count, which include reports of the gate.
  /// - Returns: The hash of the tree.
  func workTree(withNewFiles: Bool = true) async -> String {
    // Leaves out builds, even without a .gitignore, and the acceptances that the gate itself writes.
    let files = [
      "--", ".", ":(exclude,glob)**/.build/**", ":(exclude)\(prefix)\(AcceptanceFile.name)",
    ]
    let which = withNewFiles ? "--all" : "--update"
    return (try? await tree([["read-tree", "HEAD"], ["add", which] + files])) ?? UUID().uuidString
  }

  /// The content of a file of the package at a commit; `nil` if it isn't there.
  func contents(of file: String, at commit: String) async -> String? {
    await text(of: prefix + file, in: commit)
  }

  /// Checks a commit out next to the package.
  ///
  /// - Parameters:
  ///   - commit: Its hash.
  ///   - tree: Its files, if they are not the commit's.
  ///   - isCompared: Whether it is compared with the work tree, whose unchanged files have to be the same.
  /// - Returns: The directory of the package.
  /// - Throws: `SuiteError` if the checkout fails, or an unchanged file differs.
  func checkOut(
    _ commit: String,
    tree: String? = nil,
    isCompared: Bool = false
  ) async throws(SuiteError) -> String {
    let directory = baseDirectory
    do {
      try WorkDirectory.make(directory, orElse: GateLock.remedy)
      try await RepositoryCheckout(
        repository: gitDirectory,
        common: commonDirectory,
        directory: directory,
        workTree: root,
        objects: objects
      ).write(commit, tree: tree, isCompared: isCompared)
    } catch {
      if let error = error as? SuiteError, !error.subject.hasPrefix("git ") { throw error }
      throw SuiteError(
        directory,
        "the \(side.rawValue) can't be checked out: \(error)",
        remedy: "remove the directory to begin anew"
      )
    }
    return basePackage
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
    // After a failed filter git leaves the file as stored, and succeeds.
    guard result.isSuccess, !result.errors.contains("external filter") else {
      let lines = result.errors.split(separator: "\n")
      // The first of them says why; the last only says what failed.
      let reasons = lines.filter { $0.hasPrefix("fatal: ") || $0.hasPrefix("error: ") }
      let reason = reasons.isEmpty ? lines.suffix(1) : reasons.prefix(3)
      // git's advice is on a line of its own.
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
