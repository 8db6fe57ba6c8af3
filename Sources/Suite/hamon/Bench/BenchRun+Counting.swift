import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Counting
import FoundationEssentials
import ProcessLaunching
import SuiteErrors

extension BenchRun {
  /// Counts what the commands, and all processes they start, execute and call.
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
          StandardError.warning("\(SuiteError.unrepeatableCounts(command))")
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
    /// The number of rows to count.
    var rowCount = 0
    /// The number of rows left out: what several threads do depends on how they meet.
    var rowsWithThreads = 0
    /// Whether all rows to count were counted.
    var isRight = true
  }

  /// Warns about processor events that can't be counted here.
  func tellUncountedEvents() {
    let counters = HardwareCounters.available()
    guard let reason = counters.reason else { return }
    let others =
      counters.names.isEmpty
      ? "none are counted" : "only \(counters.names.joined(separator: ", ")) are counted"
    StandardError.warning(
      "--counters: this machine doesn't count all events of the processor (\(reason)): \(others); "
        + "--counts gives exact instructions with valgrind"
    )
  }

  /// Reports rows that were left out.
  ///
  /// - Returns: `false` if `--counts-filter` matches only such rows.
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

  /// Counts what the rows of an executable execute and call.
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
        let program = try await CountedProgram(program)
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
            results.setCounts(counted, ofRow: row.name, suite: suite)
          } catch {
            line.clear()
            outcome.isRight = false
            if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
          }
        }
      } catch {
        outcome.isRight = false
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      line.clear()
    }
  }
}
