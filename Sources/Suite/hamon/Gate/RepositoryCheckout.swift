import Foundation
import Glibc
import SuiteErrors

/// The files of a commit in a directory next to the repository, as a checkout in the repository makes them.
///
/// git uses the repository's own git directory with a separate index and work tree. So the repository's configuration, attributes and
/// sparse patterns apply, however they are set, and the repository stays unchanged. Builds that ask git find a git directory whose HEAD is
/// the commit. It shares everything else with the repository, as in `git worktree`, but the repository doesn't know it.
struct RepositoryCheckout {
  /// The git directory whose configuration applies.
  let repository: String
  /// The git directory that it shares with all its work trees.
  let common: String
  /// A clone with the commit, if the repository lacks it.
  var clone: String?
  /// Where the files go.
  let directory: String
  /// The repository's own work tree, if any: a submodule that isn't checked out there isn't here either.
  let workTree: String?
  /// A directory of objects that the repository lacks.
  var objects: String?

  private var own: String { "\(directory)/.git" }

  private var index: String { "\(own)/index" }

  /// The variables that let git write here, and nowhere else.
  private var environment: [String: String?] {
    var environment: [String: String?] = [
      "GIT_DIR": repository, "GIT_WORK_TREE": directory, "GIT_INDEX_FILE": index,
    ]
    let others = [clone.map { "\($0)/objects" }, objects].compactMap(\.self)
    if !others.isEmpty {
      environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = others.joined(separator: ":")
    }
    return environment
  }

  /// Keeps git from running hooks, starting a daemon, or writing a part of this index into the repository.
  private static let configuration = [
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.splitIndex=false",
  ]

  private func git(_ arguments: [String]) async throws(SuiteError) -> String {
    try await GateRepository.git(
      arguments,
      in: directory,
      configuration: Self.configuration,
      environment: environment
    )
  }

  /// Writes the files of a commit and of its submodules.
  ///
  /// - Parameters:
  ///   - commit: Its hash.
  ///   - tree: The files, if they are not the commit's.
  ///   - isCompared: Whether files that are unchanged in the repository's work tree have to be the same here.
  /// - Throws: `SuiteError` if a file can't be written with the repository's settings, or differs.
  func write(_ commit: String, tree: String? = nil, isCompared: Bool) async throws {
    try await makeGitDirectory(at: commit)
    let manager = FileManager.default
    let noted = "\(own)/hamon-filters"
    let tree = tree ?? commit
    let files = try await git(["ls-tree", "-r", "-z", tree]).split(separator: "\0")
    let filters = try await filters(of: files)
    // git doesn't rewrite a file of the same content, even if filters would change it now.
    if manager.contents(atPath: noted) != filters { try? manager.removeItem(atPath: index) }
    do throws(SuiteError) {
      _ = try await git(["read-tree", "--reset", "-u", tree])
    } catch {
      // A filter may be a program of the commit itself, which exists now.
      guard error.problem.contains("external filter") else { throw error }
      try? manager.removeItem(atPath: index)
      _ = try await git(["read-tree", "--reset", "-u", tree])
    }
    try filters.write(to: URL(filePath: noted))
    // Removes what only an earlier base had; keeps builds of packages inside.
    _ = try await git(["clean", "-ffdq", "-e", ".build"])
    if isCompared { try await compare() }
    if files.contains(where: { $0.hasPrefix("160000 ") }) {
      try await writeSubmodules(isCompared: isCompared)
    }
  }

  /// Makes the git directory that shares all but HEAD and index with the repository.
  private func makeGitDirectory(at commit: String) async throws {
    let manager = FileManager.default
    if !manager.fileExists(atPath: "\(own)/commondir") { try? manager.removeItem(atPath: own) }
    try manager.createDirectory(atPath: own, withIntermediateDirectories: true)
    // Left by an interrupted git: nobody else works here.
    try? manager.removeItem(atPath: "\(index).lock")
    for (name, text) in [("commondir", common), ("HEAD", commit)] {
      try Data("\(text)\n".utf8).write(to: URL(filePath: "\(own)/\(name)"))
    }
    // The settings of the repository's own work tree, without its place.
    let settings = "\(own)/config.worktree"
    try? manager.removeItem(atPath: settings)
    let inherited = "\(repository)/config.worktree"
    guard manager.fileExists(atPath: inherited) else { return }
    try? manager.copyItem(atPath: inherited, toPath: settings)
    for name in ["core.worktree", "core.bare"] {
      _ = try? await git(["config", "--file", settings, "--unset-all", name])
    }
  }

