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
    let edit = try await ManifestEdit(of: package.root)
    defer { edit.end() }
    let original = try edit.original
    do throws(SuiteError) {
      if dependency == nil, let source {
        try await edit.swiftPackage(["add-dependency"] + source.arguments(in: package.root))
      }
      if !hasTarget {
        try await edit.swiftPackage(
          ["add-target", name, "--type", "executable", "--path", folder]
        )
        if let library {
          try await edit.swiftPackage(["add-target-dependency", library.target, name])
        }
        try await edit.swiftPackage(
          ["add-target-dependency", "BenchmarkHarness", name, "--package", identity]
        )
      }
      try edit.keep()
      guard try await package.benchmarks().contains(where: { $0.name == name }) else {
        throw SuiteError(edit.name, "SwiftPM reads another manifest", remedy: "change that")
      }
    } catch {
      try edit.replace(original)
      throw byHand(error, in: edit.name, identity: identity, hasDependency: dependency != nil)
    }
    let added = [
      dependency == nil ? source?.declaration(in: package.root) : nil,
      hasTarget ? nil : "the target \(name)",
    ].compactMap(\.self)
    return said + ["added to \(edit.name): \(added.joined(separator: ", "))"]
  }

  /// The error with the lines that are to be written instead.
  private func byHand(
    _ error: SuiteError,
    in file: String,
    identity: String,
    hasDependency: Bool
  ) -> SuiteError {
    let library = library.map { #""\#($0.target)", "# } ?? ""
    let dependency = hasDependency ? "" : "\n  \(source?.declaration(in: package.root) ?? ""),"
    return SuiteError(
      "\(package.root)/\(file)",
      error.problem,
      remedy: """
        add this to its dependencies and targets, which need a tools version of 5.4 or later, and \
        run hamon init \(name) again:\(dependency)
          .executableTarget(
            name: "\(name)",
            dependencies: [\(library).product(name: "BenchmarkHarness", package: "\(identity)")],
            path: "\(folder)"
          ),
        """
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
    try write(system.text(source: source), to: path)
    return ["added: \(path): tests, a gate for changes, and a history"]
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
