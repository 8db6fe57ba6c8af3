import SuiteErrors

extension BenchRun {
  /// Leaves out the executables that have no row to run.
  ///
  /// - Parameter paths: Executables.
  /// - Returns: Those of them that have rows which match the filter, and which `--quick` leaves in.
  /// - Throws: ``SuiteError`` if none is left, with a filter an executable doesn't tell its rows, or no row
  ///   is to be counted where some should be.
  func select(_ paths: [String]) async throws(SuiteError) -> [String] {
    guard !paths.isEmpty, filter != nil || isQuick || countsFilter != nil else { return paths }
    let regex = filter.flatMap { try? Regex($0) }
    if let filter, regex == nil { throw .invalidPattern("--filter", filter) }
    func matches(_ row: String) -> Bool { regex.map { row.contains($0) } ?? true }

    var selected: [String] = []
    var running: [String] = []
    var tellsAll = true
    var available: [String] = []
    var leftOut: [String] = []
    for path in paths where !InterruptSignal.hasArrived {
      let process = BenchProcess(path: path)
      do throws(SuiteError) {
        let rows = try await process.rows(isQuick: isQuick)
        available += rows
        let matching = rows.filter(matches)
        running += matching
        if !matching.isEmpty {
          selected.append(path)
        } else if isQuick {
          let large = try await process.rows().filter(matches)
          if !large.isEmpty {
            StandardError.write("note: \(path): --quick leaves out all that it would run")
          }
          leftOut += large
        }
      } catch {
        // Where nothing is filtered it is run all the same: that says what is wrong with it.
        guard filter == nil else { throw error }
        selected.append(path)
        tellsAll = false
      }
    }
    if InterruptSignal.hasArrived { return selected }
    guard selected.isEmpty else {
      if tellsAll { try checkCounts(running) }
      return selected
    }
    guard leftOut.isEmpty else {
      throw SuiteError(
        "--quick",
        "it leaves out all rows that were chosen, as too large for a first look",
        remedy: "leave out --quick, or choose others than these:\n\(SuiteError.list(leftOut))"
      )
    }
    throw .nothingMatches("--filter", filter ?? "", rows: available)
  }

  /// Makes sure that `--counts-filter` matches one of the rows that run.
  private func checkCounts(_ rows: [String]) throws(SuiteError) {
    guard let countsFilter, let regex = try? Regex(countsFilter) else { return }
    guard rows.contains(where: { $0.contains(regex) }) else {
      throw .nothingMatches(
        "--counts-filter",
        countsFilter,
        problem: "it matches no row that runs",
        rows: rows
      )
    }
  }
}
