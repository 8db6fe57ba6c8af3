import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import ExactCounts
import FoundationEssentials
import Glibc
import SuiteErrors

/// One `hamon bench`: which executables, with what, and what came of it.
struct BenchRun {
  let executables: [String]
  /// The package whose benchmarks are built and run instead.
  var packagePath: String?
  let filter: String?
  let isQuick: Bool
  let jsonPath: String?
  var exports: [ResultExport] = []
  /// Whether rows are counted under valgrind as well.
  var countsRows = false
  /// A regular expression for the rows that are counted; `nil` for all.
  var countsFilter: String?
  /// How many rounds each row takes part in, where that is asked for.
  var rounds: Int?
  /// How many times everything runs.
  var repetitions = 1
  var showsPercentiles = false
  /// How long a row may make no progress, or a command may run.
  var timeout = Duration.seconds(600)
  /// Whole commands that are measured instead of executables.
  var commands: [String] = []

  /// Runs the executables, writes the file and prints the report.
  ///
  /// - Returns: Whether every row of every executable was measured and right.
  /// - Throws: ``SuiteError`` if nothing could be measured; whatever goes wrong after that is said
  ///   on standard error, and the rest goes on.
  func run() async throws(SuiteError) -> Bool {
    let paths = commands.isEmpty ? try await paths() : []
    let output = try CollectionOutput(path: jsonPath)
    for export in exports { try export.check() }
    let selected = try await select(paths)
    let directory = try Self.makeTemporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }

    var results = ResultCollection()
    var isRight = true
    if !commands.isEmpty {
      for run in 0..<repetitions where !InterruptSignal.hasArrived {
        let path = "\(directory)/commands-\(run).json"
        isRight = await measureCommands(resultPath: path, into: &results) && isRight
        isRight = output.write(results) && isRight
      }
    }
    var counting = CountingOutcome()
    // All of them in turn, so that what happens to the machine meanwhile falls on all.
    let turns = (0..<repetitions).flatMap { run in selected.map { (run: run, path: $0) } }
    for (index, (run, path)) in turns.enumerated() where !InterruptSignal.hasArrived {
      let outcome = await measure(path, resultPath: "\(directory)/\(index).json")
      let first = results.suites.count
      results.append(outcome.results)
      // Counts are the same in each run.
      if countsRows, run == 0 {
        let suites = first..<results.suites.count
        await count(path, suites: suites, in: &results, outcome: &counting)
      }
      if let error = outcome.error {
        isRight = false
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      isRight = output.write(results) && isRight
    }
    if InterruptSignal.hasArrived, results.rowCount == 0 { throw .interrupted(keptRows: 0) }
    let report = ComparisonReport(results, showsPercentiles: showsPercentiles)
    if keepsOutputFree {
      StandardError.write(String(report.text().dropLast()))
    } else {
      print(report.text(), terminator: "")
    }
    for export in exports {
      do throws(SuiteError) {
        try export.write(results)
      } catch {
        isRight = false
        StandardError.error("\(error)")
      }
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
  private func measureCommands(
    resultPath: String,
    into results: inout ResultCollection
  ) async -> Bool {
    // For those of them that are written in Swift; hamon itself hashes nothing that matters here.
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 0)
    var shell = "sh that does nothing"
    // A name of its own, also beside a command of this name.
    while commands.contains(shell) { shell += " at all" }
    var suite = BenchmarkSuite("commands")
    for (index, command) in commands.enumerated() {
      // Each is compared with the first, and the first with what starting a shell costs.
      suite.add(
        Benchmark(
          command,
          command: ["/bin/sh", "-c", command],
          floors: index == 0 ? [shell] : [commands[0], shell],
          timeout: timeout,
          isInterrupted: { InterruptSignal.hasArrived }
        )
      )
    }
    suite.add(Benchmark(shell, command: ["/bin/sh", "-c", ":"], kind: .floor))
    do {
      let isRight = try await suite.measure(
        writingTo: resultPath,
        isQuick: isQuick,
        rounds: rounds,
        isInterrupted: { InterruptSignal.hasArrived }
      )
      results.append(try ResultCollection.read(resultPath))
      guard countsRows else { return isRight }
      return await countCommands(suite: results.suites.count - 1, in: &results) && isRight
    } catch {
      StandardError.error("\(error)")
      return false
    }
  }

  /// Whether standard output is for an export alone.
  var keepsOutputFree: Bool { exports.contains(where: \.isStandardOutput) }

  private func paths() async throws(SuiteError) -> [String] {
    for path in executables { try SwiftPackage.checkExecutable(path) }
    guard executables.isEmpty else { return executables }
    if let packagePath {
      guard let absolute = realpath(packagePath, nil) else {
        throw SuiteError(
          "--package-path \(packagePath)",
          "it can't be opened: \(SystemReason.text())",
          remedy: "give the directory of a package"
        )
      }
      defer { free(absolute) }
      return try await SwiftPackage(containing: String(cString: absolute)).buildBenchmarks()
    }
    let package = try SwiftPackage(containing: FileManager.default.currentDirectoryPath)
    let products = SwiftPackage.directoryOfThisProgram()
    // The package that hamon was built in has the programs beside it; any other builds its own.
    guard products.hasPrefix("\(package.root)/") else { return try await package.buildBenchmarks() }
    return try package.executables(in: products)
  }

  private static func makeTemporaryDirectory() throws(SuiteError) -> String {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(parent)/hamon-bench-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else {
      throw SuiteError(
        "TMPDIR",
        "cannot make a temporary directory: \(SystemReason.text())",
        remedy: "set it to a directory with free space"
      )
    }
    return String(cString: path)
  }

  /// The file that was asked for, if one was.
  private struct CollectionOutput {
    private let file: CollectionFile?

    init(path: String?) throws(SuiteError) {
      file = try path.map { path throws(SuiteError) in try CollectionFile(path: path) }
    }

    /// Writes what there is so far; says so if that fails, because the measuring goes on.
    func write(_ results: ResultCollection) -> Bool {
      // The file of an earlier run is worth more than one of a run that was stopped at once.
      if InterruptSignal.hasArrived, results.rowCount == 0 { return true }
      do {
        try file?.write(results)
        return true
      } catch {
        StandardError.error("\(error)")
        return false
      }
    }
  }
}
