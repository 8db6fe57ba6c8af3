import CommandRunning
import Foundation
import Glibc
import ProcessLaunching
import SuiteErrors

// SAFETY: in this file, paths and structs outlive the calls of the C library that take their addresses.

/// A Swift package: its benchmarks, and its products as `swift build` makes them for release.
struct SwiftPackage: Equatable {
  /// The directory of its manifest.
  let root: String
  /// The directory of its build; `nil` for its own `.build`.
  var scratch: String?

  /// Names a package by the directory of its manifest.
  init(root: String, scratch: String? = nil) {
    self.root = root
    self.scratch = scratch
  }

  /// Finds the package that a directory belongs to.
  ///
  /// - Parameter directory: The directory, or one below that of the package.
  /// - Throws: `SuiteError` if there is no package.
  init(containing directory: String) throws(SuiteError) {
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
      remedy: "run it in a package, or name its directory (--package-path) or the executables"
    )
  }

  // MARK: - Benchmarks

  /// The names of its benchmarks, which are those of their products: the folders in Benchmarks that have an
  /// entry point and are called as an executable of the manifest.
  ///
  /// - Throws: `SuiteError` if it has none.
  func benchmarks() async throws(SuiteError) -> [String] {
    let folder = root + "/Benchmarks"
    let folders = Self.folders(in: folder).filter { Self.hasEntryPoint("\(folder)/\($0)") }
    guard !folders.isEmpty else {
      throw SuiteError(
        root,
        "it has no folders in Benchmarks",
        remedy: "add a benchmark, or name the executables"
      )
    }
    // Where the manifest is wrong, the build will say how.
    guard let executables = await executablesOfManifest() else { return folders }
    let names = folders.filter(executables.contains)
    guard !names.isEmpty else {
      let isPackage = FileManager.default.fileExists(atPath: "\(folder)/Package.swift")
      throw SuiteError(
        folders.joined(separator: ", "),
        "the package has no executable of this name",
        remedy: isPackage
          ? "Benchmarks is a package of its own: name it (--package-path \(folder))"
          : "the products of benchmarks are called as their folders in Benchmarks; or name the executables"
      )
    }
    return names
  }

  /// The executables that the manifest declares; `nil` where it can't be read.
  private func executablesOfManifest() async -> Set<String>? {
    guard let text = try? await manifest(),
      let manifest = try? JSONDecoder().decode(ManifestExecutables.self, from: Data(text.utf8))
    else { return nil }
    return manifest.names
  }

  /// Finds the executables of its benchmarks where its products are.
  ///
  /// - Returns: Their paths, by name.
  /// - Throws: `SuiteError` if it has no benchmarks, or some are not built.
  func executables(in products: String) async throws(SuiteError) -> [String] {
    let names = try await benchmarks()
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

  /// Checks that a path leads to an executable.
  ///
  /// - Parameter path: The path; one without a slash is of the current directory, and not looked for along `PATH`.
  /// - Returns: The path to start it by.
  /// - Throws: `SuiteError` where it can't be run.
  static func executable(at path: String) throws(SuiteError) -> String {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0 && access(path, X_OK) == 0
    guard isThere, status.st_mode & S_IFMT == S_IFREG else {
      throw SuiteError(
        path,
        "it can't be run: \(isThere ? "it is not a file" : SystemReason.text())",
        remedy: "give the path of a benchmark executable"
      )
    }
    return path.contains("/") ? path : "./\(path)"
  }

  /// The directory of the running program.
  static func directoryOfThisProgram() -> String {
    let manager = FileManager.default
    guard let path = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
      return "."
    }
    return parent(of: path) ?? "/"
  }

  /// Executables of it, which run in its directory: rows read files by paths relative to their package.
  func programs(at paths: [String]) -> [BenchmarkProgram] {
    paths.map { BenchmarkProgram($0, in: root) }
  }

  // MARK: - Building

  /// Builds its benchmarks; what the builds say goes to standard error.
  ///
  /// Each is built by itself, so that the rest of a package that has benchmarks is not.
  ///
  /// - Returns: The paths of their executables, by name.
  func buildBenchmarks() async throws(SuiteError) -> [String] {
    for name in try await benchmarks() {
      let (end, _) = try await swift(["--product", name]).runShown(keepsOutputFree: true) { _ in }
      guard end.isSuccess else {
        throw SuiteError(
          name,
          "swift build --package-path \(root) \(end.clause)",
          remedy:
            "correct what it says above. The products of benchmarks are called as their folders in "
            + "Benchmarks"
        )
      }
    }
    return try await executables(in: try await products())
  }

  /// Builds a product, silently.
  ///
  /// - Returns: The path of the executable.
  /// - Throws: `SuiteError` with the first error of the compiler.
  func build(_ product: String) async throws(SuiteError) -> String {
    _ = try await Self.output(of: swift(["--product", product]))
    let path = "\(try await products())/\(product)"
    guard unsafe access(path, X_OK) == 0 else {
      throw SuiteError(
        product,
        "the build made no executable of this name",
        remedy: "see --product"
      )
    }
    return path
  }

  /// Builds with a command for the shell.
  ///
  /// - Throws: `SuiteError` with its first error.
  func build(command: String) async throws(SuiteError) {
    let words = ["-c", "cd \"$1\" && eval \"$2\"", "sh", root, command]
    _ = try await Self.output(of: Command("sh", words, environment: .withoutGitDirectory))
  }

  /// Its manifest as `swift package dump-package` writes it.
  func manifest() async throws(SuiteError) -> String {
    let words = ["package", "--package-path", root] + scratchArguments + ["dump-package"]
    return try await Self.output(of: Command("swift", words, environment: .withoutGitDirectory))
  }

  /// The directory of its products.
  private func products() async throws(SuiteError) -> String {
    let text = try await Self.output(of: swift(["--show-bin-path"]))
    return text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
  }

  private func swift(_ options: [String]) -> Command {
    Command(
      "swift",
      ["build", "--configuration", "release", "--package-path", root] + scratchArguments + options,
      environment: .withoutGitDirectory
    )
  }

  private var scratchArguments: [String] { scratch.map { ["--scratch-path", $0] } ?? [] }

  /// The output of a command that builds.
  private static func output(of command: Command) async throws(SuiteError) -> String {
    let result = try await command.run()
    guard result.isSuccess else {
      let lines = (result.output + result.errors).split(separator: "\n")
      let line = (lines.first { $0.contains("error:") } ?? lines.last ?? "it says nothing")
        .trimmingCharacters(in: .whitespaces)
      // What crashes has said something else before.
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

  private static func folders(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { name in
      var status = stat()
      let isThere = unsafe stat("\(directory)/\(name)", &status) == 0
      return isThere && !name.hasPrefix(".") && status.st_mode & S_IFMT == S_IFDIR
    }.sorted()
  }

  /// Whether a folder's sources make an executable, and not a library that benchmarks share.
  private static func hasEntryPoint(_ folder: String) -> Bool {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    if files.contains("main.swift") { return true }
    return files.contains { file in
      guard file.hasSuffix(".swift"),
        let data = FileManager.default.contents(atPath: "\(folder)/\(file)")
      else { return false }
      return String(decoding: data, as: UTF8.self).split(separator: "\n").contains { line in
        line.split(separator: " ").first == "@main"
      }
    }
  }

  private static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The executables in the output of `swift package dump-package`.
private struct ManifestExecutables: Decodable {
  private struct Product: Decodable {
    /// An object whose only key says what it is.
    let type: [String: Ignored?]
    let name: String
  }

  private struct Target: Decodable {
    let type: String
    let name: String
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  private let products: [Product]
  private let targets: [Target]

  /// Those that are declared as products, and the targets that SwiftPM makes products of by itself.
  var names: Set<String> {
    Set(products.filter { $0.type.keys.contains("executable") }.map(\.name))
      .union(targets.filter { $0.type == "executable" }.map(\.name))
  }
}