  /// Everything but its content that decides how one of `files`, which are lines of `git ls-tree`, is written.
  private func filters(of files: [Substring]) async throws -> Data {
    let settings = try await git(["config", "--list", "--null"]).split(separator: "\0")
      .filter { setting in ["core.", "filter.", "lfs."].contains { setting.hasPrefix($0) } }
    let attributes = files.filter { $0.hasSuffix(".gitattributes") }
    var text = Data((settings + attributes).joined(separator: "\n").utf8)
    let variables = ProcessInfo.processInfo.environment
    let home = variables["XDG_CONFIG_HOME"] ?? "\(variables["HOME"] ?? "")/.config"
    var users = "\(home)/git/attributes"
    if settings.contains(where: { $0.hasPrefix("core.attributesfile\n") }) {
      // With the user's home in place of `~`.
      users = try await git(["config", "--type=path", "core.attributesFile"])
    }
    for path in ["\(common)/info/attributes", users] {
      text += FileManager.default.contents(atPath: path) ?? Data()
    }
    return text
  }

  // MARK: - The work tree

  private struct IndexedFile: Hashable {
    let path: String
    let mode: Substring
    let content: Substring
    let isHere: Bool

    /// Reads a line of `git ls-files -t --stage`: `H 100644 HASH 0<tab>PATH`.
    init?(_ line: Substring) {
      let parts = line.split(separator: "\t", maxSplits: 1)
      let words = parts.first?.split(separator: " ") ?? []
      guard parts.count == 2, words.count == 4 else { return nil }
      (path, mode, content, isHere) = (String(parts[1]), words[1], words[2], words[0] != "S")
    }

    static func all(_ text: String) -> [IndexedFile] {
      text.split(separator: "\0").compactMap(Self.init)
    }
  }

  private static let listing = ["ls-files", "-t", "--stage", "-z"]

  private func filesOfWorkTree() async throws(SuiteError) -> [IndexedFile] {
    guard let workTree else { return [] }
    return IndexedFile.all(try await GateRepository.git(Self.listing, in: workTree))
  }

  /// Checks that files unchanged in the work tree are the same here.
  ///
  /// They differ if other settings applied to their checkout: as Git LFS pointers, or with other line endings.
  private func compare() async throws {
    guard let workTree else { return }
    async let changed = GateRepository.git(
      ["diff", "--name-only", "-z", "--ignore-submodules"],
      in: workTree,
      environment: ["GIT_OPTIONAL_LOCKS": "0"]
    )
    async let own = git(Self.listing)
    let same = Set(try await filesOfWorkTree()).intersection(IndexedFile.all(try await own))
    let files = same.filter { $0.isHere && $0.mode.hasPrefix("100") }.map(\.path)
    let others = try await changed.split(separator: "\0").map(String.init)
    for path in Set(files).subtracting(others).sorted() {
      guard let there = Self.size(of: "\(workTree)/\(path)"),
        let here = Self.size(of: "\(directory)/\(path)"), here != there
      else { continue }
      throw SuiteError(
        "\(workTree)/\(path)",
        "it is unchanged and has \(there) bytes, but a checkout of the same content has \(here)",
        remedy:
          "let git write it with the repository's settings (remove it, git checkout -- it); with "
          + "Git LFS: git lfs install --local without --skip-smudge, git lfs pull"
      )
    }
  }

