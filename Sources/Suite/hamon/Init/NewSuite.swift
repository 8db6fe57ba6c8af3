import CommandRunning
import Foundation
import SuiteErrors

/// A suite of benchmarks that a package is to have.
struct NewSuite {
  private let package: SwiftPackage
  private let manifest: PackageManifest
  private let name: String
  private let library: PackageManifest.Library?
  private let source: HamonSource?

  /// Reads the package.
  ///
  /// - Parameters:
  ///   - package: The package.
  ///   - name: The name of the executable; `nil` for that of the library, with `Benchmarks` at its end.
  ///   - source: Where hamon is, if that is known.
  /// - Throws: `SuiteError` if the manifest is wrong.
  init(package: SwiftPackage, name: String?, source: HamonSource?) async throws(SuiteError) {
    self.package = package
    manifest = try await package.manifest()
    library = manifest.firstLibrary
    let words = manifest.name.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    self.name = name ?? (library?.module ?? words.joined()) + "Benchmarks"
    self.source = source
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
      try write(FirstRow.program(suite: name, library: library?.module), to: program)
    }
    lines += try await addCIFile(system)
    return lines.map { "init: \($0)\n" }.joined() + """

      hamon bench --package-path \(shown)            # builds it and measures: the first number
      hamon bench --package-path \(shown) --counts   # and counts instructions and allocations
      hamon gate --package-path \(shown) --base HEAD~1 --allow-new   # once this is committed: what has become slower

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
        try await edit.swiftPackage(["add-target-dependency", library.target, name])
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
    let library = library.map { #""\#($0.target)", "# } ?? ""
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
    guard repository == package.root else {
      return [
        "no file for CI: the package is below \(repository); copy the file of docs/gate.md there, "
          + "and add --package-path to its gate"
      ]
    }
    if FileManager.default.fileExists(atPath: place(path)) { return ["there already: \(path)"] }
    let hasTests = manifest.hasTests
    try write(system.text(source: source, hasTests: hasTests), to: path)
    return ["added: \(path): \(hasTests ? "tests, " : "")a gate for changes, and a history"]
      + system.advice(path: path, source: source)
  }

  private func write(_ text: String, to path: String) throws(SuiteError) {
    let remedy = "make the package writable"
    try WorkDirectory.make((place(path) as NSString).deletingLastPathComponent, orElse: remedy)
    try WrittenFile.write(text.utf8, to: place(path), orElse: remedy)
  }

  private func place(_ path: String) -> String { "\(package.root)/\(path)" }

  /// The package as a command names it here.
  private var shown: String {
    let current = FileManager.default.currentDirectoryPath
    if package.root == current { return "." }
    let isBelow = package.root.hasPrefix("\(current)/")
    return isBelow ? String(package.root.dropFirst(current.count + 1)) : package.root
  }
}
