import ArgumentParser
import Foundation
import ProcessLaunching
import RegressionGate
import SuiteErrors

/// `hamon gate`: compares a package, or two executables, at a base and at the head.
struct GateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Reports what got slower since a commit, for CI.",
    discussion: """
      Builds the package at the base and at the head, counts with valgrind what each row executes and \
      calls, and compares wall times in interleaved pairs of processes, so that disturbances of the \
      machine hit both. It never compares with results of earlier jobs.

      EXAMPLES
        hamon gate --base main
        hamon gate --base origin/main --product MyBenchmark --markdown "$GITHUB_STEP_SUMMARY"
        hamon gate --base HEAD~1 --accept 'parse/size=10' --reason 'checks its input now'
        hamon gate --base main --benchmarks head --filter 'new-row'
        hamon gate --base-executable old/Bench --head-executable new/Bench
        hamon gate --base main --command '.build/release/tool --version'

      Both sides are built at one place, so that what is equal is compiled once; the builds of the \
      latest three bases are kept. Where no file that a benchmark is made of has changed, nothing is \
      built or measured, except with --fresh.

      After an interruption, the same command goes on from there.

      EXIT STATUS
        0 if nothing regressed; 2 if something did; 3 if something could not be measured (a side \
      doesn't build, crashes, hangs, is wrong or lacks the row), or hamon was interrupted; 1 if \
      hamon itself failed; 64 for a usage error.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Compare with where the head left this commit, such as a branch.",
      valueName: "revision"
    )
  )
  var base: String?

  @Flag(help: "Compare with the base itself, even if it has commits that the head lacks.")
  var exactBase = false

  @OptionGroup var package: ComparedPackageOptions

  @Option(
    help: ArgumentHelp(
      "Build the base with its own benchmarks, or with the head's, to compare rows that are new.",
      valueName: "side"
    )
  )
  var benchmarks = BenchmarkSources.own

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
      "Accept the regression of this row and record that in the package; may be repeated.",
      valueName: "row"
    )
  )
  var accepted: [String] = []

  @Option(help: ArgumentHelp("The reason for --accept.", valueName: "text"))
  var reason: String?

  @Flag(
    help:
      "Measure everything, even what an interrupted gate already measured, or what hasn't changed."
  )
  var fresh = false

  func validate() throws {
    let sources = [base != nil, baseExecutable != nil || headExecutable != nil]
    let hasCommands = !package.commands.isEmpty
    let refused: RefusedOptions = [
      "--base: give either it, or --base-executable and --head-executable":
        sources.count { $0 } != 1,
      "--base-executable and --head-executable: one is missing; give both":
        (baseExecutable == nil) != (headExecutable == nil),
      "--exact-base: it is for --base; give both, or neither": exactBase && base == nil,
      "--accept and --reason: one is missing; give both, or neither":
        accepted.isEmpty != (reason == nil),
      "--reason: it is empty; say why the regression is accepted":
        reason?.allSatisfy(\.isWhitespace) ?? false,
      "--command: it needs --base; give that": hasCommands && base == nil,
      "--benchmarks head: it is for the rows of a package; give --base, and leave out --command":
        benchmarks == .head && (base == nil || hasCommands),
      "--percentile: a command runs too few times for one; leave it out, or compare a benchmark's rows":
        hasCommands && measuring.percentile != nil,
      "--also-gate leaks: a command has no operations between snapshots; leave it out, or compare a benchmark's rows":
        hasCommands && measuring.alsoGated.contains(.leaks),
    ]
    try refused.check()
  }

  func run() async throws {
    try await exitWithCode(interrupted: "the same command goes on") { () throws(SuiteError) in
      try await GateSession(self).run()
    }
  }
}

/// Whose benchmarks the base is built with.
enum BenchmarkSources: String, ExpressibleByArgument, CaseIterable {
  case own, head
}

extension ParsableCommand {
  /// Runs a comparison and ends with its exit code: 3 if interrupted before anything was measured, 1 if hamon itself failed.
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
        // The error of an interrupted git or build is not the reason.
        StandardError.error("interrupted before anything was measured; \(remedy)")
        throw ExitCode(3)
      }
      StandardError.error("\(error)")
      throw ExitCode.failure
    }
    throw ExitCode(code)
  }
}
