import ArgumentParser
import Glibc

/// The command line of a benchmark executable.
struct SuiteArguments: ParsableCommand {
  static var configuration: CommandConfiguration {
    let path = CommandLine.arguments.first ?? "benchmark"
    return CommandConfiguration(
      commandName: path.split(separator: "/").last.map(String.init) ?? path,
      abstract: "Measures the rows of a suite, each in turn with those it is compared with."
    )
  }

  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Flag(help: "Print the names of the rows instead of running them.")
  var list = false

  @Option(help: ArgumentHelp("Write the results to this file.", valueName: "file"))
  var json: String?

  @Flag(help: "Fewer rounds and samples: a first look, no more.")
  var quick = false

  @Option(help: ArgumentHelp("How many rounds each row takes part in.", valueName: "count"))
  var rounds: Int?

  @Option(
    help: ArgumentHelp(
      "Run so many iterations of each row, once, without warm-up or timing.",
      discussion: "For valgrind and tracing. Set SWIFT_DETERMINISTIC_HASHING=1 under valgrind.",
      valueName: "count"
    )
  )
  var oneShot: Int?

  func validate() throws {
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds \(rounds): there is nothing to measure; give at least 1.")
    }
    if let oneShot, oneShot < 1 {
      throw ValidationError("--one-shot \(oneShot): there is nothing to run; give at least 1.")
    }
    if oneShot != nil, json != nil {
      throw ValidationError("--one-shot: it measures nothing to write; leave out --json.")
    }
  }

  /// How much to measure.
  var effort: MeasuringEffort {
    var effort = quick ? MeasuringEffort.quick : .full
    if let rounds { effort.rounds = rounds }
    return effort
  }
}
