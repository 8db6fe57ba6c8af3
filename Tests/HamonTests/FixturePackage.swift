import CommandRunning
import Foundation
import Testing

/// A package of Tests/Fixtures, built as its user would, with a linker of choice.
struct FixturePackage: Sendable, CustomTestStringConvertible {
  enum Linker: String, CaseIterable, Sendable {
    case gold
    case lld

    /// What the linker writes into each program that it links.
    var signature: String {
      switch self {
      case .gold: "GNU gold"
      case .lld: "Linker: LLD"
      }
    }
  }

  enum Configuration: String, CaseIterable, Sendable {
    case debug
    case release
  }

  /// The package's name.
  var name = "TracedProgram"
  let linker: Linker
  let configuration: Configuration

  static let all = Linker.allCases.flatMap { linker in
    Configuration.allCases.map { FixturePackage(linker: linker, configuration: $0) }
  }

  var testDescription: String { "\(name) \(linker) \(configuration)" }

  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path

  /// Builds the package where that was not done before; returns a product's path.
  ///
  /// Each package and linker has a folder of builds of its own, beside this package's.
  func program(_ name: String) async throws -> String {
    try await Self.builder.build(self)
    let path = "\(scratch)/\(configuration)/\(name)"
    let program = try Data(contentsOf: URL(filePath: path))
    try #require(
      program.range(of: Data(linker.signature.utf8)) != nil
        || program.range(of: Data(".note.gnu.gold-version".utf8)) != nil && linker == .gold,
      "\(path) was not linked by \(linker)"
    )
    return path
  }

  private var scratch: String { "\(Self.repository)/.build-fixtures/\(name)-\(linker)" }

  private func build() async throws {
    try await Command.succeed([
      "swift", "build", "--package-path", "\(Self.repository)/Tests/Fixtures/\(name)",
      "--scratch-path", scratch, "--configuration", configuration.rawValue,
      "-Xswiftc", "-use-ld=\(linker)",
    ])
  }

  private static let builder = Builder()

  /// Builds one after the other, and each only once: suites run at the same time.
  private actor Builder {
    private var builds: [String: Task<Void, any Error>] = [:]
    private var last: Task<Void, any Error>?

    func build(_ package: FixturePackage) async throws {
      let build = builds[package.testDescription] ?? begin(package)
      try await build.value
    }

    private func begin(_ package: FixturePackage) -> Task<Void, any Error> {
      let build = Task { [last] in
        _ = await last?.result
        try await package.build()
      }
      builds[package.testDescription] = build
      last = build
      return build
    }
  }
}
