import BenchmarkResults
import FoundationEssentials
import Glibc
import ProcessLaunching
import SuiteErrors

extension SourceRevision {
  /// Asks git about the working directory's checkout.
  ///
  /// - Returns: `nil` if there is no git, no checkout or no commit.
  static func current() -> SourceRevision? {
    guard
      let commit = output(of: "git rev-parse --verify HEAD")?.first,
      // Without optional locks: git would rewrite the index next to another running git.
      let changes = output(
        of: """
          git --no-optional-locks status --porcelain --untracked-files=no -- :(top) \
          :(top,exclude)results :(exclude)results
          """
      ),
      // The new files that a build may compile; other new files, such as an uncommitted Package.resolved, were no part of what was
      // measured.
      let sources = output(
        of: "git --no-optional-locks ls-files --others --exclude-standard -- "
          + ["swift", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "inc", "m", "mm", "s", "S"]
          .map { ":(top,glob)**/*.\($0) " }.joined()
          + ":(top,glob)**/module.modulemap "
          + ":(top,exclude,glob)**/.build/** :(top,exclude)results :(exclude)results"
      )
    else { return nil }
    return SourceRevision(commit: commit, isDirty: !changes.isEmpty || !sources.isEmpty)
  }

  /// The output lines of a command, given as words separated by blanks; `nil` if it can't run or fails.
  static func output(of command: String) -> [String]? {
    let words = command.split(separator: " ").map(String.init)
    return try? InteractiveProcess(words).allLines(timeout: .seconds(600))
  }
}

/// One environment variable.
///
/// Avoids `ProcessInfo`, which reads them all: a row's process would allocate more if there are more.
enum EnvironmentVariable {
  static func value(_ name: String) -> String? {
    // SAFETY: the value is copied before anybody could change the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// The seed of `Hasher`.
///
/// A random seed gives each process other hash tables, which changes times by a percent or more.
enum DeterministicHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether the runtime seeds `Hasher` with a constant.
  static var isOn: Bool {
    // The letters that the runtime reads as yes.
    EnvironmentVariable.value(variable)?.first.map { "tTyY1".contains($0) } ?? false
  }

  /// Restarts the program with a constant seed, unless it has one: the runtime reads the variable when the process starts.
  ///
  /// - Throws: ``SuiteError`` under valgrind, which would not follow into the new program and count nothing.
  static func ensure() throws(SuiteError) {
    guard !isOn else { return }
    if EnvironmentVariable.value("LD_PRELOAD")?.contains("vgpreload") == true {
      throw SuiteError(
        variable,
        "it is not set, and under valgrind the program can't start itself anew with it",
        remedy: "run with \(variable)=1 in the environment"
      )
    }
    // The path, not the link: traces name a process by the last part of the executed path.
    let program = "/proc/self/exe"
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: program) else {
      return
    }
    // SAFETY: the texts outlive the calls, and no other thread reads the environment yet.
    unsafe setenv(variable, "1", 1)
    unsafe CTexts.with(CommandLine.arguments) { _ = unsafe execv(path, $0) }
    // It did not work: the run continues, and its result notes random hashing.
    unsafe unsetenv(variable)
  }
}

/// How this build was made.
enum BuildMode {
  /// Whether it was built with optimization; SwiftPM defines `DEBUG` otherwise.
  static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }
}
