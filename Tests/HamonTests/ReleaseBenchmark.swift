import Foundation

/// The benchmark of the store as `tools/test` builds it beside the tests.
enum ReleaseBenchmark {
  static let program = "\(FixturePackage.repository)/.build/release/DispatchThroughput"

  /// The same without tracepoints, as `tools/check` builds it.
  static let programWithoutTracepoints =
    "\(FixturePackage.repository)/.build-untraced/release/DispatchThroughput"

  static var isBuiltWithoutTracepoints: Bool {
    FileManager.default.isExecutableFile(atPath: programWithoutTracepoints)
  }

  /// Whether it is built and valgrind can count what it does.
  static var isCountable: Bool {
    [program, "/usr/bin/valgrind", "/usr/bin/strip"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
