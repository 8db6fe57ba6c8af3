import ArgumentParser
import Foundation
import RegressionGate
import SuiteErrors

/// `hamon gate`: compares a package, or two executables, at a base and at the head.
struct GateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Finds what has become slower since a commit, for CI.",
    discussion: """
      Builds the package at the base beside the one at hand, counts what each row executes and calls \
      with valgrind, and compares their wall times in interleaved pairs of processes, so that what the \
      machine does falls on both. Results of earlier jobs are never compared with.

      EXAMPLES
        hamon gate --base main
        hamon gate --base origin/main --product MyBenchmark --markdown "$GITHUB_STEP_SUMMARY"
        hamon gate --base HEAD~1 --accept 'parse/size=10' --reason 'checks its input now'
        hamon gate --base-executable old/Bench --head-executable new/Bench
        hamon gate --base main --command '.build/release/tool --version'

      If it is interrupted, the same command goes on from there.

      EXIT STATUS
        0 if nothing has regressed, 2 if something has, 3 if something could not be measured (a side \
      doesn't build, crashes, hangs or is wrong, or has no such row) or it was interrupted, 1 if \
      hamon itself failed, and 64 for a usage error.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Compare with where the head has left this commit, such as a branch.",
      valueName: "revision"
    )
  )
  var base: String?

  @Flag(help: "Compare with the base itself, also where it has commits that the head hasn't.")
  var exactBase = false

  @OptionGroup var package: ComparedPackageOptions

  @Option(
    help: ArgumentHelp("Compare with this executable; needs --head-executable.", valueName: "path")
  )
  var baseExecutable: String?

  @Option(help: ArgumentHelp("Judge this executable.", valueName: "path"))
  var headExecutable: String?

  @OptionGroup(title: "Which rows") var rows: ComparedRowsOptions

  @OptionGroup(title: "What is measured") var measuring: GateMeasuringOptions

  @OptionGroup(title: "What is written") var output: GateOutputOptions

  @Option(
    name: .customLong("accept"),
    help: ArgumentHelp(
      "Accept the regression of this row; may be repeated. It is written down in the package.",
      valueName: "row"
    )
  )
  var accepted: [String] = []

  @Option(help: ArgumentHelp("Why it is accepted.", valueName: "text"))
  var reason: String?

  @Flag(help: "Measure everything, also what an interrupted gate has measured before.")
  var fresh = false

  func validate() throws {
    let sources = [base != nil, baseExecutable != nil || headExecutable != nil]
    guard sources.count(where: { $0 }) == 1 else {
      throw ValidationError("--base: give it, or --base-executable and --head-executable")
    }
    guard (baseExecutable == nil) == (headExecutable == nil) else {
      throw ValidationError("--base-executable and --head-executable: give both")
    }
    if exactBase, base == nil {
      throw ValidationError("--exact-base: it is of --base; give both, or neither")
    }
    guard accepted.isEmpty == (reason == nil) else {
      throw ValidationError("--accept and --reason: give both, or neither")
    }
    if let reason, reason.allSatisfy(\.isWhitespace) {
      throw ValidationError("--reason: it is empty; say why the regression is accepted")
    }
    if !package.commands.isEmpty, base == nil || !package.products.isEmpty {
      throw ValidationError("--command: it goes with --base, and without --product")
    }
    if !package.commands.isEmpty, measuring.percentile != nil {
      throw ValidationError(
        "--percentile: a command is run too seldom for one; leave it out, or compare a benchmark's rows"
      )
    }
  }

  func run() async throws {
    try await exitWithCode(interrupted: "the same command goes on") { () throws(SuiteError) in
      try await GateSession(self).run()
    }
  }
}

extension ParsableCommand {
  /// Runs a comparison and ends with its exit code: 3 where it was interrupted before anything was measured, 1 for what
  /// hamon itself couldn't do.
  ///
  /// - Throws: The code, always.
  func exitWithCode(
    interrupted remedy: String,
    by body: () async throws(SuiteError) -> Int32
  ) async throws {
    InterruptSignal.install()
    InterruptSignal.outliveBrokenPipes()
    let code: Int32
    do {
      code = try await body()
    } catch {
      guard !InterruptSignal.hasArrived else {
        // What git or a build say when they are interrupted is no reason.
        StandardError.error("interrupted before anything was measured; \(remedy)")
        throw ExitCode(3)
      }
      StandardError.error("\(error)")
      throw ExitCode.failure
    }
    throw ExitCode(code)
  }
}
