import CommandRunning
import Foundation
import ObjectFiles
import ProcessLaunching
import RegressionGate
import ReportRendering
import Statistics
import SuiteErrors

/// A side before it is built.
struct SideSources {
  let side: Side
  /// The commit that builds find as HEAD.
  let commit: String
  /// The tree of its files; it may differ from that of the commit.
  let tree: String
  /// The directory of the package by itself, where its programs run.
  let root: String
}

/// Builds the benchmarks of both sides.
///
/// **B1.** *The sides have the same paths only where no program can tell*: no loaded part of it names them, as `#filePath` does. Otherwise the
/// base is built where it is by itself, and only dependencies are shared. So they are where git doesn't know all files of the head.
///
/// **B2.** *What SwiftPM doesn't see is compiled anew*: all of the repository where anything else differs than files that compilers are given
/// by name. After a change of a header alone, SwiftPM leaves the Swift modules that import it as they are.
///
/// **B3.** *Nothing is shared if the sides have other versions of a dependency*, or by another build system than SwiftPM's own.
///
/// **B4.** *A base is kept by all that it is made of*: its files, options, toolchain, versions, the packages beside the repository, and the
/// variables that manifests name.
struct SidesBuild {
  let repository: GateRepository
  let base: SideSources
  let head: SideSources
  /// Whether all files of the head are in its tree.
  let treeIsHead: Bool
  /// The directories of the package's targets; `nil` if one is unknown.
  let parts: PackageManifest.Directories?
  let options: [String]
  let place: BuildPlace
  let terminal: GateTerminal

  /// Builds benchmarks on the sides that have them.
  ///
  /// The head comes first: a change that doesn't build is reported before the build of the base.
  ///
  /// - Parameters:
  ///   - products: The benchmarks, with the sides that have them.
  ///   - headRoot: Where the head is checked out (``checkOutHead()``).
  ///   - neighbours: The packages beside the repository that the base depends on by path.
  ///   - failure: The begin of the error of a base that doesn't build.
  /// - Returns: What is compared; a subject that doesn't build holds its failure.
  /// - Throws: `SuiteError` if a side can't be checked out, or after an interrupt.
  func build(
    _ products: [(name: String, sides: Set<Side>)],
    headRoot: String,
    neighbours: [String],
    failure: String
  ) async throws(SuiteError) -> [GateSubject] {
    guard !products.isEmpty else { return [] }
    async let toolchain = Self.toolchain()
    var builds = GateBuilds(products.map(\.name))
    func names(_ side: Side) -> [String] {
      // A side without the benchmark doesn't fail: its rows are new, or gone.
      products.filter { $0.sides.contains(side) && !builds.hasFailed($0.name) }.map(\.name)
    }
    var tried = await build(names(.head), of: .head, at: headRoot)
    builds.add(tried, of: head, failure: "it doesn't build")
    try SidesRequest.stopIfInterrupted()
    let wanted = names(.base)
    guard !wanted.isEmpty else { return builds.subjects }
    let versions = Self.versions(in: headRoot)
    try await give(versions, to: base.root, of: base)
    let key = await key(
      versions: Self.versions(in: base.root),
      neighbours: neighbours,
      toolchain: await toolchain
    )
    if let kept = place.kept(wanted, of: key) {
      builds.add(BuiltPrograms(paths: kept.filter { wanted.contains($0.key) }), of: base)
      return builds.subjects
    }
    var copies = !options.contains("--build-system") && Self.pins(base.root) == Self.pins(headRoot)
    var sharesPaths = copies && treeIsHead && !nameSources(tried.paths)
    var isBuilt = false
    while !isBuilt {
      try await place.beginBase(copies: copies)
      do throws(SuiteError) {
        let root = sharesPaths ? try await checkOut(base, after: head.tree) : base.root
        try await give(versions, to: root, of: base)
        tried = await build(wanted, of: .base, at: root)
        try SidesRequest.stopIfInterrupted()
        if copies, Self.pins(root) != Self.pins(headRoot) {
          // Only the build has told that they have other versions.
          (copies, sharesPaths) = (false, false)
          try place.endBase()
        } else if sharesPaths, nameSources(tried.paths) {
          sharesPaths = false
          try place.endBase()
        } else {
          tried.paths = try place.keepBase(key, tried.paths)
          isBuilt = true
        }
      } catch {
        try? place.endBase()
        throw error
      }
    }
    builds.add(tried, of: base, failure: failure)
    return builds.subjects
  }

  private func build(_ names: [String], of side: Side, at root: String) async -> BuiltPrograms {
    let package = SwiftPackage(root: root, scratch: place.scratch, options: options)
    var built = BuiltPrograms()
    for name in names where !InterruptSignal.hasArrived {
      do throws(SuiteError) {
        let step = "building \(name) of the \(side.rawValue)"
        built.paths[name] = try await terminal.line.show(step) { () async throws(SuiteError) in
          try await package.build(name)
        }
      } catch {
        built.errors[name] = "\(error)"
      }
    }
    return built
  }

  // MARK: - Sources at the shared path

  private var shared: GateRepository {
    var repository = repository
    repository.place = place.sources
    return repository
  }

