import Glibc

/// The seed of `Hasher`.
///
/// A random seed gives each process other hash tables, which moves times by a percent or more.
enum DeterministicHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether the runtime was told to seed `Hasher` with a constant.
  static var isOn: Bool {
    guard let value = getenv(variable) else { return false }
    // What the runtime takes for a yes.
    return String(cString: value).first.map { "tTyY1".contains($0) } ?? false
  }

  /// Starts the program anew with a constant seed, unless it has one: the runtime reads the variable
  /// when the process starts.
  ///
  /// - Throws: ``HarnessError/hashingNotDeterministic`` under valgrind, which would not follow into
  ///   the new program and count nothing.
  static func ensure() throws(HarnessError) {
    guard !isOn else { return }
    if let preload = getenv("LD_PRELOAD"), String(cString: preload).contains("vgpreload") {
      throw .hashingNotDeterministic
    }
    // The path, not the link: traces show a process by the last part of what was executed.
    guard let path = realpath("/proc/self/exe", nil) else { return }
    defer { free(path) }
    setenv(variable, "1", 1)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(path, &arguments)
    // It did not work: the run goes on, and its result says that hashing was random.
    unsetenv(variable)
    for argument in arguments { free(argument) }
  }
}
