import Foundation
import RegressionGate
import SuiteErrors

extension GateRepository {
  /// Links the packages outside the repository that the base depends on by path.
  ///
  /// The base lies at the repository's own path below ``mirror``. There a path such as `../other` leads to a link to the package itself:
  /// both sides share it, as it is now. The path dependencies of those packages are linked too.
  ///
  /// - Returns: Those packages.
  @discardableResult
  func linkPathDependencies(of basePackage: String) async throws(SuiteError) -> [String] {
    let manager = FileManager.default
    var packages = [basePackage]
    var known: Set<String> = []
    var neighbours: [String] = []
    while let package = packages.popLast() {
      for original in await pathDependencies(of: package) where known.insert(original).inserted {
        let mirrored = mirror + original
        if original != root, !original.hasPrefix("\(root)/") { neighbours.append(original) }
        if manager.fileExists(atPath: mirrored) {
          packages.append(mirrored)
        } else if manager.fileExists(atPath: original) {
          try Self.link(mirrored, to: original)
          packages.append(original)
        }
      }
    }
    return neighbours
  }

  private static func link(_ path: String, to destination: String) throws(SuiteError) {
    try WorkDirectory.make(
      URL(filePath: path).deletingLastPathComponent().path,
      orElse: GateLock.remedy
    )
    try WorkDirectory.link(path, to: destination)
  }

  /// The directories of a package's path dependencies; empty if its manifest is wrong, which the build will report.
  private func pathDependencies(of package: String) async -> [String] {
    guard PackageManifest.isPackage(package) else { return [] }
    let manifest = try? await manifested(package).manifest()
    return manifest?.pathDependencies.map(\.directory) ?? []
  }
}
