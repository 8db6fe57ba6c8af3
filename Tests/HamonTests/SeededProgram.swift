import CommandRunning
import Testing

/// Tests/Fixtures/Benchmarks/address-seeded.c, compiled.
enum SeededProgram {
  /// What the work of its operation depends on.
  enum Seed: Int {
    case none, heap, library
  }

  /// Compiles it.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - folder: Where it goes.
  ///   - seed: What its work depends on.
  ///   - unrelated: The bytes of a block that is allocated before its table.
  ///   - work: How much more each operation does, in its function `spin`.
  ///   - options: Further options of the compiler.
  /// - Returns: Its path.
  /// - Throws: What the compiler says.
  static func compile(
    _ name: String,
    in folder: String,
    seed: Seed = .heap,
    unrelated: Int? = nil,
    work: Int = 0,
    options: [String] = []
  ) async throws -> String {
    let source = "\(FixturePackage.repository)/Tests/Fixtures/Benchmarks/address-seeded.c"
    let path = "\(folder)/\(name)"
    var arguments = ["-O1", "-DSEEDED=\(seed.rawValue)", "-DWORK=\(work)", "-o", path, source]
    if let unrelated { arguments.append("-DUNRELATED=\(unrelated)") }
    try await Command.succeed(["cc"] + arguments + options)
    return path
  }
}
