import BenchmarkResults
import FoundationEssentials
import Glibc
import ProcessLaunching
import SuiteErrors

extension SourceRevision {
  /// Asks git about the checkout that the working directory belongs to.
  ///
  /// - Returns: `nil` if there is no git, no checkout or no commit.
  static func current() -> SourceRevision? {
    guard
      let commit = output(of: "git rev-parse --verify HEAD")?.first,
      // Without optional locks, or git would rewrite the index beside another git that is at work.
      // Results are written by what measures, and go into nothing that is measured.
      let changes = output(
        of: """
          git --no-optional-locks status --porcelain --untracked-files=no -- :(top) \
          :(top,exclude)results :(exclude)results
          """
      ),
      // The new files that a build may compile; what else lies about, such as a Package.resolved that nobody
      // commits, was no part of what was measured.
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

  /// The lines that a command of words with blanks between them prints; `nil` if it can't be run or fails.
  static func output(of command: String) -> [String]? {
    let words = command.split(separator: " ").map(String.init)
    return try? InteractiveProcess(words).allLines(timeout: .seconds(600))
  }
}

/// One variable of the environment.
///
/// Not by `ProcessInfo`, which reads them all: a row's process would allocate more where there are more.
enum EnvironmentVariable {
  static func value(_ name: String) -> String? {
    // SAFETY: the value is copied before anybody could change the environment.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// The seed of `Hasher`.
///
/// A random seed gives each process other hash tables, which moves times by a percent or more.
enum DeterministicHashing {
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether the runtime was told to seed `Hasher` with a constant.
  static var isOn: Bool {
    // The letters that the runtime takes for a yes.
    EnvironmentVariable.value(variable)?.first.map { "tTyY1".contains($0) } ?? false
  }

  /// Starts the program anew with a constant seed, unless it has one: the runtime reads the variable
  /// when the process starts.
  ///
  /// - Throws: ``SuiteError`` under valgrind, which would not follow into
  ///   the new program and count nothing.
  static func ensure() throws(SuiteError) {
    guard !isOn else { return }
    if EnvironmentVariable.value("LD_PRELOAD")?.contains("vgpreload") == true {
      throw SuiteError(
        variable,
        "it is not set, and under valgrind the program can't start itself anew with it",
        remedy: "run with \(variable)=1 in the environment"
      )
    }
    // The path, not the link: traces show a process by the last part of what was executed.
    let program = "/proc/self/exe"
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: program) else {
      return
    }
    // SAFETY: the texts outlive the calls, and no other thread reads the environment yet.
    unsafe setenv(variable, "1", 1)
    unsafe CTexts.with(CommandLine.arguments) { _ = unsafe execv(path, $0) }
    // It did not work: the run goes on, and its result says that hashing was random.
    unsafe unsetenv(variable)
  }
}

/// How this build was made.
enum BuildMode {
  /// Whether it was built with optimization; SwiftPM defines `DEBUG` where it is not.
  static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }
}
