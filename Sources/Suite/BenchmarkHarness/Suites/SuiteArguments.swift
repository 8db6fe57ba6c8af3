import ArgumentParser
import BenchmarkResults
import Glibc

/// The command line of a benchmark executable.
struct SuiteArguments: ParsableCommand {
  static var configuration: CommandConfiguration {
    let path = CommandLine.arguments.first ?? "benchmark"
    return CommandConfiguration(
      commandName: path.split(separator: "/").last.map(String.init) ?? path,
      abstract: "Measures the rows of a suite, each in turn with the rows it is compared with."
    )
  }

  @Option(
    help: ArgumentHelp(
      "Only rows whose name matches; a match anywhere in the name counts.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Flag(
    help: ArgumentHelp("Don't report floors that --filter leaves out.", visibility: .hidden)
  )
  var noFilterNotes = false

  @Flag(help: "Print the names of the rows instead of running them.")
  var list = false

  @Option(help: ArgumentHelp("Write the results to this file.", valueName: "file"))
  var json: String?

  @Flag(help: "Take fewer rounds and samples, for a first look.")
  var quick = false

  @Flag(help: "Only the rows that sum the suite up, and what they are compared with.")
  var highlights = false

  @Option(help: ArgumentHelp("The number of rounds of each row.", valueName: "count"))
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "The time limit for further rounds of a bar's rows while they don't tell whether it holds; 0 for none.",
      discussion: "The default is 10 seconds, or 2 with --quick.",
      valueName: "seconds"
    )
  )
  var barBudget: Double?

  @Option(
    help: ArgumentHelp(
      "Run this many iterations of each row, once, without warm-up or timing.",
      discussion: "For valgrind and tracing. Set SWIFT_DETERMINISTIC_HASHING=1 under valgrind.",
      valueName: "count"
    )
  )
  var oneShot: Int?

  @Flag(help: "Print a line of JSON for each row: its name, kind and threads.")
  var describe = false

  @Flag(
    help: ArgumentHelp(
      "Take samples of one row on request by standard input, as for hamon gate.",
      discussion:
        "A line `sample N` gives N times in nanoseconds; `end` checks the answer and ends."
    )
  )
  var serve = false

  @Option(
    help: ArgumentHelp("With --serve: the number of iterations of a sample.", valueName: "count")
  )
  var iterations: Int?

  /// The most iterations of a sample or of a single run; enough to count those with injected work.
  ///
  /// At a nanosecond each they take a quarter of an hour.
  private static let mostIterations = 1_000_000_000_000

  /// The most rounds: all of their times are kept.
  private static let mostRounds = 100_000

  func validate() throws {
    if iterations != nil, !serve {
      throw ValidationError("--iterations: it is for --serve; add that.")
    }
    if serve, oneShot != nil || json != nil || list || describe {
      throw ValidationError("--serve: it takes samples only; leave out the other modes.")
    }
    for (name, value) in [("--iterations", iterations), ("--one-shot", oneShot)] {
      if let value, !(1...Self.mostIterations).contains(value) {
        throw ValidationError(
          "\(name) \(value): it is out of range; give 1 to \(Self.mostIterations)."
        )
      }
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw ValidationError(
        "--bar-budget \(barBudget): it is out of range; give seconds from 0 up to a day."
      )
    }
    if let rounds, !(1...Self.mostRounds).contains(rounds) {
      throw ValidationError("--rounds \(rounds): it is out of range; give 1 to \(Self.mostRounds).")
    }
    for variable in [InjectionVariable.work, .allocations] {
      guard let value = variable.value else { continue }
      guard let number = Double(value), InjectedWork.range.contains(number) else {
        throw ValidationError(
          "\(variable.rawValue) \(value): it is no share; give a number from 0."
        )
      }
    }
    if oneShot != nil, json != nil {
      throw ValidationError("--one-shot: it measures nothing to write; leave out --json.")
    }
  }

  /// How much to measure.
  var effort: MeasuringEffort {
    var effort = quick ? MeasuringEffort.quick : .full
    if let rounds { effort.rounds = rounds }
    if let barBudget { effort.barBudgetNanoseconds = UInt64(barBudget * 1e9) }
    return effort
  }
}
