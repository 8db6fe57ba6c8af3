/// Why a suite can't be run, or not as asked.
enum HarnessError: Error, Equatable, CustomStringConvertible {
  case noBenchmarks(suite: String)
  case noQuickBenchmarks(suite: String)
  case duplicateRow(name: String)
  case unknownFloor(floor: String, row: String, available: [String])
  case unknownParameter(parameter: String, bar: String, row: String, available: [String])
  case invalidFilter(pattern: String)
  case nothingMatches(pattern: String, available: [String])
  case manyRowsServed(count: Int)
  case noMeasurableTime
  case stopwatchNotStarted
  case file(ResultFileError)
  case hashingNotDeterministic

  /// What is wrong and what to do.
  var description: String {
    switch self {
    case .noBenchmarks(let suite):
      "suite \(suite): it has no benchmarks; add one before main()"
    case .noQuickBenchmarks(let suite):
      "--quick: it leaves out all rows of the suite \(suite); leave out --quick"
    case .duplicateRow(let name):
      "row \(name): two benchmarks have this name; give them different names or parameters"
    case .unknownFloor(let floor, let row, let available):
      """
      row \(row): its floor \(floor) is no other row's name; use one of these:
      \(Self.list(available))
      """
    case .unknownParameter(let parameter, let bar, let row, let available):
      """
      row \(row): the bar \(bar) is on the exponent of \(parameter), which is none of its parameters; \
      \(available.isEmpty ? "give it some" : "use one of these: \(available.joined(separator: ", "))")
      """
    case .invalidFilter(let pattern):
      "--filter \(pattern): it is not a regular expression; escape the characters that are special"
    case .nothingMatches(let pattern, let available):
      """
      --filter \(pattern): it matches no row; use a pattern that matches one of these:
      \(Self.list(available))
      """
    case .manyRowsServed(let count):
      "--serve: \(count) rows match, not one; give a --filter that matches one row"
    case .noMeasurableTime:
      """
      its time doesn't grow with its iterations, so the compiler has probably removed the loop, or \
      computes its result before it; take its input through identity(_:) in each iteration, and give what \
      it computes to blackHole(_:)
      """
    case .stopwatchNotStarted:
      "its stopwatch was never started, so nothing was measured; call start() before what counts"
    case .file(let error):
      error.description
    case .hashingNotDeterministic:
      """
      SWIFT_DETERMINISTIC_HASHING: it is not set, and under valgrind the program can't start itself \
      anew with it; run with SWIFT_DETERMINISTIC_HASHING=1 in the environment
      """
    }
  }

  private static func list(_ rows: [String]) -> String {
    rows.map { "  \($0)" }.joined(separator: "\n")
  }
}
