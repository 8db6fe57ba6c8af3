import ArgumentParser
import BenchmarkReport
import Glibc
import ProcessLaunching
import SuiteErrors

/// `hamon time`: measures whole commands, with hyperfine's options.
struct TimeCommand: AsyncParsableCommand {
  static let name = "time"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Measures whole commands, with the options of hyperfine.",
    discussion: """
      The commands take turns: in each round every one runs, for the same time. So a slow minute of the \
      machine meets all of them, and their ratios stay right. What starting the shell costs is measured \
      beside them, and not taken off.

      All set-ups run before the first round, and all clean-ups after the last one, also if a command fails \
      or Ctrl-C ends the run. If one set-up undoes another, measure one command after the other: --sequential.

      EXAMPLES
        hamon time 'sleep 0.3'
        hamon time --warmup 3 'grep -R TODO .' 'rg TODO'
        hamon time --prepare 'make clean' -P threads 1 8 'make -j {threads}'
        hamon time -L compiler gcc,clang '{compiler} -O2 main.c'
        hamon time -N --counts 'gzip -k -c file' 'zstd -c file'
        hamon time --reference 'old/tool file' 'new/tool file' --export-csv times.csv

      EXIT STATUS
        0 if all was measured, 1 if a command or a hook failed or the run was interrupted, 64 for a usage \
      error. What was measured by then is reported and written.
      """
  )

  @Argument(help: ArgumentHelp("The commands to measure.", valueName: "command"))
  var commands: [String] = []

  @Option(
    help: ArgumentHelp("Measure this too, and compare the others with it.", valueName: "command")
  )
  var reference: String?

  @Option(help: ArgumentHelp("A name for the reference.", valueName: "name"))
  var referenceName: String?

  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp(
      "A name for a command; may be repeated, for each in their order.",
      valueName: "name"
    )
  )
  var commandName: [String] = []

  @OptionGroup(title: "How often") var effort: TimeEffort
  @OptionGroup(title: "Before and after the runs") var hooks: TimeHooks
  @OptionGroup(title: "Parameters") var parameters: TimeParameters
  @OptionGroup(title: "How commands run") var surroundings: TimeSurroundings
  @OptionGroup(title: "Results") var results: TimeResults

  func validate() throws {
    try ResultExport.validate(results.allExports)
    let all = commands + [reference].compactMap(\.self)
    let refused: RefusedOptions = [
      "commands: there is nothing to measure; give one, such as 'sleep 0.3'": commands.isEmpty,
      "command: it is empty; give one, or leave it out":
        all.contains { $0.allSatisfy(\.isWhitespace) },
      "--reference-name: it is for --reference; give both, or neither":
        referenceName != nil && reference == nil,
      "--command-name: there are more names than commands; give at most \(commands.count)":
        commandName.count > commands.count,
      "--parameter-step-size: it is for --parameter-scan; give both, or neither":
        parameters.step != nil && parameters.scan == nil,
    ]
    try refused.check()
    let hooks = [("--prepare", self.hooks.prepare), ("--conclude", self.hooks.conclude)]
    for (option, lines) in hooks + [("--output", surroundings.output)]
    where lines.count > 1 && lines.count != all.count {
      throw ValidationError(
        "\(option): it is given \(lines.count) times for \(all.count) commands; give it once, or for each"
      )
    }
  }

  func run() async throws {
    InterruptSignal.install()
    do throws(SuiteError) {
      if try await TimeRun(self).run() { return }
    } catch {
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }
}

