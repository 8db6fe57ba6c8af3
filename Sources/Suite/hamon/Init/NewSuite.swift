import CommandRunning
import Foundation
import SuiteErrors

/// A suite of benchmarks that a package is to have.
struct NewSuite {
  private let package: SwiftPackage
  private let manifest: PackageManifest
  private let name: String
  private let library: PackageManifest.Library?
  /// How many libraries there were to choose from.
  private let choices: Int
  private let source: HamonSource?

  /// Reads the package.
  ///
  /// - Parameters:
  ///   - package: The package.
  ///   - name: The name of the executable; `nil` for that of the library, with `Benchmarks` at its end.
  ///   - wanted: The name of the library to measure; `nil` for the one with the package's name, or the first.
  ///   - source: Where hamon is, if that is known.
  /// - Throws: `SuiteError` if the manifest is wrong, or there is no such library.
  init(
    package: SwiftPackage,
    name: String?,
    library wanted: String? = nil,
    source: HamonSource?
  ) async throws(SuiteError) {
    self.package = package
    self.source = source
    manifest = try await package.manifest()
    var libraries = manifest.libraries
    var main = manifest.mainLibrary
    // A package of benchmarks is often one of its own, beside or below that of the library.
    for (package, directory) in manifest.pathDependencies where libraries.isEmpty {
      guard package != manifest.hamon(orNamed: source?.identity),
        let other = try? await SwiftPackage(root: directory).manifest()
      else { continue }
      libraries = other.libraries.map { .init(name: $0.name, target: $0.target, package: package) }
      main = libraries.first { $0.name == other.mainLibrary?.name }
    }
    let named = libraries.first { $0.name == wanted } ?? libraries.first { $0.target == wanted }
    if let wanted, named == nil {
      throw SuiteError(
        "--library \(wanted)",
        "the package has none of this name",
        remedy: "give one of \(libraries.map(\.name).joined(separator: ", "))"
      )
    }
    library = named ?? main
    choices = named == nil ? libraries.count : 1
    let words = manifest.name.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    self.name = name ?? (library?.module ?? words.joined()) + "Benchmarks"
  }

  /// Adds what is missing.
  ///
  /// - Returns: What was added and what was there, and what to run next.
  /// - Throws: `SuiteError`; then the manifest is as it was.
  func start(ci system: CISystem?) async throws(SuiteError) -> String {
    var lines = try await changeManifest()
    let sources = folder
    let program = "\(sources)/main.swift"
    let isStarted = !((try? FileManager.default.contentsOfDirectory(atPath: place(sources))) ?? [])
      .isEmpty
    lines.append(
      isStarted
        ? "there already: \(sources)" : "added: \(program): a row beside its floor, to begin with"
    )
    if !isStarted {
      try write(FirstRow.program(suite: name, library: library?.module), to: place(program))
      if let library, choices > 1 {
        lines.append("its library is \(library.name), of \(choices); --library names another")
      }
    }
    lines += try await addCIFile(system)
    if PackageManifest.isPackage(place("Benchmarks")) {
      lines.append(
        "Benchmarks is a package of its own: there it would be "
          + "hamon init --package-path \(place("Benchmarks"))"
      )
    }
    return lines.map { "init: \($0)\n" }.joined() + """

      hamon bench\(shown)            # builds it and measures: the first number
      hamon bench\(shown) --counts   # and counts instructions and allocations
      hamon gate\(shown) --base HEAD   # once this is committed: what a change makes slower

      """
  }

  // MARK: - The manifest

  private var folder: String { manifest.folder(of: name, in: package.root) ?? "Benchmarks/\(name)" }

  private func changeManifest() async throws(SuiteError) -> [String] {
    try checkFolder()
    let dependency = manifest.hamon(orNamed: source?.identity)
    let hasTarget = manifest.folder(of: name, in: package.root) != nil
    let said = [
      dependency.map { "there already: the dependency on \($0)" },
      hasTarget ? "there already: the target \(name)" : nil,
    ].compactMap(\.self)
    if dependency != nil, hasTarget { return said }
    guard let identity = dependency ?? source?.identity else {
      throw SuiteError(
        "--url",
        "where hamon can be fetched from is not known here",
        remedy: "give its address (--url), or a clone of it (--path)"
      )
    }
    let missing = Missing(
      identity: identity,
      dependency: dependency == nil ? source : nil,
      hasTarget: hasTarget
    )
    let edit = try await ManifestEdit(of: package.root)
    defer { edit.end() }
    let original = try edit.original
    var failure: SuiteError?
    for (place, change) in [("", insert), ("the end of ", append)] {
      do throws(SuiteError) {
        try await change(missing, edit)
        guard try await package.benchmarks().contains(where: { $0.name == name }) else {
          throw SuiteError(edit.name, "SwiftPM reads another manifest", remedy: "change that")
        }
        let added = [
          missing.dependency?.declaration(in: package.root),
          hasTarget ? nil : "the target \(name)",
        ].compactMap(\.self)
        return said + ["added to \(place)\(edit.name): \(added.joined(separator: ", "))"]
      } catch {
        failure = failure ?? error
        try edit.replace(original)
      }
    }
    let lines = lines(of: missing)
    throw SuiteError(
      "\(package.root)/\(edit.name)",
      failure?.problem ?? "it can't be changed",
      remedy: """
        add this to its dependencies and targets, which need a tools version of 5.4 or later, and \
        run hamon init \(name) again:
        """ + [lines.dependency, lines.target].compactMap(\.self).map { "\n\($0)," }.joined()
    )
  }

