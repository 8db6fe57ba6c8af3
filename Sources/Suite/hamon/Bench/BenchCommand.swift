import ArgumentParser
import BenchmarkReport
import Glibc
import ProcessLaunching
import SuiteErrors

/// `hamon bench`: runs benchmark executables one after the other and reports them together.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Runs benchmarks and compares their rows with their floors.",
    discussion: """
      With --command it measures whole commands, of any kind, each run from its start to its end, in \
      interleaved rounds with each other and with a shell that does nothing. A command is given to \
      /bin/sh, which is part of what is measured. Of one that needs less memory than hamon itself, which \
      starts it, Linux doesn't tell how much.

      EXAMPLES
        hamon bench --quick --filter '^dispatch/'
        hamon bench --command 'gzip -k -c file' --command 'zstd -c file'
        hamon bench --counts .build/release/MyBenchmark --export junit=bars.xml
        hamon bench --package-path ../MyPackage
        hamon bench --summary --json results.json
        hamon bench --profile --filter '^dispatch/'

      Without executables it runs those of the package it is called in, or of --package-path: the executables \
      of the manifest that depend on BenchmarkHarness or BenchmarkCompatibility. It builds them first, for \
      release, where hamon itself was not built with them; with --filter or --skip not those whose rows, as \
      they were built, have none that is left.

      A bar holds, is missed, or can't be told here: because its rounds differ too much, or the machine is \
      busy with other things. JUnit has a missed one as a failure and one that can't be told as skipped.

      A row that makes no progress for --timeout seconds is ended and told as failed; the others of its \
      executable are measured without it.

      Ctrl-C ends it with what was measured by then; so do SIGTERM and SIGHUP.

      EXIT STATUS
        0 if every row was measured and right, also where a bar is missed; 1 if one was not, or it was \
      interrupted; 64 for a usage error.
      """
  )

  @Argument(help: ArgumentHelp("Benchmark executables.", valueName: "executable"))
  var executables: [String] = []

  @Option(
    name: .customLong("command"),
    help: ArgumentHelp("Measure this whole command; may be repeated.", valueName: "command")
  )
  var commands: [String] = []

  @Option(
    help: ArgumentHelp(
      "Build and run the benchmarks of the package in this directory.",
      valueName: "directory"
    )
  )
  var packagePath: String?

  @Option(
    name: .customLong("product"),
    help: ArgumentHelp(
      "Only this executable of the package; may be repeated.",
      valueName: "name"
    )
  )
  var products: [String] = []

  @OptionGroup var rows: RowSelection

  @Flag(help: "Fewer rounds and samples: a first look, no more.")
  var quick = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many rounds each row takes part in.", valueName: "count")
  )
  var rounds: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How long further rounds of a bar's rows may take while they don't tell whether it holds; without it, \
      10 seconds, or 2 with --quick.
      """,
      valueName: "seconds"
    )
  )
  var barBudget: Double?

  @Option(
    name: .customLong("repeat"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run all executables so many times, in turn, and tell how far the runs agree.",
      valueName: "count"
    )
  )
  var repetitions = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a row may take for a step (its set-up and warm-up, or a round), or a command for a run.",
      valueName: "seconds"
    )
  )
  var timeout = 600.0

  @Flag(help: "Show the percentiles of the samples too.")
  var percentiles = false

  @Flag(help: "Show what an operation takes of the system too: context switches, resident memory.")
  var system = false

  @Flag(
    help:
      "Count cycles, instructions, cache and branch misses by the processor, where the machine lets users do that."
  )
  var counters = false

  @Flag(
    help:
      "Print one screen instead of all tables: each suite's most telling ratios, the bars and what failed."
  )
  var summary = false

  @Option(help: ArgumentHelp("Write the results of all suites to this file.", valueName: "file"))
  var json: String?

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      """
      Write the results in a form to a file (- for stdout, instead of the tables); may be repeated (see \
      hamon results --help).
      """,
      valueName: "form=file"
    ),
    transform: ResultExport.parse
  )
  var exports: [ResultExport] = []

  @Flag(
    help: ArgumentHelp(
      """
      Also count instructions, allocations, objects, retains, releases and system calls of each row or \
      command, with valgrind; bytes and frees of rows only.
      """
    )
  )
  var counts = false

  @Option(
    help: ArgumentHelp(
      "Count the rows that match only; rows with several threads are never counted.",
      valueName: "regex"
    )
  )
  var countsFilter: String?

  @Flag(
    help: ArgumentHelp(
      """
      Sample the call stacks of each row as well, without set-up and harness: a table of functions, folded stacks and \
      flame graphs.
      """
    )
  )
  var profile = false

  @Option(
    help: ArgumentHelp(
      "Write what --profile finds into this directory (default: beside --json, or hamon-profile).",
      valueName: "directory"
    )
  )
  var profileOutput: String?

  @OptionGroup(title: "How a package is built") var build: BuildOptions

  func validate() throws {
    try ResultExport.validate(exports)
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout \(timeout): give seconds, over 0 and up to a day")
    }
    if repetitions < 1 {
      throw ValidationError("--repeat \(repetitions): nothing would run; give at least 1")
    }
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds \(rounds): there is nothing to measure; give at least 1")
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw ValidationError("--bar-budget \(barBudget): give seconds, from 0 up to a day")
    }
    try RowPattern.validate([("--counts-filter", countsFilter)])
    if summary, percentiles || system || counters {
      throw ValidationError(
        "--summary: it has no tables; leave out --percentiles, --system and --counters"
      )
    }
    if profileOutput != nil, !profile {
      throw ValidationError("--profile-output: it is for --profile; give both, or neither")
    }
    if profile, !commands.isEmpty {
      throw ValidationError(
        "--profile: it samples rows; record a command by hamon record --samples -- COMMAND"
      )
    }
    if packagePath != nil, !executables.isEmpty {
      throw ValidationError(
        "--package-path: it runs the benchmarks of a package; leave out executables"
      )
    }
    try RowPattern.validate([("--skip", rows.skip)])
    let ofPackage =
      (build.scratchPath.map { _ in ["--scratch-path"] } ?? []) + build.words
      + products.map { _ in "--product" }
    if let option = ofPackage.first, !executables.isEmpty || !commands.isEmpty {
      throw ValidationError("\(option): it is of a package; leave out executables and --command")
    }
    guard !commands.isEmpty else { return }
    if !executables.isEmpty || packagePath != nil || rows.pattern != nil || countsFilter != nil {
      throw ValidationError(
        """
        --command: it measures commands only; leave out executables, --package-path, --filter, --skip \
        and --counts-filter
        """
      )
    }
    if commands.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("--command: it is empty; give a command, or leave the option out")
    }
    if Set(commands).count < commands.count {
      throw ValidationError("--command: two are the same; give each once")
    }
  }

  func run() async throws {
    // What the benchmark had written is still to be collected, and the temporary files removed.
    InterruptSignal.install()
    do throws(SuiteError) {
      let run = BenchRun(self)
      let isComplete = try await InterruptSignal.endingPrograms { () async throws(SuiteError) in
        try await run.run()
      }
      if isComplete { return }
    } catch {
      // What a build or a list says when it is interrupted is no reason.
      StandardError.error(
        "\(InterruptSignal.hasArrived ? SuiteError.interrupted(keptRows: 0) : error)"
      )
    }
    throw ExitCode.failure
  }
}