/// How often commands run.
struct TimeEffort: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Run each command this often before it is measured.", valueName: "count")
  )
  var warmup = 0

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Run each command exactly this often (default: for 3 seconds, and at least 10 times).",
      valueName: "count"
    )
  )
  var runs: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Run each command at least this often (default: 10).", valueName: "count")
  )
  var minRuns: Int?

  @Option(
    name: [.customShort("M"), .long],
    help: ArgumentHelp("Run each command at most this often.", valueName: "count")
  )
  var maxRuns: Int?

  @Option(
    help: ArgumentHelp(
      "Run each command for at least this time, as far as --max-runs allows it.",
      valueName: "seconds"
    )
  )
  var minBenchmarkingTime = 3.0

  @Flag(help: "Measure one command after the other, as hyperfine does, and not in turn.")
  var sequential = false

  /// The rounds: each command runs in each of them.
  var rounds: Int { runs ?? min(minRuns ?? 10, maxRuns ?? .max) }

  func validate() throws {
    let counts = [("--runs", runs), ("--min-runs", minRuns), ("--max-runs", maxRuns)]
    for (option, count) in counts where count.map({ !(1...100_000).contains($0) }) ?? false {
      throw ValidationError("\(option) \(count ?? 0): it is out of range; give 1 to 100000")
    }
    let refused: RefusedOptions = [
      "--warmup \(warmup): it is out of range; give 0 to 100000": !(0...100_000).contains(warmup),
      "--runs: it says exactly how many; leave out --min-runs and --max-runs":
        runs != nil && (minRuns != nil || maxRuns != nil),
      "--min-runs: it is more than --max-runs; give a smaller one":
        minRuns ?? 0 > maxRuns ?? .max,
      "--min-benchmarking-time \(minBenchmarkingTime): it is out of range; give 0 to 86400":
        !(0...86_400).contains(minBenchmarkingTime),
    ]
    try refused.check()
  }
}

/// What commands run in.
struct TimeSurroundings: ParsableArguments {
  @Option(
    name: [.customShort("S"), .long],
    help: ArgumentHelp(
      "The shell that runs the commands, with its options, or none (default: /bin/sh).",
      valueName: "shell"
    )
  )
  var shell: String?

  @Flag(name: .customShort("N"), help: "Run the commands without a shell, as --shell none.")
  var withoutShell = false

  @Option(
    name: .customLong("ignore-failure"),
    help: ArgumentHelp(
      "Measure failing runs too (-i): all, or those with these exit statuses (--ignore-failure=1,2).",
      valueName: "status"
    )
  )
  var ignored: String?

  @Option(help: ArgumentHelp("What the commands read: null or a file.", valueName: "file"))
  var input = "null"

  @Option(
    help: ArgumentHelp(
      "Where their output goes: null, pipe (which is read), inherit, or a file; once, or for each command.",
      valueName: "file"
    )
  )
  var output: [String] = []

  @Flag(help: "Show what commands and hooks print, as --output inherit.")
  var showOutput = false

  @Option(help: ArgumentHelp("The time limit for each run.", valueName: "seconds"))
  var timeout = 86_400.0

  func validate() throws {
    let refused: RefusedOptions = [
      "-N: it is --shell none; leave out --shell": withoutShell && shell != nil,
      "--show-output: it is --output inherit; leave out --output": showOutput && !output.isEmpty,
      "--ignore-failure \(ignored ?? ""): it is no list of exit statuses; give some, such as =1,2":
        ignored.map { IgnoredFailures($0) == nil } ?? false,
      "--timeout \(timeout): it is out of range; give seconds over 0, up to a day":
        !(timeout > 0 && timeout <= 86_400),
    ]
    try refused.check()
  }
}

extension CommandReport.Order: ExpressibleByArgument {}
extension CommandReport.Unit: ExpressibleByArgument {}

/// What is told of the runs.
struct TimeResults: ParsableArguments {
  @Flag(
    help: """
      Also count instructions, allocations and system calls of each command, and of all that it starts, \
      with valgrind.
      """
  )
  var counts = false

  @Option(help: ArgumentHelp("The order of the table: command or mean-time.", valueName: "order"))
  var sort = CommandReport.Order.command

  @Option(
    name: [.customShort("u"), .long],
    help: ArgumentHelp(
      "The unit of all times: microsecond, millisecond or second.",
      valueName: "unit"
    )
  )
  var timeUnit: CommandReport.Unit?

  @Option(
    name: [.customLong("json"), .customLong("export-json")],
    help: ArgumentHelp("Write the results, with each run, to this file.", valueName: "file")
  )
  var json: String?

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      """
      Write the results to a file in this form (- for stdout, instead of the table); may be repeated (see \
      hamon results --help).
      """,
      valueName: "form=file"
    ),
    transform: ResultExport.parse
  )
  var exports: [ResultExport] = []

  @Option(help: ArgumentHelp("The same as --export csv=FILE.", valueName: "file"))
  var exportCsv: String?

  @Option(help: ArgumentHelp("The same as --export markdown=FILE.", valueName: "file"))
  var exportMarkdown: String?

  var allExports: [ResultExport] {
    exports
      + [
        exportCsv.map { ResultExport(.csv, $0) },
        exportMarkdown.map { ResultExport(.markdown, $0) },
      ]
      .compactMap(\.self)
  }
}
