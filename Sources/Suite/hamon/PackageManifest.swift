import Foundation

/// The part of a manifest by `swift package dump-package` that finds benchmarks and dependencies.
struct PackageManifest: Decodable {
  /// An executable that has benchmarks.
  struct Benchmark: Equatable {
    /// The name of the product.
    let name: String
    /// The directories of its sources, relative to the package; `nil` if a target's is unknown.
    var sources: [String]?
  }

  private struct Product: Decodable {
    /// An object whose only key says what it is.
    let type: [String: Word?]
    let name: String
    let targets: [String]

    var isLibrary: Bool { type.keys.contains("library") }
  }

  /// A value that matters only if it is a text.
  private struct Word: Decodable {
    let text: String?

    init(from decoder: any Decoder) {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  private struct Target: Decodable {
    let type: String
    let name: String
    let path: String?
    let dependencies: [TargetDependency]

    /// The directory of its sources; without a path, the first that exists of those that SwiftPM looks for.
    func directory(in root: String) -> String? {
      if let path { return path }
      let special = ["test": ["Tests"], "plugin": ["Plugins"]][type] ?? []
      return (special + ["Sources", "Source", "src", "srcs"]).map { "\($0)/\(name)" }
        .first { FileManager.default.fileExists(atPath: "\(root)/\($0)") }
    }

    var isInBenchmarks: Bool { path?.hasPrefix("Benchmarks/") ?? false }
  }

  /// `{"byName": [NAME, ...]}`, or with another key.
  private struct TargetDependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let parts = try decoder.singleValueContainer().decode([String: [Word?]].self)
      name = parts.values.first?.first??.text ?? ""
    }
  }

  private struct Dependency: Decodable {
    struct Place: Decodable {
      let identity: String
      let nameForTargetDependencyResolutionOnly: String?
      let path: String?

      /// The name by which targets name it.
      var name: String { nameForTargetDependencyResolutionOnly ?? identity }
    }

    let fileSystem: [Place]?
    let sourceControl: [Place]?
  }

  /// Directories of targets, relative to the package.
  struct Directories {
    var benchmarks: [String] = []
    var tests: [String] = []
    /// Those of all targets but tests.
    var others: [String] = []
  }

  /// The package's name.
  let name: String
  private let products: [Product]
  private let targets: [Target]
  private let dependencies: [Dependency]

  /// ``SwiftPackage/mirror``.
  var mirror: String?

  /// The packages that it depends on by their paths: their names, and their directories, outside the mirror.
  var pathDependencies: [(name: String, directory: String)] {
    // SwiftPM may have resolved links on the way, even the one to a package.
    let mirrors = mirror.map { [$0, URL(filePath: $0).resolvingSymlinksInPath().path] } ?? []
    return dependencies.flatMap { $0.fileSystem ?? [] }.compactMap { place in
      place.path.map { path in
        let begin = mirrors.first { path.hasPrefix("\($0)/") }?.count ?? 0
        return (place.name, String(path.dropFirst(begin)))
      }
    }
  }

  /// The products whose targets make a benchmark executable.
  private static let harnesses: Set<String> = ["BenchmarkHarness", "BenchmarkCompatibility"]

  /// Its benchmarks, by name: the executables that depend on the harness, wherever they lie.
  ///
  /// In the package of the harness, and in one that doesn't name it, only those in Benchmarks count: others use a part of the harness, as
  /// `hamon` does.
  ///
  /// - Returns: The products, each with the directories of its own sources.
  func benchmarks(in root: String) -> [Benchmark] {
    let own = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    func reached(from target: Target) -> Set<String> {
      var names: Set<String> = []
      var rest = [target]
      while let next = rest.popLast() {
        for dependency in next.dependencies where names.insert(dependency.name).inserted {
          if let target = own[dependency.name] { rest.append(target) }
        }
      }
      return names
    }
    func usesHarness(_ target: Target) -> Bool {
      !reached(from: target).isDisjoint(with: Self.harnesses)
    }
    let harnessIsOther = Self.harnesses.isDisjoint(with: own.keys)
    let isNamed = targets.contains(where: usesHarness)
    return targets.filter { target in
      guard target.type == "executable" else { return false }
      return harnessIsOther && isNamed
        ? usesHarness(target) : target.isInBenchmarks && (usesHarness(target) || !isNamed)
    }.map { target in
      let product = products.first {
        $0.type.keys.contains("executable") && $0.targets.contains(target.name)
      }
      let parts = reached(from: target).compactMap { own[$0] }
        .filter { $0.isInBenchmarks || usesHarness($0) }
      let folders = ([target] + parts).map { $0.directory(in: root) }
      return Benchmark(
        name: product?.name ?? target.name,
        sources: folders.contains(nil) ? nil : folders.compactMap(\.self)
      )
    }.sorted { $0.name < $1.name }
  }

