import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import ExactCounts
import FoundationEssentials
import ProcessLaunching
import SuiteErrors

extension BenchRun {
  /// Counts what the commands execute and call, with all processes that they start.
  func countCommands(suite: Int, in results: inout ResultCollection) async -> Bool {
    let line = ProgressLine()
    let commands = command.commands
    var isRight = true
    for (index, command) in commands.enumerated() where !InterruptSignal.hasArrived {
      line.show("counting \(index + 1) of \(commands.count): \(command)")
      do {
        let counted = try await CountedCommand.count(
          command,
          in: FileManager.default.currentDirectoryPath,
          timeout: .seconds(3600)
        )
        results.setCounts(counted.counts, ofRow: command, suite: suite)
        if !counted.isRepeatable {
          line.clear()
          StandardError.warning(
            "\(command): two runs of it have not allocated equally often; its counts are the smaller of "
              + "both, not exact"
          )
        }
      } catch {
        line.clear()
        isRight = false
        // Ctrl-C ends valgrind too.
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
    }
    line.clear()
    return isRight
  }

  /// The outcome of counting the rows of all executables.
  struct CountingOutcome {
    /// How many rows were to be counted.
    var rowCount = 0
    /// How many were left out, because what several threads do depends on how they meet.
    var rowsWithThreads = 0
    /// Whether all that were to be counted were.
    var isRight = true
  }

  /// Says once which events of the processor can't be counted here.
  func tellUncountedEvents() {
    let counters = HardwareCounters.available()
    guard let reason = counters.reason else { return }
    let others =
      counters.names.isEmpty
      ? "none are counted" : "only \(counters.names.joined(separator: ", ")) are counted"
    StandardError.warning(
      "--counters: this machine doesn't count all events of the processor (\(reason)): \(others); "
        + "--counts gives exact instructions by valgrind"
    )
  }

  /// Says which rows were left out.
  ///
  /// - Returns: Whether there was something to count, or nobody has asked for certain rows.
  func reportUncounted(_ outcome: CountingOutcome) -> Bool {
    let count = outcome.rowsWithThreads
    guard count > 0 else { return true }
    if let countsFilter = command.countsFilter, outcome.rowCount == 0 {
      StandardError.error(
        "--counts-filter \(countsFilter): it matches only rows with several threads, which are not "
          + "counted; use a pattern that matches others"
      )
      return false
    }
    StandardError.write(
      "note: \(count) \(count == 1 ? "row" : "rows") with several threads "
        + "\(count == 1 ? "is" : "are") not counted: what threads do depends on how they meet"
    )
    return true
  }

  /// Counts what the rows of one executable execute and call.
  func count(
    _ program: BenchmarkProgram,
    suites: Range<Int>,
    in results: inout ResultCollection,
    outcome: inout CountingOutcome
  ) async {
    let line = ProgressLine()
    for suite in suites where !InterruptSignal.hasArrived {
      let regex = command.countsFilter.flatMap { try? Regex($0) }
      let wanted = results.suites[suite].rows.filter { row in
        regex.map { row.name.contains($0) } ?? true
      }
      let rows = wanted.filter { $0.threads == 1 }
      outcome.rowCount += rows.count
      outcome.rowsWithThreads += wanted.count - rows.count
      if rows.isEmpty { continue }
      do {
        let (counts, isRight) = try await CountedProgram.open(program) { program in
          var counts: [(row: String, counts: RowCounts)] = []
          var isRight = true
          for (index, row) in rows.enumerated() where !InterruptSignal.hasArrived {
            line.show("counting \(index + 1) of \(rows.count): \(row.name)")
            do {
              // A sample takes a millisecond: fifty under valgrind.
              let iterations = max(row.iterationsPerSample, 10)
              var counted = try await program.measure(row: row.name, iterations: iterations)
                .counts
              let heap = try await program.countHeap(row: row.name, iterations: iterations)
              counted.bytes = heap.bytes
              counted.frees = heap.frees
              counts.append((row.name, counted))
            } catch {
              line.clear()
              isRight = false
              if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
            }
          }
          return (counts, isRight)
        }
        outcome.isRight = outcome.isRight && isRight
        for (row, counts) in counts { results.setCounts(counts, ofRow: row, suite: suite) }
      } catch {
        outcome.isRight = false
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      line.clear()
    }
  }
}
