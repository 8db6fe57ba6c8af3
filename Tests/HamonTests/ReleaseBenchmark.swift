import Foundation

/// The benchmark of the store as `tools/test` builds it beside the tests.
enum ReleaseBenchmark {
  static let program = "\(FixturePackage.repository)/.build/release/DispatchThroughput"

  /// The benchmark of layouts, built beside it.
  static let layouts = "\(FixturePackage.repository)/.build/release/LayoutScaling"

  /// The first without tracepoints, as `tools/check` builds it.
  static let programWithoutTracepoints =
    "\(FixturePackage.repository)/.build-untraced/release/DispatchThroughput"

  static var isBuiltWithoutTracepoints: Bool {
    FileManager.default.isExecutableFile(atPath: programWithoutTracepoints)
  }

  /// Whether it is built and valgrind can count what it does.
  static var isCountable: Bool { isCountable(program) }

  /// Whether valgrind can count what any program does.
  static var hasValgrind: Bool { isCountable("/bin/sh") }

  /// The same of the benchmark of layouts.
  static var areLayoutsCountable: Bool { isCountable(layouts) }

  private static func isCountable(_ program: String) -> Bool {
    [program, "/usr/bin/valgrind", "/usr/bin/strip"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