  /// The directories of its targets; `nil` if one is unknown.
  func directories(in root: String) -> Directories? {
    var directories = Directories()
    for benchmark in benchmarks(in: root) {
      guard let sources = benchmark.sources else { return nil }
      directories.benchmarks += sources
    }
    for target in targets {
      guard let path = target.directory(in: root) else { return nil }
      // As git writes them.
      let plain = URL(filePath: "/\(path)").standardizedFileURL.path.dropFirst()
      if target.type == "test" {
        directories.tests.append(String(plain))
      } else {
        directories.others.append(plain.isEmpty ? "." : String(plain))
      }
    }
    return directories
  }

  // MARK: - What a new suite begins with

  /// Whether it has tests.
  var hasTests: Bool { targets.contains { $0.type == "test" } }

  /// A target that a benchmark imports.
  struct Library: Equatable {
    /// The name of its product, or its own if it has none.
    let name: String
    let target: String
    /// The package that it belongs to, if that is another one.
    var package: String?
    /// The name of its module.
    var module: String {
      String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
  }

  /// The first target of each library; of a package without libraries, the targets that are compiled into others.
  var libraries: [Library] {
    let own = targets.filter { $0.type == "regular" }.map(\.name)
    let offered = products.filter(\.isLibrary).compactMap { product in
      product.targets.first(where: own.contains).map { Library(name: product.name, target: $0) }
    }
    return offered.isEmpty ? own.map { Library(name: $0, target: $0) } : offered
  }

  /// The library that has the package's name, as `Collections` of swift-collections; else the first.
  var mainLibrary: Library? {
    func letters(_ name: String) -> String {
      name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let own = letters(name.hasPrefix("swift-") ? String(name.dropFirst(6)) : name)
    return libraries.first { letters($0.name) == own } ?? libraries.first
  }

  /// The name by which targets of the package name the package of the harness; `nil` if it isn't a dependency.
  ///
  /// - Parameter identity: Another name of it.
  /// - Returns: The name.
  func hamon(orNamed identity: String?) -> String? {
    let names = ["hamon", identity?.lowercased()]
    return dependencies.flatMap { ($0.fileSystem ?? []) + ($0.sourceControl ?? []) }
      .map(\.name).first(where: names.contains)
  }

  /// The folder of a target, relative to the package; `nil` if there is no such target.
  func folder(of name: String, in root: String) -> String? {
    targets.first { $0.name == name }.map { $0.directory(in: root) ?? "Sources/\(name)" }
  }

  /// Whether a file is a manifest: `Package.swift` or `Package@swift-6.0.swift`.
  static func isManifest(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name == "Package.swift" || name.hasPrefix("Package@") && name.hasSuffix(".swift")
  }

  /// Whether a manifest looks at nothing but itself: no file, variable, repository or version of the compiler.
  static func isSelfContained(_ manifest: String) -> Bool {
    let modules = manifest.matches(of: /\bimport[ \t]+(?:\w+[ \t]+)?(\w+)/).map(\.1)
    return !["Context", "#if"].contains(where: manifest.contains)
      && modules.allSatisfy { ["PackageDescription", "CompilerPluginSupport"].contains($0) }
  }

  /// Whether a folder is a package.
  static func isPackage(_ folder: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder)/Package.swift")
  }
}
