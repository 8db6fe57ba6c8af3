import Foundation
import RegressionGate

/// What the differing files of two sides are to the benchmarks.
struct SourceChanges {
  /// Whether no file differs that a benchmark may be made of, or may read.
  private(set) var areNone = false
  private var paths: [String]?

  /// Looks at the paths of files.
  ///
  /// - Parameters:
  ///   - paths: The files, relative to the top of the repository; `nil` if they are unknown.
  ///   - parts: The directories of the package's targets; `nil` if one is unknown.
  ///   - repository: The repository.
  init(
    _ paths: [String]?,
    of parts: PackageManifest.Directories?,
    in repository: GateRepository
  ) {
    guard var paths else { return }
    paths.removeAll { $0 == repository.prefix + AcceptanceFile.name }
    if !paths.isEmpty, let parts {
      let sources = Self.texts(below: parts.benchmarks.map { "\(repository.package)/\($0)" })
      paths.removeAll {
        Self.isUnrelated($0, prefix: repository.prefix, parts) && !Self.isNamed($0, in: sources)
      }
    }
    areNone = paths.isEmpty
    self.paths = paths
  }

  /// Whether each such file is one that a compiler is given by name, so that SwiftPM sees its change.
  ///
  /// - Parameters:
  ///   - repository: The repository.
  ///   - tree: The tree whose manifests count.
  /// - Returns: Whether it is so for all of them.
  func areNamedToCompilers(in repository: GateRepository, manifestsOf tree: String) async -> Bool {
    guard let paths, paths.allSatisfy(Self.isNamedToCompilers) else { return false }
    // SwiftPM doesn't see all changes in these.
    let unseen = [".macro(", ".copy(", ".embedInCode("]
    for path in await repository.manifests(of: tree) {
      guard let text = await repository.text(of: path, in: tree),
        !unseen.contains(where: text.contains)
      else { return false }
    }
    return true
  }

  private static let compiled: Set<String> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "s", "S",
  ]

  static func isNamedToCompilers(_ path: String) -> Bool {
    compiled.contains(URL(filePath: path).pathExtension) && !PackageManifest.isManifest(path)
  }

  /// What no benchmark is made of: sources of tests, documentation and settings of other tools.
  private static func isUnrelated(
    _ path: String,
    prefix: String,
    _ parts: PackageManifest.Directories
  ) -> Bool {
    let own = path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : ""
    func isIn(_ directories: [String]) -> Bool {
      directories.contains { $0 == "." || own.hasPrefix("\($0)/") }
    }
    if path.contains(".docc/") { return true }
    if isIn(parts.others) { return false }
    let name = path.split(separator: "/").last ?? ""
    let isDocument =
      name.hasSuffix(".md") || ["LICENSE", "NOTICE"].contains { name.hasPrefix($0) }
    let isSetting =
      path.hasPrefix(".github/")
      || [".gitignore", ".gitlab-ci.yml", ".spi.yml", ".swift-format", ".editorconfig"]
        .contains(path)
    return isDocument || isSetting || isIn(parts.tests) && name.hasSuffix(".swift")
  }

  /// Whether a benchmark's source names the file, or a folder on the way to it: it may read that.
  private static func isNamed(_ path: String, in sources: [String]) -> Bool {
    path.split(separator: "/").contains { name in
      sources.contains { text in
        ["\"\(name)\"", "\(name)/", "/\(name)"].contains(where: text.contains)
      }
    }
  }

  private static func texts(below directories: [String]) -> [String] {
    directories.flatMap { directory in
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
      return names.filter { $0.hasSuffix(".swift") }
        .compactMap { try? String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8) }
    }
  }
}