  /// What a manifest lacks.
  private struct Missing {
    /// The name of hamon's package.
    let identity: String
    let dependency: HamonSource?
    let hasTarget: Bool
  }

  /// Puts it into the manifest's lists, by SwiftPM's commands.
  private func insert(_ missing: Missing, by edit: ManifestEdit) async throws(SuiteError) {
    if let hamon = missing.dependency {
      try await edit.swiftPackage(["add-dependency"] + hamon.arguments(in: package.root))
    }
    if !missing.hasTarget {
      try await edit.swiftPackage(["add-target", name, "--type", "executable", "--path", folder])
      if let library {
        let other = library.package.map { ["--package", $0] } ?? []
        let dependency = other.isEmpty ? library.target : library.name
        try await edit.swiftPackage(["add-target-dependency", dependency, name] + other)
      }
      try await edit.swiftPackage(
        ["add-target-dependency", "BenchmarkHarness", name, "--package", missing.identity]
      )
    }
    try edit.keep()
  }

  /// Puts it behind all that the manifest says, where SwiftPM's commands find no list.
  private func append(_ missing: Missing, by edit: ManifestEdit) async throws(SuiteError) {
    let lines = lines(of: missing)
    try edit.append { package in
      let statements = [("dependencies", lines.dependency), ("targets", lines.target)]
        .compactMap { list, line in line.map { "\(package).\(list).append(\n\($0)\n)" } }
      return "// Benchmarks.\n" + statements.joined(separator: "\n")
    }
  }

  private func lines(of missing: Missing) -> (dependency: String?, target: String?) {
    let library =
      library.map { library in
        library.package.map { #".product(name: "\#(library.name)", package: "\#($0)"), "# }
          ?? #""\#(library.target)", "#
      } ?? ""
    let harness = #".product(name: "BenchmarkHarness", package: "\#(missing.identity)")"#
    let target = """
        .executableTarget(
          name: "\(name)",
          dependencies: [\(library)\(harness)],
          path: "\(folder)"
        )
      """
    return (
      missing.dependency.map { "  \($0.declaration(in: package.root))" },
      missing.hasTarget ? nil : target
    )
  }

  /// SwiftPM takes a package for the one that another asks for if its folder has the name.
  private func checkFolder() throws(SuiteError) {
    let folder = URL(filePath: package.root).lastPathComponent
    guard HamonSource.dependencies.contains(manifest.name), folder.lowercased() != manifest.name
    else { return }
    throw SuiteError(
      package.root,
      "hamon depends on \(manifest.name) too, and SwiftPM knows a package by its folder's name",
      remedy: "rename the folder to \(manifest.name)"
    )
  }

  // MARK: - Files

  private func addCIFile(_ chosen: CISystem?) async throws(SuiteError) -> [String] {
    let git = Command(
      "git",
      ["-C", package.root, "rev-parse", "--show-toplevel"],
      environment: .withoutGitDirectory
    )
    let found = try? await git.run()
    let top = found?.isSuccess == true ? found?.lines.first : nil
    let repository = top.map(String.init) ?? package.root
    let likely = await CISystem.found(in: repository)
    guard let system = chosen ?? likely else {
      return ["no file for CI: no remote or file tells for which; --ci github or gitlab writes it"]
    }
    guard let path = system.path(in: repository) else { return [] }
    let file = "\(repository)/\(path)"
    if FileManager.default.fileExists(atPath: file) { return ["there already: \(path)"] }
    let hasTests = manifest.hasTests && !system.hasOwnJobs(in: repository)
    let branch = await Self.defaultBranch(of: repository)
    let text = system.text(
      source: source,
      hasTests: hasTests,
      branch: branch,
      package: String(package.root.dropFirst(repository.count + 1))
    )
    try write(text, to: file)
    let what = hasTests ? "tests, a gate" : "a gate"
    return [
      "added: \(path): \(what) for changes, and a history, which its last job commits to \(branch)"
    ] + system.advice(path: path, source: source)
  }

  /// The branch that the remote has as its default, if that is known; else main.
  private static func defaultBranch(of repository: String) async -> String {
    let words = ["-C", repository, "symbolic-ref", "--short", "refs/remotes/origin/HEAD"]
    let found = try? await Command("git", words, environment: .withoutGitDirectory).run()
    let name = found?.isSuccess == true ? found?.lines.first : nil
    return name.map { String($0.trimmingPrefix("origin/")) } ?? "main"
  }

  private func write(_ text: String, to file: String) throws(SuiteError) {
    let remedy = "make the package writable"
    try WorkDirectory.make((file as NSString).deletingLastPathComponent, orElse: remedy)
    try WrittenFile.write(text.utf8, to: file, orElse: remedy)
  }

  private func place(_ path: String) -> String { "\(package.root)/\(path)" }

  /// How a command names the package here, if it has to.
  private var shown: String {
    let current = FileManager.default.currentDirectoryPath
    if package.root == current { return "" }
    let isBelow = package.root.hasPrefix("\(current)/")
    let path = isBelow ? String(package.root.dropFirst(current.count + 1)) : package.root
    return " --package-path \(path)"
  }
}
