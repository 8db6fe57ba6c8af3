import FoundationEssentials
import Glibc

/// Finds the benchmark executables of a package.
enum BenchExecutables {
  /// A package and the benchmarks in it.
  struct Package: Equatable {
    /// Where its manifest is.
    let root: String
    /// The names of its benchmarks, which are those of its products.
    let names: [String]
  }

  /// Finds the package that a directory belongs to, and its benchmarks: the folders in Benchmarks that
  /// have an entry point.
  ///
  /// - Parameter directory: The directory, or one below that of the package.
  /// - Returns: The package.
  /// - Throws: ``BenchError`` if there is no package, or it has no benchmarks.
  static func package(from directory: String) throws(BenchError) -> Package {
    let root = try packageRoot(from: directory)
    let benchmarks = root + "/Benchmarks"
    let names = folders(in: benchmarks).filter { hasEntryPoint("\(benchmarks)/\($0)") }
    guard !names.isEmpty else { throw .noBenchmarks(package: root) }
    return Package(root: root, names: names)
  }

  /// Finds the executables of the package that a directory belongs to.
  ///
  /// - Parameters:
  ///   - directory: The directory, or one below that of the package.
  ///   - products: Where the executables are built.
  /// - Returns: Their paths, by name.
  /// - Throws: ``BenchError`` if there is no package, it has no benchmarks, or some are not built.
  static func find(from directory: String, products: String) throws(BenchError) -> [String] {
    try find(package(from: directory), products: products)
  }

  /// Finds the executables of a package's benchmarks where its products are.
  ///
  /// - Throws: ``BenchError/notBuilt(names:directory:)`` if some are not there.
  static func find(_ package: Package, products: String) throws(BenchError) -> [String] {
    let missing = package.names.filter { access("\(products)/\($0)", X_OK) != 0 }
    guard missing.isEmpty else { throw .notBuilt(names: missing, directory: products) }
    return package.names.map { "\(products)/\($0)" }
  }

  /// Checks that a path leads to an executable.
  static func check(_ path: String) throws(BenchError) {
    var status = stat()
    guard stat(path, &status) == 0, access(path, X_OK) == 0 else {
      throw .notExecutable(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notExecutable(path: path, reason: "it is not a file")
    }
  }

  /// The directory of the running program.
  static func directoryOfThisProgram() -> String {
    guard let path = realpath("/proc/self/exe", nil) else { return "." }
    defer { free(path) }
    return parent(of: String(cString: path)) ?? "/"
  }

  private static func packageRoot(from directory: String) throws(BenchError) -> String {
    guard let root = root(from: directory) else { throw .noPackage(directory: directory) }
    return root
  }

  /// The directory of the package that a directory is in; `nil` if it is in none.
  static func root(from directory: String) -> String? {
    var candidate: String? = directory
    while let path = candidate {
      if access("\(path)/Package.swift", R_OK) == 0 { return path == "/" ? "" : path }
      candidate = parent(of: path)
    }
    return nil
  }

  private static func folders(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { name in
      var status = stat()
      return !name.hasPrefix(".") && stat("\(directory)/\(name)", &status) == 0
        && status.st_mode & S_IFMT == S_IFDIR
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
