import CommandRunning
import Foundation
import Glibc
import ProcessLaunching
import ReportRendering
import SuiteErrors
import Synchronization

// SAFETY: in this file, paths and structs outlive the calls of the C library that take their addresses.

/// A Swift package: its benchmarks, and its release products by `swift build`.
struct SwiftPackage: Equatable {
  /// The directory of its manifest.
  let root: String
  /// The directory of its build; `nil` for its own `.build`.
  var scratch: String?
  /// Further options for SwiftPM; see ``BuildOptions``.
  var options: [String] = []
  /// What stands for the root of the file system in its path, if it is a checkout elsewhere.
  var mirror: String?
}

extension SwiftPackage {
  /// Finds the package that a directory belongs to.
  ///
  /// - Parameters:
  ///   - directory: The directory, or one below that of the package.
  ///   - instead: What else can be named, for the error.
  /// - Throws: `SuiteError` if there is no package.
  init(containing directory: String, or instead: String? = nil) throws(SuiteError) {
    var candidate: String? = directory
    while let path = candidate {
      if unsafe access("\(path)/Package.swift", R_OK) == 0 {
        self.init(root: path == "/" ? "" : path)
        return
      }
      candidate = Self.parent(of: path)
    }
    throw SuiteError(
      directory,
      "there is no Package.swift here or above",
      remedy: "run it in a package, or name its directory (--package-path)"
        + (instead.map { " or \($0)" } ?? "")
    )
  }

  // MARK: - Benchmarks

  /// Its benchmarks.
  ///
  /// - Throws: `SuiteError` if it has none, or its manifest is wrong.
  func benchmarks() async throws(SuiteError) -> [PackageManifest.Benchmark] {
    let found = try await manifest().benchmarks(in: root)
    guard found.isEmpty else { return found }
    let folder = "\(root)/Benchmarks"
    throw SuiteError(
      root,
      "none of its executables depends on BenchmarkHarness or BenchmarkCompatibility, or lies in Benchmarks",
      remedy: PackageManifest.isPackage(folder)
        ? "Benchmarks is a package of its own: name it (--package-path \(folder))"
        : "add a benchmark (hamon init), or name the executables"
    )
  }

  /// Finds the executables of its benchmarks among its products.
  ///
  /// - Returns: Their paths; those of all benchmarks if no names are given.
  /// - Throws: `SuiteError` if it has no benchmarks, or some are not built.
  func executables(
    in products: String,
    named wanted: [String] = []
  ) async throws(SuiteError) -> [String] {
    let names = wanted.isEmpty ? try await benchmarks().map(\.name) : wanted
    let missing = names.filter { unsafe access("\(products)/\($0)", X_OK) != 0 }
    guard missing.isEmpty else {
      throw SuiteError(
        missing.joined(separator: ", "),
        "not built in \(products)",
        remedy: (products.hasSuffix("/debug") ? "use the hamon of a release build, and run" : "run")
          + missing.map { "\n  swift build -c release --product \($0)" }.joined()
      )
    }
    return names.map { "\(products)/\($0)" }
  }

  /// Its executables, which run in its directory: rows read files by paths relative to their package.
  func programs(at paths: [String]) -> [BenchmarkProgram] {
    paths.map { BenchmarkProgram($0, in: root) }
  }

  // MARK: - Building

  /// Builds its benchmarks; the output of builds goes to standard error.
  ///
  /// Each is built by itself, which leaves out the rest of the package.
  ///
  /// - Parameters:
  ///   - wanted: The names of products; none for all benchmarks.
  ///   - isNeeded: Decides whether to build an executable that is newer than its sources, for changes elsewhere.
  /// - Returns: The paths of their executables, including those that aren't needed.
  /// - Throws: `SuiteError` if it has none, or one doesn't build.
  func buildBenchmarks(
    named wanted: [String] = [],
    where isNeeded: (String) async -> Bool = { _ in true }
  ) async throws(SuiteError) -> [String] {
    let known = wanted.isEmpty ? try await benchmarks() : (try? await benchmarks()) ?? []
    let chosen =
      wanted.isEmpty
      ? known
      : wanted.map { name in
        known.first { $0.name == name } ?? PackageManifest.Benchmark(name: name)
      }
    let products = try await products()
    for benchmark in chosen {
      let path = "\(products)/\(benchmark.name)"
      if isCurrent(path, of: benchmark), await !isNeeded(path) { continue }
      let build = swift(["--product", benchmark.name])
      let (end, _) = try await build.runShown(keepsOutputFree: true) { _ in }
      guard end.isSuccess else {
        throw SuiteError(
          benchmark.name,
          "swift build --package-path \(root) \(end.clause)",
          remedy: "correct what it says above"
        )
      }
    }
    return try await executables(in: products, named: chosen.map(\.name))
  }

