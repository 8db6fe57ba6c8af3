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

  @Flag(
    help: ArgumentHelp("Don't tell which floors --filter leaves out.", visibility: .hidden)
  )
  var noFilterNotes = false

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
      "How long further rounds of a bar's rows may take while they don't tell whether it holds; 0 for none.",
      discussion: "Without it, 10 seconds, or 2 with --quick.",
      valueName: "seconds"
    )
  )
  var barBudget: Double?

  @Option(
    help: ArgumentHelp(
      "Run so many iterations of each row, once, without warm-up or timing.",
      discussion: "For valgrind and tracing. Set SWIFT_DETERMINISTIC_HASHING=1 under valgrind.",
      valueName: "count"
    )
  )
  var oneShot: Int?

  @Flag(help: "Print a JSON object for each row, with its name, kind and threads, a line each.")
  var describe = false

  @Flag(
    help: ArgumentHelp(
      "Run floors and peers beside loops by hand, for valgrind.",
      discussion: "A test counts both by the profiles of --dump-before=cmachine_mark.",
      visibility: .hidden
    )
  )
  var byHand = false

  @Flag(
    help: ArgumentHelp(
      "Take samples of one row when standard input asks for them, as hamon gate does.",
      discussion:
        "A line `sample N` gives N times in nanoseconds; `end` checks the answer and ends."
    )
  )
  var serve = false

  @Option(
    help: ArgumentHelp("With --serve: how many iterations a sample has.", valueName: "count")
  )
  var iterations: Int?

  @Option(
    help: ArgumentHelp(
      "With --serve, --one-shot or --inject-row: run at least so many percent more iterations than are said.",
      discussion: "To see whether a gate, or a bar, finds it.",
      valueName: "percent"
    )
  )
  var injectWork: Double?

  @Option(
    help: ArgumentHelp(
      "With --inject-work: the row of a measuring run that does more than it says.",
      valueName: "row"
    )
  )
  var injectRow: String?

  @Option(
    help: ArgumentHelp(
      "With --serve or --one-shot: allocate so often in a thousand iterations.",
      discussion: "To see whether a gate finds it.",
      valueName: "count"
    )
  )
  var injectAllocations: Double?

  /// The most iterations of a sample or of a single run, so that those with injected work can be counted: at a nanosecond each
  /// they take a quarter of an hour.
  private static let mostIterations = 1_000_000_000_000

  /// The most rounds: the times of all of them are kept.
  private static let mostRounds = 100_000

  func validate() throws {
    if injectRow != nil, injectWork == nil || serve || oneShot != nil {
      throw ValidationError(
        "--inject-row: it goes with --inject-work, and with neither --serve nor --one-shot."
      )
    }
    let injects = injectAllocations != nil || (injectWork != nil && injectRow == nil)
    if (injects || iterations != nil) && !serve && (oneShot == nil || iterations != nil) {
      throw ValidationError(
        "--inject-work, --inject-allocations, --iterations: they go with --serve; add it."
      )
    }
    if serve, oneShot != nil || json != nil || list || describe {
      throw ValidationError("--serve: it takes samples only; leave out the other modes.")
    }
    for (name, value) in [
      ("--inject-work", injectWork), ("--inject-allocations", injectAllocations),
    ] {
      if let value, !(value.isFinite && value >= 0 && value <= 1_000_000) {
        throw ValidationError("\(name) \(value): it is not a share; give a number from 0.")
      }
    }
    for (name, value) in [("--iterations", iterations), ("--one-shot", oneShot)] {
      if let value, !(1...Self.mostIterations).contains(value) {
        throw ValidationError(
          "\(name) \(value): give at least 1, and at most \(Self.mostIterations)."
        )
      }
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw ValidationError("--bar-budget \(barBudget): give seconds, from 0 up to a day.")
    }
    if let rounds, !(1...Self.mostRounds).contains(rounds) {
      throw ValidationError("--rounds \(rounds): give at least 1, and at most \(Self.mostRounds).")
    }
    if oneShot != nil, json != nil {
      throw ValidationError("--one-shot: it measures nothing to write; leave out --json.")
    }
  }

  /// The work that is added to each run, to see whether it is found.
  var injection: InjectedWork {
    InjectedWork(
      iterations: (injectWork ?? 0) / 100,
      allocations: (injectAllocations ?? 0) / 1000
    )
  }

  /// How much to measure.
  var effort: MeasuringEffort {
    var effort = quick ? MeasuringEffort.quick : .full
    if let rounds { effort.rounds = rounds }
    if let barBudget { effort.barBudgetNanoseconds = UInt64(barBudget * 1e9) }
    return effort
  }
}
