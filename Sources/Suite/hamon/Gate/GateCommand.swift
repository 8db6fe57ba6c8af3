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

      It ends with 0 if nothing has regressed, 2 if something has, 3 if something could not be \
      measured (a side doesn't build, crashes, hangs or is wrong, or has no such row), and 1 if \
      hamon itself failed. If it is interrupted, the same command goes on from there.
      """
  )

  @Option(help: ArgumentHelp("The commit to compare with.", valueName: "revision"))
  var base: String?

  @Option(help: ArgumentHelp("The directory of the package.", valueName: "directory"))
  var packagePath = "."

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "A benchmark executable of the package; may be repeated. Without it, those in Benchmarks/.",
      valueName: "name"
    )
  )
  var products: [String] = []

  @Option(
    help: ArgumentHelp("Compare with this executable; needs --head-executable.", valueName: "path")
  )
  var baseExecutable: String?

  @Option(help: ArgumentHelp("Judge this executable.", valueName: "path"))
  var headExecutable: String?

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp(
      "Compare this whole command, run in the directory of each side; may be repeated.",
      valueName: "command"
    )
  )
  var commands: [String] = []

  @Option(
    help: ArgumentHelp(
      "With --command: how each side is built.",
      valueName: "command"
    )
  )
  var buildCommand = "swift build -c release"

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

  /// What is compared.
  var sides: SidesRequest {
    SidesRequest(
      base: base,
      baseExecutable: baseExecutable,
      headExecutable: headExecutable,
      products: products,
      commands: commands,
      buildCommand: buildCommand
    )
  }

  func validate() throws {
    let sources = [base != nil, baseExecutable != nil || headExecutable != nil]
    guard sources.count(where: { $0 }) == 1 else {
      throw ValidationError("--base: give it, or --base-executable and --head-executable")
    }
    guard (baseExecutable == nil) == (headExecutable == nil) else {
      throw ValidationError("--base-executable and --head-executable: give both")
    }
    guard accepted.isEmpty == (reason == nil) else {
      throw ValidationError("--accept and --reason: give both, or neither")
    }
    if let reason, reason.allSatisfy(\.isWhitespace) {
      throw ValidationError("--reason: it is empty; say why the regression is accepted")
    }
    if !commands.isEmpty, base == nil || !products.isEmpty {
      throw ValidationError("--command: it goes with --base, and without --product")
    }
    if !commands.isEmpty, measuring.percentile != nil {
      throw ValidationError(
        "--percentile: a command is run too seldom for one; leave it out, or compare a benchmark's rows"
      )
    }
    try measuring.check()
  }

  func run() async throws {
    InterruptSignal.install()
    InterruptSignal.outliveBrokenPipes()
    do {
      let session = try await GateSession(self)
      let code = try await session.run()
      throw ExitCode(code)
    } catch let code as ExitCode {
      throw code
    } catch {
      guard !InterruptSignal.hasArrived else {
        // What git or a build say when they are interrupted is no reason.
        StandardError.error("interrupted before anything was measured; the same command goes on")
        throw ExitCode(3)
      }
      StandardError.error("\(error)")
      throw ExitCode.failure
    }
  }
}
