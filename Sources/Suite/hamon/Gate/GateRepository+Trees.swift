import Foundation
import RegressionGate
import SuiteErrors

/// Trees that no commit has.
extension GateRepository {
  /// The directory of new objects, which stay out of the repository.
  var objects: String { "\(workDirectory)/objects" }

  /// Lets git find them.
  var readingTrees: [String: String?] { ["GIT_ALTERNATE_OBJECT_DIRECTORIES": objects] }

  /// Makes a tree by commands of git on an index of its own.
  func tree(_ commands: [[String]]) async throws(SuiteError) -> String {
    let index = "\(workDirectory)/index-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: index) }
    try WorkDirectory.make(objects, orElse: GateLock.remedy)
    let environment: [String: String?] = [
      "GIT_INDEX_FILE": index, "GIT_OBJECT_DIRECTORY": objects,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": "\(commonDirectory)/objects",
    ]
    for words in commands { _ = try await Self.git(words, in: root, environment: environment) }
    return try await Self.git(["write-tree"], in: root, environment: environment)
  }

  /// The tree of a base with the head's benchmarks: their directories, and what the manifest says of them.
  ///
  /// - Parameters:
  ///   - base: The base's commit.
  ///   - head: The head's tree.
  ///   - directories: The directories of the head's benchmarks, relative to the package.
  /// - Returns: Its hash.
  /// - Throws: `SuiteError` if git can't make it.
  func tree(
    of base: String,
    withBenchmarksOf head: String,
    in directories: [String]
  ) async throws(SuiteError) -> String {
    var paths = Set(directories.map { prefix + $0 })
    for tree in [base, head] {
      let names = try await list(tree, ["--name-only", "--", prefix.isEmpty ? "." : prefix])
      paths.formUnion(
        names.filter { PackageManifest.isManifest($0) || $0 == "\(prefix)Package.resolved" }
      )
    }
    // `100644 blob HASH<tab>PATH`
    let files = try await list(head, ["-r", "--"] + paths.sorted()).flatMap { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      let words = parts[0].split(separator: " ")
      return ["--cacheinfo", "\(words[0]),\(words[2]),\(parts[1])"]
    }
    return try await tree([
      ["read-tree", base],
      ["rm", "-r", "--cached", "--force", "--quiet", "--ignore-unmatch", "--"]
        + paths.sorted().map { ":(literal)\($0)" },
      ["update-index", "--add"] + files,
    ])
  }

  private func list(_ tree: String, _ words: [String]) async throws(SuiteError) -> [String] {
    let words = ["ls-tree", "-z", tree] + words
    let text = try await Self.git(words, in: root, environment: readingTrees)
    return text.split(separator: "\0").map(String.init)
  }

  /// The files that differ between two trees; `nil` if git doesn't know one of them.
  func changes(from base: String, to head: String) async -> [String]? {
    let words = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, head]
    let text = try? await Self.git(words, in: root, environment: readingTrees)
    return text?.split(separator: "\0").map(String.init)
  }

  /// Where the sources of two trees differ; none if more differ than a person would look through.
  ///
  /// - Parameters:
  ///   - paths: The files that differ.
  ///   - base: One tree.
  ///   - head: The other.
  /// - Returns: The changed lines of the head, such as `88-90`, of each file by its path.
  func changedLines(_ paths: [String], from base: String, to head: String) async -> [ChangedFile] {
    let sources = paths.filter(SourceChanges.isNamedToCompilers)
    guard sources.count <= 3 else { return [] }
    var files: [ChangedFile] = []
    for path in sources {
      let words = ["diff-tree", "-r", "--patch", "--unified=0", "--no-renames", base, head, "--"]
      let text = try? await Self.git(
        words + [":(literal)\(path)"],
        in: root,
        environment: readingTrees
      )
      let hunks = (text ?? "").matches(of: /(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@/)
      let lines = hunks.map { hunk in
        let first = Int(hunk.1) ?? 0
        let count = hunk.2.flatMap { Int($0) } ?? 1
        return count > 1 ? "\(first)-\(first + count - 1)" : "\(first)"
      }
      files.append(ChangedFile(path: path, lines: lines))
    }
    return files
  }

  /// The directories of the package's targets; `nil` if one is unknown, or the manifest is wrong.
  func targetDirectories() async -> PackageManifest.Directories? {
    try? await manifested(package).manifest().directories(in: package)
  }

  /// The content of a file by its path from the top; `nil` if it isn't there.
  func text(of path: String, in tree: String) async -> String? {
    try? await Self.git(["show", "\(tree):\(path)"], in: root, environment: readingTrees)
  }

  /// The manifests of a tree's packages, relative to its top.
  func manifests(of tree: String) async -> [String] {
    ((try? await list(tree, ["-r", "--name-only"])) ?? []).filter(PackageManifest.isManifest)
  }

  /// Whether no build needs a file of the work tree that its tree lacks: one that git ignores, or one of a submodule.
  func treeHasAllFiles() async -> Bool {
    let words = ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]
    // A repository without submodules isn't asked for their state: that takes git a tenth of a second.
    guard let files = try? await Self.git(["ls-files", "--stage"], in: root) else { return false }
    let hasModules = files.split(separator: "\n").contains { $0.hasPrefix("160000 ") }
    let submodules = hasModules ? try? await Self.git(["submodule", "status"], in: root) : ""
    guard let submodules,
      !submodules.split(separator: "\n").contains(where: { !$0.hasPrefix("-") }),
      let ignored = try? await Self.git(words, in: root),
      let manifest = try? String(contentsOfFile: "\(package)/Package.swift", encoding: .utf8),
      // Its mirrors of dependencies.
      !FileManager.default.fileExists(atPath: "\(package)/.swiftpm/configuration")
    else { return false }
    return ignored.split(separator: "\0").allSatisfy { path in
      let names = path.dropFirst(path.hasPrefix(prefix) ? prefix.count : 0).split(separator: "/")
      if names.contains(where: { $0.hasPrefix(".") }) || names.last == "Package.resolved" {
        return true
      }
      // What lies at the top is the output of some tool, if no target is there.
      return names.count == 1 && !manifest.contains(names[0])
    }
  }
}
