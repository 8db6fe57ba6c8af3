import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import CommandRunning
import Counting
import FoundationEssentials
import Glibc
import ProcessLaunching
import ReportRendering
import SuiteErrors

/// One run of `hamon bench`.
struct BenchRun {
  var command: BenchCommand
  var executables: [BenchmarkProgram]
  /// Further arguments of the executables.
  var extraArguments: [String] = []

  init(_ command: BenchCommand) {
    self.command = command
    executables = command.executables.map { BenchmarkProgram($0) }
  }

  /// Whether rows are also counted under valgrind.
  private var countsRows: Bool { command.counts || command.countsFilter != nil }

  /// How long a row may make no progress, or a command may run.
  var timeout: Duration { .seconds(command.timeout) }

  /// Runs the executables, writes the file and prints the report.
  ///
  /// - Returns: Whether every row of every executable was measured and right.
  /// - Throws: `SuiteError` if nothing could be measured; later errors go to standard error, and the run goes on.
  func run() async throws(SuiteError) -> Bool {
    let programs = command.commands.isEmpty ? try await programs() : []
    if command.counters { tellUncountedEvents() }
    try checkProfiling()
    let file = try command.json.map { (path) throws(SuiteError) in try ResultFile(path: path) }
    for export in command.exports { try export.check() }
    let selected = try await select(programs)
    let directory = try WorkDirectory.makeTemporary("bench")
    defer { try? FileManager.default.removeItem(atPath: directory) }

    var results = ResultCollection()
    var isRight = true
    func attempt(_ body: () throws(SuiteError) -> Void) {
      do throws(SuiteError) {
        try body()
      } catch {
        isRight = false
        StandardError.error("\(error)")
      }
    }
    // Writes the results so far.
    func keep() {
      // A run that stops at once must not replace the file of an earlier run.
      if InterruptSignal.hasArrived, results.rowCount == 0 { return }
      attempt { () throws(SuiteError) in try file?.write(results) }
    }
    if !command.commands.isEmpty {
      for run in 0..<command.repetitions where !InterruptSignal.hasArrived {
        let path = "\(directory)/commands-\(run).json"
        isRight =
          await measureCommands(resultPath: path, counts: run == 0, into: &results) && isRight
        keep()
      }
    }
    var counting = CountingOutcome()
    var profiles: [RowProfile] = []
    var finished: [FinishedProgram] = []
    // All in turn, so that disturbances of the machine hit all.
    let turns = (0..<command.repetitions).flatMap { run in
      selected.map { (run: run, program: $0) }
    }
    for (index, (run, program)) in turns.enumerated() where !InterruptSignal.hasArrived {
      let resultPath = "\(directory)/\(index).json"
      let place = "\(index + 1)/\(turns.count)"
      let (done, error) = await measure(program, resultPath: resultPath, place: place, in: &results)
      finished.append(done)
      // Counting takes long; the measurements are kept even if it never ends.
      keep()
      if countsRows, run == 0 {
        await count(program, suites: done.suites, in: &results, outcome: &counting)
      }
      if command.profile, run == 0 {
        let suites = Array(results.suites[done.suites])
        isRight = await profile(program, suites: suites, into: &profiles) && isRight
      }
      if command.memory != nil, run == 0 {
        isRight = await findMemory(program, suites: done.suites, in: &results) && isRight
      }
      if let error {
        isRight = false
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      keep()
    }
    await measureMissesAtLast(of: finished, in: &results)
    keep()
    if InterruptSignal.hasArrived, results.rowCount == 0 { throw .interrupted(keptRows: 0) }
    let details = ReportDetails(
      percentiles: command.percentiles,
      system: command.system || command.counters
    )
    var text =
      command.summary
      ? ResultSummary(results).text(width: outputWidth)
      : ComparisonReport(results, details: details).text(width: outputWidth)
    attempt { () throws(SuiteError) in text += try report(profiles) }
    if keepsOutputFree {
      StandardError.write(String(text.dropLast()))
    } else {
      print(text, terminator: "")
    }
    for export in command.exports {
      attempt { () throws(SuiteError) in try export.write(results) }
    }
    if !InterruptSignal.hasArrived { isRight = reportUncounted(counting) && isRight }
    isRight = counting.isRight && isRight
    if InterruptSignal.hasArrived {
      isRight = false
      StandardError.error("\(SuiteError.interrupted(keptRows: results.rowCount))")
    }
    return isRight && !results.hasFailures
  }

  /// Measures whole commands in this process: it only waits for them.
  ///
  /// - Parameters:
  ///   - resultPath: Where the harness writes its results.
  ///   - counts: Whether to count, if requested; counts are the same in each run.
  ///   - results: Takes the results.
  /// - Returns: Whether all of them were measured and right.
  private func measureCommands(
    resultPath: String,
    counts: Bool,
    into results: inout ResultCollection
  ) async -> Bool {
    // For commands written in Swift; hamon's own hashing doesn't matter here.
    // SAFETY: no other thread reads the environment now.
    unsafe setenv("SWIFT_DETERMINISTIC_HASHING", "1", 0)
    let commands = command.commands
    var shell = "sh that does nothing"
    // Unique, even if a command has this name.
    while commands.contains(shell) { shell += " at all" }
    var suite = BenchmarkSuite("commands")
    for (index, command) in commands.enumerated() {
      // Each is compared with the first, and the first with what starting a shell costs.
      suite.add(
        Benchmark(
          command,
          command: ["/bin/sh", "-c", command],
          floors: index == 0 ? [shell] : [commands[0], shell],
          timeout: timeout
        )
      )
    }
    suite.add(Benchmark(shell, command: ["/bin/sh", "-c", ":"], kind: .floor))
    do {
      let isRight = try await suite.measure(
        writingTo: resultPath,
        isQuick: command.quick,
        rounds: command.rounds
      )
      results.append(try ResultCollection.read(resultPath))
      guard countsRows, counts else { return isRight }
      return await countCommands(suite: results.suites.count - 1, in: &results) && isRight
    } catch {
      StandardError.error("\(error)")
      return false
    }
  }

  /// Whether standard output is reserved for an export.
  var keepsOutputFree: Bool { command.exports.contains(where: \.isStandardOutput) }

  /// The maximum width of a line of the report.
  var outputWidth: Int? {
    keepsOutputFree ? TerminalSize.lineWidth(of: STDERR_FILENO) : TerminalSize.outputWidth
  }

  private func programs() async throws(SuiteError) -> [BenchmarkProgram] {
    guard executables.isEmpty else {
      return try executables.map { (program) throws(SuiteError) in
        program.at(try BenchmarkProgram.executable(at: program.path))
      }
    }
    if let packagePath = command.packagePath {
      guard let absolute = ResultFile.followingLinks(packagePath) else {
        throw SuiteError(
          "--package-path \(packagePath)",
          "it can't be opened: \(SystemReason.text())",
          remedy: "give the directory of a package"
        )
      }
      return try await build(swiftPackage(containing: absolute))
    }
    let package = try swiftPackage(containing: FileManager.default.currentDirectoryPath)
    let directory = PreloadedLibrary.ownFolder.path
    // The package that hamon was built in has the programs next to hamon; other packages are built.
    let isOwn = directory.hasPrefix("\(package.root)/")
    guard isOwn, package.scratch == nil, package.options.isEmpty else {
      return try await build(package)
    }
    let paths = try await package.executables(in: directory, named: command.products)
    return package.programs(at: paths)
  }

  /// Builds the benchmarks that may have chosen rows.
  private func build(_ package: SwiftPackage) async throws(SuiteError) -> [BenchmarkProgram] {
    let paths = try await package.buildBenchmarks(named: command.products) { path in
      guard let regex = command.rows.pattern.flatMap({ try? Regex($0) }),
        let rows = try? await BenchProcess(program: package.programs(at: [path])[0]).rows()
      else { return true }
      return rows.contains { $0.contains(regex) }
    }
    return package.programs(at: paths)
  }

  private func swiftPackage(containing directory: String) throws(SuiteError) -> SwiftPackage {
    var package = try SwiftPackage(containing: directory, or: "the executables")
    (package.scratch, package.options) = (command.build.scratchPath, command.build.words)
    return package
  }
}

extension BenchRun {
  /// Leaves out the executables that have no row to run.
  ///
  /// - Returns: The executables with a row that matches the filter and that `--quick` and `--highlights` keep.
  /// - Throws: `SuiteError` if none is left, a filter is given and an executable doesn't list its rows, or `--counts-filter` or
  ///   `--memory` matches no row.
  func select(
    _ programs: [BenchmarkProgram]
  ) async throws(SuiteError) -> [BenchmarkProgram] {
    let options = command.shortening.joined(separator: " ")
    let chooses =
      command.rows.pattern != nil || options != "" || command.countsFilter != nil
      || command.memory != nil
    guard !programs.isEmpty, chooses else { return programs }
    let regex = command.rows.pattern.flatMap { try? Regex($0) }
    if let filter = command.rows.filter, regex == nil { throw .invalidPattern("--filter", filter) }
    func matches(_ row: String) -> Bool { regex.map { row.contains($0) } ?? true }

    var selected: [BenchmarkProgram] = []
    var running: [String] = []
    var tellsAll = true
    var available: [String] = []
    var leftOut: [String] = []
    for program in programs where !InterruptSignal.hasArrived {
      let process = BenchProcess(program: program)
      do throws(SuiteError) {
        let rows = try await process.rows(command.shortening)
        available += rows
        let matching = rows.filter(matches)
        running += matching
        if !matching.isEmpty {
          selected.append(program)
        } else if options != "" {
          let others = try await process.rows().filter(matches)
          if !others.isEmpty {
            StandardError.write("note: \(program.path): \(options) leaves out all its rows")
          }
          leftOut += others
        }
      } catch {
        // Without a filter it runs anyway: the run shows what is wrong with it.
        guard command.rows.pattern == nil else { throw error }
        selected.append(program)
        tellsAll = false
      }
    }
    if InterruptSignal.hasArrived { return selected }
    guard selected.isEmpty else {
      if tellsAll { try checkPatterns(running) }
      return selected
    }
    guard leftOut.isEmpty else {
      throw SuiteError(
        options,
        "it leaves out all chosen rows, as too large or too many for a first look",
        remedy:
          "leave out \(options), or choose other rows than these:\n\(SuiteError.list(leftOut))"
      )
    }
    throw command.rows.skip.map {
      .nothingMatches("--skip", $0, problem: "it leaves out all rows", rows: available)
    }
      ?? .nothingMatches("--filter", command.rows.filter ?? "", rows: available)
  }

  /// Checks that `--counts-filter` and `--memory` match a row that runs.
  private func checkPatterns(_ rows: [String]) throws(SuiteError) {
    let patterns = [("--counts-filter", command.countsFilter), ("--memory", command.memory)]
    for (option, pattern) in patterns {
      guard let pattern, let regex = try? Regex(pattern) else { continue }
      guard rows.contains(where: { $0.contains(regex) }) else {
        throw .nothingMatches(
          option,
          pattern,
          problem: "it matches no row that runs",
          rows: rows
        )
      }
    }
  }
}
