import FoundationEssentials
import Glibc
import Subprocess

/// Builds the benchmarks of a package, for release.
enum BenchBuild {
  /// Builds the benchmarks of the package that a directory belongs to.
  ///
  /// - Parameter path: The directory, or one below that of the package.
  /// - Returns: The paths of their executables, by name.
  /// - Throws: ``BenchError`` if there is no package, it has no benchmarks, or one can't be built.
  static func executables(ofPackageAt path: String) async throws(BenchError) -> [String] {
    guard let absolute = realpath(path, nil) else {
      throw .noDirectory(path: path, reason: String(cString: strerror(errno)))
    }
    defer { free(absolute) }
    return try await executables(of: BenchExecutables.package(from: String(cString: absolute)))
  }

  /// Builds the benchmarks of a package; what the builds say goes to standard error.
  ///
  /// Each is built by itself, so that the rest of a package that has benchmarks is not.
  static func executables(
    of package: BenchExecutables.Package
  ) async throws(BenchError) -> [String] {
    for name in package.names {
      let status = try await build(["--product", name], in: package)
      guard status.isSuccess else {
        throw .buildFailed(
          product: name,
          package: package.root,
          ending: BenchProcess.ending(status)
        )
      }
    }
    return try BenchExecutables.find(package, products: try await products(of: package))
  }

  private static func arguments(_ package: BenchExecutables.Package) -> [String] {
    ["build", "--configuration", "release", "--package-path", package.root]
  }

  private static func build(
    _ options: [String],
    in package: BenchExecutables.Package
  ) async throws(BenchError) -> TerminationStatus {
    do {
      return try await Subprocess.run(
        .name("swift"),
        arguments: Arguments(arguments(package) + options),
        // Standard output is for results.
        output: .currentStandardError,
        error: .currentStandardError
      ).terminationStatus
    } catch {
      throw .noSwift(reason: "\(error)")
    }
  }

  private static func products(
    of package: BenchExecutables.Package
  ) async throws(BenchError) -> String {
    do {
      let result = try await Subprocess.run(
        .name("swift"),
        arguments: Arguments(arguments(package) + ["--show-bin-path"]),
        output: .string(limit: 1 << 16),
        error: .currentStandardError
      )
      guard result.terminationStatus.isSuccess,
        let line = result.standardOutput.split(whereSeparator: \.isNewline).last
      else {
        throw BenchError.noProducts(
          package: package.root,
          ending: BenchProcess.ending(result.terminationStatus)
        )
      }
      return String(line)
    } catch let error as BenchError {
      throw error
    } catch {
      throw .noSwift(reason: "\(error)")
    }
  }
}