  private static func size(of path: String) -> Int? {
    var status = stat()
    // SAFETY: path and struct outlive the call.
    return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  // MARK: - Submodules

  private func writeSubmodules(isCompared: Bool) async throws {
    let modules = IndexedFile.all(try await git(Self.listing))
      .filter { $0.mode == "160000" && $0.isHere }
    guard !modules.isEmpty else { return }
    let ofWorkTree = Set(try await filesOfWorkTree().filter { $0.mode == "160000" }.map(\.path))
    let listed = try await git(["config", "--file", ".gitmodules", "--null", "--list"])
    var names: [String: String] = [:]
    for setting in listed.split(separator: "\0") {
      let parts = setting.split(separator: "\n", maxSplits: 1)
      guard parts.count == 2, parts[0].hasPrefix("submodule."), parts[0].hasSuffix(".path") else {
        continue
      }
      names[String(parts[1])] = String(parts[0].dropFirst("submodule.".count).dropLast(5))
    }
    for module in modules {
      let path = module.path
      // git accepts no other names either.
      guard let name = names[path], !name.split(separator: "/").contains("..") else { continue }
      let place = workTree.map { "\($0)/\(path)" }
      let there = place.flatMap { FileManager.default.fileExists(atPath: "\($0)/.git") ? $0 : nil }
      if there == nil, ofWorkTree.contains(path) { continue }
      let commit = String(module.content)
      let known = try await gitDirectory(of: name, checkedOut: there)
      var clone: String?
      if await !Self.has(commit, in: known) {
        clone = try await self.clone(name, having: commit, borrowingFrom: known)
      }
      let repository = known ?? clone ?? ""
      let common = if let clone { clone } else { try await Self.common(of: repository) }
      let checkout = RepositoryCheckout(
        repository: repository,
        common: common,
        clone: clone,
        directory: "\(directory)/\(path)",
        workTree: there
      )
      try await checkout.write(commit, isCompared: isCompared && there != nil)
    }
  }

  /// The git directory of a submodule in the repository.
  private func gitDirectory(of name: String, checkedOut: String?) async throws -> String? {
    if let checkedOut {
      return try await GateRepository.git(["rev-parse", "--absolute-git-dir"], in: checkedOut)
    }
    let path = try await git(
      ["rev-parse", "--path-format=absolute", "--git-path", "modules/\(name)"]
    )
    return FileManager.default.fileExists(atPath: "\(path)/HEAD") ? path : nil
  }

  private static func common(of repository: String) async throws -> String {
    try await GateRepository.git(
      ["rev-parse", "--path-format=absolute", "--git-common-dir"],
      in: "/",
      environment: ["GIT_DIR": repository]
    )
  }

  private static func has(_ commit: String, in repository: String?) async -> Bool {
    guard let repository else { return false }
    let words = ["cat-file", "-e", "\(commit)^{commit}"]
    let found = try? await GateRepository.git(
      words,
      in: "/",
      environment: ["GIT_DIR": repository]
    )
    return found != nil
  }

  /// A clone of a submodule next to this checkout, with a commit that the repository lacks.
  private func clone(
    _ name: String,
    having commit: String,
    borrowingFrom known: String?
  ) async throws -> String {
    let path = "\(own)/modules/\(name)"
    var url = try? await git(["config", "submodule.\(name).url"])
    if url == nil {
      let told = try await git(["config", "--file", ".gitmodules", "submodule.\(name).url"])
      url = try await absolute(told)
    }
    // As in git submodule: URLs from a commit are not the user's.
    let environment: [String: String?] = ["GIT_PROTOCOL_FROM_USER": "0"]
    if !FileManager.default.fileExists(atPath: "\(path)/HEAD") {
      let reference = known.map { ["--reference-if-able", $0] } ?? []
      _ = try await GateRepository.git(
        ["clone", "--bare", "--quiet"] + reference + ["--", url ?? "", path],
        in: directory,
        environment: environment
      )
    }
    if await !Self.has(commit, in: path) {
      _ = try await GateRepository.git(
        ["fetch", "--quiet", "origin", commit],
        in: path,
        environment: environment
      )
    }
    return path
  }

  /// A submodule's URL; a relative one starts at the repository's remote, or at the repository if it has none.
  private func absolute(_ url: String) async throws -> String {
    guard url.hasPrefix("./") || url.hasPrefix("../") else { return url }
    let names = ((try? await git(["remote"])) ?? "").split(separator: "\n")
    var base = workTree ?? repository
    if let name = names.first(where: { $0 == "origin" }) ?? names.first {
      base = try await git(["remote", "get-url", String(name)])
      if base.hasPrefix("."), let workTree {
        base = URL(filePath: "\(workTree)/\(base)").standardizedFileURL.path
      }
    }
    var rest = url[...]
    while true {
      if rest.hasPrefix("./") {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("../") {
        rest = rest.dropFirst(3)
        // The last folder, also in `host:folder`.
        guard let end = base.lastIndex(where: { $0 == "/" || $0 == ":" }) else { break }
        if base[end] == ":" { return "\(base[...end])\(rest)" }
        base = String(base[..<end])
      } else {
        break
      }
    }
    return "\(base)/\(rest)"
  }
}
