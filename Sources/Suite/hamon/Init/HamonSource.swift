import CommandRunning
import Foundation
import SuiteErrors

/// Where a package gets hamon from.
enum HamonSource: Equatable {
  /// A repository, at a branch.
  case address(String, branch: String)
  /// A clone, by its absolute path.
  case clone(String)

  init(clone path: String) throws(SuiteError) {
    let absolute = URL(filePath: path).standardizedFileURL.path
    guard Self.isClone(absolute) else {
      throw SuiteError("--path \(path)", "it is no clone of hamon", remedy: "give one, or --url")
    }
    self = .clone(absolute)
  }

  /// The packages that come with hamon.
  static let dependencies: Set = [
    "hdrhistogram-swift", "swift-argument-parser", "swift-collections",
    "swift-distributed-tracing", "swift-log", "swift-metrics", "swift-numerics",
    "swift-service-context", "swift-subprocess", "swift-system",
  ]

  /// The clone that this tool was built in, or what `tools/install` noted; `nil` if neither is there.
  static var known: HamonSource? {
    let folder = PreloadedLibrary.ownFolder
    if let own = try? SwiftPackage(containing: folder.path).root, isClone(own) {
      return .clone(own)
    }
    let note = folder.appending(path: "../share/hamon/repository").standardized.path
    guard let text = try? String(contentsOfFile: note, encoding: .utf8) else { return nil }
    let place = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if isClone(place) { return .clone(place) }
    guard place.hasPrefix("/") else { return .address(place, branch: "main") }
    // The repository that the clone came from, which has no files beside git's own.
    let exists = FileManager.default.fileExists(atPath: place)
    return exists ? .address("file://\(place)", branch: "main") : nil
  }

  private static func isClone(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/Sources/Suite/BenchmarkHarness")
  }

  /// The name by which SwiftPM knows the package: the last part of the place.
  var identity: String {
    let place =
      switch self {
      case .address(let address, _): address
      case .clone(let path): path
      }
    let last = place.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? place
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The arguments of `swift package add-dependency`.
  ///
  /// - Parameter package: The package that depends on it; a clone beside it is named by a relative path.
  /// - Returns: The place, and an option.
  func arguments(in package: String) -> [String] {
    switch self {
    case .address(let address, let branch): [address, "--branch", branch]
    case .clone(let path): [Self.path(to: path, from: package), "--type", "path"]
    }
  }

  /// The dependency in a manifest.
  func declaration(in package: String) -> String {
    switch self {
    case .address(let address, let branch): #".package(url: "\#(address)", branch: "\#(branch)")"#
    case .clone(let path): #".package(path: "\#(Self.path(to: path, from: package))")"#
    }
  }

  private static func path(to clone: String, from package: String) -> String {
    let (target, start) = (URL(filePath: clone), URL(filePath: package))
    return target.deletingLastPathComponent().path == start.deletingLastPathComponent().path
      ? "../\(target.lastPathComponent)" : clone
  }
}
