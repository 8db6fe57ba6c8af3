import BenchmarkHarness
import BenchmarkReport
import ExactCounts
import FoundationEssentials

extension BenchRun {
  /// Counts what the commands execute and call, with all processes that they start.
  func countCommands(suite: Int, in results: inout ResultCollection) async -> Bool {
    let line = ProgressLine()
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

  /// Counts what the rows of one executable execute and call.
  ///
  /// - Returns: Whether all that can be counted was; what several threads do depends on how they meet,
  ///   so such rows are left out.
  func count(
    _ path: String,
    suites: Range<Int>,
    in results: inout ResultCollection
  ) async -> Bool {
    let line = ProgressLine()
    var isRight = true
    for suite in suites where !InterruptSignal.hasArrived {
      let regex = countsFilter.flatMap { try? Regex($0) }
      let rows = results.suites[suite].rows.filter { row in
        row.threads == 1 && regex.map { row.name.contains($0) } ?? true
      }
      if rows.isEmpty { continue }
      do {
        let counts = try await CountedProgram.open(path) { program in
          var counts: [(row: String, counts: RowCounts)] = []
          for (index, row) in rows.enumerated() where !InterruptSignal.hasArrived {
            line.show("counting \(index + 1) of \(rows.count): \(row.name)")
            do {
              // A sample takes a millisecond: fifty under valgrind.
              let iterations = max(row.iterationsPerSample, 10)
              var counted = try await program.count(row: row.name, iterations: iterations)
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
          return counts
        }
        for (row, counts) in counts { results.setCounts(counts, ofRow: row, suite: suite) }
      } catch {
        isRight = false
        if !InterruptSignal.hasArrived { StandardError.error("\(error)") }
      }
      line.clear()
    }
    return isRight
  }
}