  /// Checks a side out where another tree was checked out before, if any.
  private func checkOut(
    _ side: SideSources,
    after earlier: String?
  ) async throws(SuiteError) -> String {
    let paths = earlier == nil ? nil : await repository.changes(from: earlier ?? "", to: side.tree)
    let changes = SourceChanges(paths, of: parts, in: repository)
    if await !changes.areNamedToCompilers(in: repository, manifestsOf: side.tree) {
      place.renewSources(
        withDependencies: paths?.contains("\(repository.prefix)Package.resolved") ?? true
      )
    }
    let root = try await shared.checkOut(
      side.commit,
      tree: side.tree,
      isCompared: head.tree != head.commit
    )
    try await shared.linkPathDependencies(of: root)
    return root
  }

  /// Checks the head out at the path that both sides share, if they may.
  ///
  /// - Returns: The directory of the package to build.
  /// - Throws: `SuiteError` if the checkout fails.
  func checkOutHead() async throws(SuiteError) -> String {
    guard treeIsHead else { return head.root }
    // The package has none as long as only the gate has built it.
    let versions = Self.versions(in: head.root) ?? Self.versions(in: shared.basePackage)
    let root = try await checkOut(head, after: place.headTree)
    try place.note(headTree: head.tree)
    try await give(versions, to: root, of: head)
    return root
  }

  /// Whether loaded parts of programs name the shared path of the sources, as `#filePath` does.
  private func nameSources(_ programs: [String: String]) -> Bool {
    programs.values.contains { ELFFile(path: $0)?.loads(shared.mirror) ?? true }
  }

  // MARK: - Versions of dependencies

  private static func versions(in root: String) -> Data? {
    FileManager.default.contents(atPath: "\(root)/Package.resolved")
  }

  /// What a package's Package.resolved says of versions, without the manifest's own hash.
  private static func pins(_ root: String) -> NSArray? {
    let file = versions(in: root).flatMap { try? JSONSerialization.jsonObject(with: $0) }
    return (file as? [String: Any])?["pins"] as? NSArray
  }

  /// Gives a side the head's versions if its commit pins none.
  private func give(
    _ versions: Data?,
    to root: String,
    of side: SideSources
  ) async throws(SuiteError) {
    let path = "\(root)/Package.resolved"
    let old = FileManager.default.contents(atPath: path)
    guard old != versions else { return }
    if old != nil {
      guard await repository.contents(of: "Package.resolved", at: side.tree) == nil else { return }
      // An earlier gate may have left one.
      try? FileManager.default.removeItem(atPath: path)
    }
    if let versions { try WrittenFile.write(versions, to: path, orElse: "make room") }
  }

  // MARK: - What a base is kept by

  /// Variables that compilers, linkers and SwiftPM read.
  private static let variables: Set<String> = [
    "CC", "CXX", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "PKG_CONFIG_PATH",
    "SWIFT_EXEC", "SDKROOT", "TOOLCHAINS", "LD", "AR",
  ]

  /// Its version; if that isn't known, no kept base is of it.
  private static func toolchain() async -> String {
    (try? await Command("swift", ["--version"]).run().output) ?? UUID().uuidString
  }

  private func key(versions: Data?, neighbours: [String], toolchain: String) async -> String {
    let words = options.joined(separator: "\u{1}")
    var parts = [base.commit, base.tree, repository.prefix, words, toolchain]
    parts.append(versions.map { Fingerprint.of($0) } ?? "")
    var manifests = await repository.manifests(of: base.tree)
      .map { "\(repository.baseDirectory)/\($0)" }
    let manager = FileManager.default
    let checkouts = "\(place.scratch)/checkouts"
    let dependencies = (try? manager.contentsOfDirectory(atPath: checkouts)) ?? []
    for directory in dependencies.map({ "\(checkouts)/\($0)" }) + neighbours {
      let names = (try? manager.contentsOfDirectory(atPath: directory)) ?? []
      manifests += names.filter(PackageManifest.isManifest).map { "\(directory)/\($0)" }
    }
    let text = manifests.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.joined()
    let variables = ProcessInfo.processInfo.environment.filter { name, _ in
      Self.variables.contains(name) || text.contains("\"\(name)\"")
    }
    parts += variables.map { "\($0)=\($1)" }.sorted()
    parts += neighbours.sorted().flatMap { [$0, Self.state(of: $0)] }
    return Fingerprint.of(Data(parts.joined(separator: "\0").utf8))
  }

  /// Names, sizes and times of a package's files, without hidden ones such as builds.
  private static func state(of directory: String) -> String {
    let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
    let files = FileManager.default.enumerator(
      at: URL(filePath: directory),
      includingPropertiesForKeys: keys,
      options: .skipsHiddenFiles
    )
    var lines: [String] = []
    for case let file as URL in files ?? .init() {
      let values = try? file.resourceValues(forKeys: Set(keys))
      let time = values?.contentModificationDate?.timeIntervalSince1970 ?? 0
      // A directory's time changes with hidden files too.
      guard let size = values?.fileSize, !file.hasDirectoryPath else { continue }
      lines.append("\(file.path) \(size) \(time)")
    }
    return Fingerprint.of(Data(lines.sorted().joined(separator: "\n").utf8))
  }
}
