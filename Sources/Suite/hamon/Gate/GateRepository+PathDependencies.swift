import Foundation
import RegressionGate
import SuiteErrors

extension GateRepository {
  /// Lets the base find the packages that it depends on by path and that aren't in the repository.
  ///
  /// The base lies at the repository's own path below ``mirror``. So a path such as `../other` leads to the
  /// package's own path below that, where a link leads on to the package: both sides share it, as it is now.
  /// The same is done for what those packages depend on by path.
  func linkPathDependencies(of basePackage: String) async throws(SuiteError) {
    let manager = FileManager.default
    let resolvedMirror = URL(filePath: mirror).resolvingSymlinksInPath().path
    var packages = [basePackage]
    var known: Set<String> = []
    while let package = packages.popLast() {
      for path in await pathDependencies(of: package) where known.insert(path).inserted {
        // SwiftPM may have resolved links on the way, also that to a package.
        let prefix = [mirror, resolvedMirror].first { path.hasPrefix("\($0)/") } ?? ""
        let original = String(path.dropFirst(prefix.count))
        let mirrored = mirror + original
        if manager.fileExists(atPath: mirrored) {
          packages.append(mirrored)
        } else if manager.fileExists(atPath: original) {
          try Self.link(mirrored, to: original)
          packages.append(original)
        }
      }
    }
  }

  private static func link(_ path: String, to destination: String) throws(SuiteError) {
    try WorkDirectory.make(
      URL(filePath: path).deletingLastPathComponent().path,
      orElse: GateLock.remedy
    )
    do {
      // One to a package that is gone.
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: destination)
    } catch {
      throw SuiteError(
        path,
        "it can't be made (\(error.localizedDescription))",
        remedy: "make room"
      )
    }
  }

  /// The directories of the packages that a package depends on by path; none where its manifest is wrong, which
  /// the build will say.
  private func pathDependencies(of package: String) async -> [String] {
    guard PackageManifest.isPackage(package) else { return [] }
    return (try? await SwiftPackage(root: package, scratch: scratch).manifest())?.pathDependencies
      ?? []
  }
}
