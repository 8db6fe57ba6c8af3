import BenchmarkResults
import CMachine
import SuiteErrors

extension BenchmarkSuite {
  /// Runs a command line, given without the name of the program.
  @MainActor
  func run(
    commandLine: [String],
    probe: MachineProbe = .live,
    injection: InjectedWork = .none,
    print: (String) -> Void
  ) async throws -> Bool {
    try await run(
      SuiteArguments(commandLine),
      probe: probe,
      injection: injection,
      print: print
    )
  }

  /// Runs a command line; returns whether every row ran and gave the right answer.
  @MainActor
  func run(
    _ arguments: SuiteArguments,
    probe: MachineProbe = .live,
    injection: InjectedWork = .asked,
    readingLine: () -> String? = { nil },
    print: (String) -> Void
  ) async throws(SuiteError) -> Bool {
    let suite = arguments.quick ? forQuickRuns : self
    let shown = arguments.highlights ? suite.highlightedRows : nil
    if shown?.isEmpty ?? suite.benchmarks.isEmpty, !benchmarks.isEmpty {
      // An empty list is a valid answer to the question which rows such a run has.
      if arguments.list { return true }
      let option = arguments.quick ? "--quick" : "--highlights"
      throw SuiteError(
        option,
        "it leaves out all rows of the suite \(name)",
        remedy: "leave out \(option)"
      )
    }
    let selection = try RowSelection(suite: suite, filter: arguments.filter, of: shown)
    if arguments.list {
      for benchmark in selection.benchmarks { print(benchmark.rowName) }
      return true
    }
    if arguments.describe {
      for benchmark in selection.benchmarks {
        print(
          RowDescription(
            name: benchmark.rowName,
            kind: benchmark.kind,
            threads: benchmark.threads,
            limit: benchmark.gate
          ).line
        )
      }
      return true
    }
    if arguments.serve {
      guard selection.benchmarks.count == 1 else {
        throw SuiteError(
          "--serve",
          "\(selection.benchmarks.count) rows match, not one",
          remedy: "give a --filter that matches one row"
        )
      }
      let server = RowServer(
        benchmark: selection.benchmarks[0],
        iterations: arguments.iterations,
        injection: injection.of(selection.benchmarks[0].rowName),
        measuresUsage: EnvironmentVariable.value(ServeProtocol.usageVariable) != nil
      )
      do {
        try await server.serve(readingLine: readingLine, print: print)
        return true
      } catch {
        report(RowFailure(row: selection.benchmarks[0].rowName, message: "\(error)"))
        return false
      }
    }
    if let iterations = arguments.oneShot {
      return await runOnce(
        selection.benchmarks,
        iterations: iterations,
        injection: injection,
        injectingAfter: InjectedWork.start,
        print: print
      )
    }
    return try await measure(
      selection,
      arguments: arguments,
      probe: probe,
      injection: injection,
      print: print
    )
  }

  /// Measures all rows in this process and writes the results to a file, even if interrupted; returns whether every row ran and gave the
  /// right answer.
  @MainActor
  package func measure(
    writingTo path: String,
    isQuick: Bool,
    rounds: Int? = nil
  ) async throws -> Bool {
    var commandLine = ["--json=\(path)"]
    if isQuick { commandLine.append("--quick") }
    if let rounds { commandLine.append("--rounds=\(rounds)") }
    return try await run(commandLine: commandLine) { _ in }
  }

  @MainActor
  private func measure(
    _ selection: RowSelection,
    arguments: SuiteArguments,
    probe: MachineProbe,
    injection: InjectedWork,
    print: (String) -> Void
  ) async throws(SuiteError) -> Bool {
    let effort = arguments.effort
    var file: ResultFile?
    if let path = arguments.json {
      // A sample takes at most two numbers of ten digits, a row without samples about a kilobyte.
      let row = 2000 + effort.rounds * effort.samplesPerRound * 22
      file = try ResultFile(
        path: path,
        expectedBytes: row * selection.benchmarks.count
      )
    }
    let omittedFloors = arguments.noFilterNotes ? [:] : selection.omittedFloors
    for (row, floors) in omittedFloors.sorted(by: { $0.key < $1.key }) {
      StandardError.write(
        """
        note: row \(row): --filter leaves out its floor \(floors.joined(separator: ", ")); it has \
        no ratio to it
        """
      )
    }

    for (subject, row) in misnamedHighlights {
      StandardError.write("note: highlight \(subject): the suite has no row \(row)")
    }
    for name in misnamedWords {
      StandardError.write("note: words for \(name): the suite has nothing of that name")
    }
    let run = SuiteRun(
      suite: self,
      selection: selection,
      effort: effort,
      file: file,
      injection: injection,
      probe: probe
    )
    var writingError: SuiteError?
    do throws(SuiteError) {
      try await run.measure()
    } catch {
      writingError = error
    }
    if file == nil || writingError != nil {
      // Prints the results that can't be written to the file.
      print(ResultListing(run.result.rows).rendered())
    }
    for failure in run.result.failures { report(failure) }
    if let writingError { throw writingError }
    return run.result.failures.isEmpty && run.result.isComplete
  }

  @MainActor
  private func runOnce(
    _ benchmarks: [Benchmark],
    iterations: Int,
    injection: InjectedWork,
    injectingAfter start: Int,
    print: (String) -> Void
  ) async -> Bool {
    var isRight = true
    for benchmark in benchmarks {
      do {
        let body = try await BlockingTask.setUp(benchmark)
        do {
          defer { body.tearDown() }
          let injection = injection.of(benchmark.rowName)
          let injected = max(iterations - start, 0)
          let more = injection.moreIterations(than: injected)
          let all = iterations + more
          let takesSnapshots = EnvironmentVariable.value(OneShotRun.snapshotsVariable) != nil
          let parts = takesSnapshots ? OneShotRun.parts(of: all) : [all]
          for part in parts {
            try body.run(iterations: part)
            if takesSnapshots { cmachine_snapshot_memory() }
          }
          injection.allocate(for: injected)
          try body.verify(all)
        }
        print(OneShotRun.line(iterations, of: benchmark.rowName))
      } catch {
        isRight = false
        report(RowFailure(row: benchmark.rowName, message: "\(error)"))
      }
    }
    return isRight
  }

  private func report(_ failure: RowFailure) {
    StandardError.error("\(rowWord) \(failure.row): \(failure.message); \(failureRemedy)")
  }
}
