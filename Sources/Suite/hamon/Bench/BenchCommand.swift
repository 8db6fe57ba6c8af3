import ArgumentParser
import BenchmarkReport
import Glibc
import ProcessLaunching
import ReportRendering
import SuiteErrors

/// `hamon bench`: runs benchmark executables one after the other and reports them together.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Runs benchmarks and compares their rows with their floors.",
    discussion: """
      With --command it measures whole commands of any kind from start to end, in interleaved rounds with \
      each other and with a shell that does nothing. /bin/sh runs each command and is part of the \
      measurement. Linux does not report the memory of a command that needs less than hamon, which starts it.

      EXAMPLES
        hamon bench --quick --filter '^dispatch/'
        hamon bench --command 'gzip -k -c file' --command 'zstd -c file'
        hamon bench --counts .build/release/MyBenchmark --export junit=bars.xml
        hamon bench --package-path ../MyPackage
        hamon bench --summary --json results.json
        hamon bench --profile --filter '^dispatch/'
        hamon bench --memory '^dispatch/'

      Without executables it runs those of the current package, or of --package-path: the executables of \
      the manifest that depend on BenchmarkHarness or BenchmarkCompatibility. It builds them first, for \
      release, unless hamon itself was built with them. With --filter or --skip it does not rebuild an \
      executable whose last build has no chosen row.

      A bar holds, is missed, or can't be told here: its rounds differ too much, or the machine is busy with \
      other work. In JUnit a missed bar is a failure, and one that can't be told is skipped.

      A row that makes no progress for --timeout seconds is ended and fails. The other rows of its executable \
      are still measured.

      Ctrl-C, SIGTERM and SIGHUP end the run; it reports what was measured by then.

      EXIT STATUS
        0 if every row was measured and right, even if a bar is missed; 1 if a row was not, or the run was \
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

  @Flag(help: "Take fewer rounds and samples, for a first look.")
  var quick = false

  @Flag(help: "Only the rows that sum up each suite, and what they are compared with.")
  var highlights = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of rounds of each row.", valueName: "count")
  )
  var rounds: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The time limit for further rounds of a bar's rows while they don't tell whether it holds (default: \
      10 seconds, or 2 with --quick).
      """,
      valueName: "seconds"
    )
  )
  var barBudget: Double?

  @Option(
    name: .customLong("repeat"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run all executables this many times, in turn, and report how far the runs agree.",
      valueName: "count"
    )
  )
  var repetitions = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time limit for a step of a row (set-up and warm-up, or a round), or for a run of a command.",
      valueName: "seconds"
    )
  )
  var timeout = 600.0

  @Flag(help: "Also show the percentiles of the samples.")
  var percentiles = false

  @Flag(help: "Also show the system cost of an operation: context switches, resident memory.")
  var system = false

  @Flag(
    help:
      "Count cycles, instructions, cache and branch misses with the processor's counters, if the machine lets users do that."
  )
  var counters = false

  @Flag(
    help:
      "Print one screen instead of all tables: the most important ratios of each suite, the bars and the failures."
  )
  var summary = false

  @Option(help: ArgumentHelp("Write the results of all suites to this file.", valueName: "file"))
  var json: String?

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      """
      Write the results to a file in this form (- for stdout, instead of the tables); may be repeated (see \
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
      command with valgrind; bytes and frees only for rows.
      """
    )
  )
  var counts = false

  @Option(
    help: ArgumentHelp(
      "Count only rows whose name matches; rows with several threads are never counted.",
      valueName: "regex"
    )
  )
  var countsFilter: String?

  @Flag(
    help: ArgumentHelp(
      """
      Also sample the call stacks of each row, without set-up and harness: gives a table of functions, folded \
      stacks and flame graphs.
      """
    )
  )
  var profile = false

  @Option(
    help: ArgumentHelp(
      "Write the profiles into this directory (default: next to --json, or hamon-profile).",
      valueName: "directory"
    )
  )
  var profileOutput: String?

  @Option(
    help: ArgumentHelp(
      """
      Also tell what an operation of the rows whose name matches leaves in memory: leaked, by which fields, or \
      still held.
      """,
      valueName: "regex"
    )
  )
  var memory: String?

  @OptionGroup(title: "How a package is built") var build: BuildOptions

  /// The options that leave rows out, which benchmark executables have as well.
  var shortening: [String] {
    (quick ? ["--quick"] : []) + (highlights ? ["--highlights"] : [])
  }

  func validate() throws {
    try ResultExport.validate(exports)
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError(
        "--timeout \(timeout): it is out of range; give seconds over 0, up to a day"
      )
    }
    if repetitions < 1 {
      throw ValidationError("--repeat \(repetitions): nothing would run; give at least 1")
    }
    if let rounds, rounds < 1 {
      throw ValidationError("--rounds \(rounds): there is nothing to measure; give at least 1")
    }
    if let barBudget, !(barBudget >= 0 && barBudget <= 86_400) {
      throw ValidationError(
        "--bar-budget \(barBudget): it is out of range; give seconds from 0 up to a day"
      )
    }
    try RowPattern.validate([("--counts-filter", countsFilter), ("--memory", memory)])
    let ofPackage =
      (build.scratchPath.map { _ in ["--scratch-path"] } ?? []) + build.words
      + products.map { _ in "--product" }
    let isOfRows =
      !executables.isEmpty || packagePath != nil || rows.pattern != nil || countsFilter != nil
    let refused: RefusedOptions = [
      "--summary: it has no tables; leave out --percentiles, --system and --counters":
        summary && (percentiles || system || counters),
      "--profile-output: it is for --profile; give both, or neither":
        profileOutput != nil && !profile,
      "--profile: it samples rows; record a command with hamon record --samples -- COMMAND":
        profile && !commands.isEmpty,
      "--memory: it looks at rows; record a command with hamon record --memory=all -- COMMAND":
        memory != nil && !commands.isEmpty,
      "--package-path: it runs the benchmarks of a package; leave out executables":
        packagePath != nil && !executables.isEmpty,
      "\(ofPackage.first ?? ""): it is for a package; leave out executables and --command":
        !ofPackage.isEmpty && !(executables.isEmpty && commands.isEmpty),
      """
      --command: it measures commands only; leave out executables, --package-path, --filter, --skip \
      and --counts-filter
      """: !commands.isEmpty && isOfRows,
      "--command: it is empty; give a command, or leave the option out":
        commands.contains { $0.allSatisfy(\.isWhitespace) },
      "--command: two are the same; give each once": Set(commands).count < commands.count,
    ]
    try refused.check()
  }

  func run() async throws {
    // After an interrupt, results are still collected and temporary files removed.
    InterruptSignal.install()
    do throws(SuiteError) {
      let run = BenchRun(self)
      let isComplete = try await InterruptSignal.endingPrograms { () async throws(SuiteError) in
        try await run.run()
      }
      if isComplete { return }
    } catch {
      // The error of an interrupted build or list is not the reason.
      StandardError.error(
        "\(InterruptSignal.hasArrived ? SuiteError.interrupted(keptRows: 0) : error)"
      )
    }
    throw ExitCode.failure
  }
}
