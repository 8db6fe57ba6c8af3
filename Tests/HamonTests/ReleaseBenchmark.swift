import Foundation
import SeededRandom

/// The release build of the benchmark of the store, which `tools/check` makes.
enum ReleaseBenchmark {
  static let program = "\(FixturePackage.repository)/.build/release/DispatchThroughput"

  /// The benchmark of layouts.
  static let layouts = "\(FixturePackage.repository)/.build/release/LayoutScaling"

  /// The first without tracepoints.
  static let programWithoutTracepoints =
    "\(FixturePackage.repository)/.build-untraced/release/DispatchThroughput"

  static var isBuiltWithoutTracepoints: Bool {
    FileManager.default.isExecutableFile(atPath: programWithoutTracepoints)
  }

  /// Whether this is `make check`, it is built, and valgrind can count what it does.
  static var isCountable: Bool { TestTier.isCheck && isCountable(program) }

  /// Whether valgrind can count what any program does.
  static var hasValgrind: Bool { isCountable("/bin/sh") }

  /// The same of the benchmark of layouts.
  static var areLayoutsCountable: Bool { TestTier.isCheck && isCountable(layouts) }

  private static func isCountable(_ program: String) -> Bool {
    [program, "/usr/bin/valgrind", "/usr/bin/strip"]
      .allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