  /// Whether an executable is newer than the manifest and the sources of its rows.
  private func isCurrent(_ path: String, of benchmark: PackageManifest.Benchmark) -> Bool {
    func time(_ path: String) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    guard let built = time(path), let sources = benchmark.sources else { return false }
    return (["Package.swift"] + sources).allSatisfy { name in
      let place = "\(root)/\(name)"
      let within = (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []
      return ([place] + within.map { "\(place)/\($0)" }).allSatisfy { time($0) ?? built < built }
    }
  }

  /// Builds a product, silently.
  ///
  /// - Returns: The path of the executable.
  /// - Throws: `SuiteError` with the first error of the compiler.
  func build(_ product: String) async throws(SuiteError) -> String {
    _ = try await Self.output(of: swift(["--product", product]))
    // SwiftPM's own build system has linked the directory of the latest build there.
    var path = URL(filePath: "\(scratch ?? "\(root)/.build")/release/\(product)")
      .resolvingSymlinksInPath().path
    if unsafe access(path, X_OK) != 0 { path = "\(try await products())/\(product)" }
    guard unsafe access(path, X_OK) == 0 else {
      throw SuiteError(
        product,
        "the build made no executable of this name",
        remedy: "see --product"
      )
    }
    return path
  }

  /// Builds with a shell command.
  ///
  /// - Throws: `SuiteError` with its first error.
  func build(command: String) async throws(SuiteError) {
    let words = ["-c", "cd \"$1\" && eval \"$2\"", "sh", root, command]
    _ = try await Self.output(of: Command("sh", words, environment: .withoutGitDirectory))
  }

  /// What SwiftPM says of its manifest, which takes it half a second: once for a text, if that may be kept beside a build.
  func manifest() async throws(SuiteError) -> PackageManifest {
    guard let text = manifestText else { return try manifest(try await description()) }
    if let known = Self.known.withLock({ $0[text] }) { return known }
    // By its own directory too, as its dependencies are told by where they are.
    let kept = scratch.map {
      "\($0)/manifest-\(Fingerprint.of(Data("\(root)\0\(text)".utf8))).json"
    }
    let old = kept.flatMap { FileManager.default.contents(atPath: $0) }
    let manifest: PackageManifest
    if let old, let read = try? self.manifest(old) {
      manifest = read
    } else {
      let new = try await description()
      manifest = try self.manifest(new)
      // Without it, SwiftPM is asked again.
      if let kept, let scratch {
        try? FileManager.default.createDirectory(
          atPath: scratch,
          withIntermediateDirectories: true
        )
        try? new.write(to: URL(filePath: kept))
      }
    }
    Self.known.withLock { $0[text] = manifest }
    return manifest
  }

  private static let known = Mutex<[String: PackageManifest]>([:])

  /// Its place and manifests; `nil` if they may say something else when asked again, as they ask for more than their text has.
  private var manifestText: String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    var text = ([String(root.dropFirst(mirror?.count ?? 0))] + options).joined(separator: "\0")
    for name in names.filter(PackageManifest.isManifest).sorted() {
      guard let manifest = try? String(contentsOfFile: "\(root)/\(name)", encoding: .utf8),
        PackageManifest.isSelfContained(manifest)
      else { return nil }
      text += "\0\(name)\0\(manifest)"
    }
    return text
  }

  private func description() async throws(SuiteError) -> Data {
    let words = ["package", "--package-path", root] + arguments + ["dump-package"]
    return Data(
      try await Self.output(of: Command("swift", words, environment: .withoutGitDirectory)).utf8
    )
  }

  private func manifest(_ description: Data) throws(SuiteError) -> PackageManifest {
    do {
      var manifest = try JSONDecoder().decode(PackageManifest.self, from: description)
      manifest.mirror = mirror
      return manifest
    } catch {
      throw SuiteError(
        "\(root)/Package.swift",
        "the output of swift package dump-package can't be read (\(error))",
        remedy: "name the executables"
      )
    }
  }

  /// The directory of its products.
  private func products() async throws(SuiteError) -> String {
    let text = try await Self.output(of: swift(["--show-bin-path"]))
    return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }

  private func swift(_ words: [String]) -> Command {
    Command(
      "swift",
      ["build", "--configuration", "release", "--package-path", root] + arguments + words,
      environment: .withoutGitDirectory
    )
  }

  private var arguments: [String] { (scratch.map { ["--scratch-path", $0] } ?? []) + options }

  /// The output of a build command.
  private static func output(of command: Command) async throws(SuiteError) -> String {
    let result = try await command.run()
    guard result.isSuccess else {
      let lines = (result.output + result.errors).split(separator: "\n")
      let line = (lines.first { $0.contains("error:") } ?? lines.last ?? "it says nothing")
        .trimmingCharacters(in: .whitespaces)
      // The output of a command that crashes is about something else.
      let end = result.end.signal == nil ? "" : "it \(result.end.clause): "
      throw SuiteError(
        ([command.program] + command.arguments.prefix(1)).joined(separator: " "),
        end + line,
        remedy: "run it there to see all"
      )
    }
    return result.output
  }

  // MARK: - Files

  private static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
