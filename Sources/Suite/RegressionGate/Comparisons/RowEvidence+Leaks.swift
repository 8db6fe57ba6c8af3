import BenchmarkResults
import ProcessLaunching
import Statistics

extension RowEvidence {
  /// Looks for what an operation leaves in memory on both sides.
  ///
  /// If the head seems to leave some where the base leaves none, it looks once more: threads and caches may have done it by chance.
  mutating func findLeaks(
    of programs: Sides<BenchmarkProgram>,
    iterations: Int,
    by search: LeakSearch
  ) async {
    var hasFailed = false
    repeat {
      let isAgain = headLeaves != nil
      do {
        baseLeaves = try await search(programs.base, row, iterations)
      } catch {
        countingFailure = countingFailure ?? "base: \(error)"
        hasFailed = true
      }
      do {
        headLeaves = try await search(programs.head, row, iterations)
      } catch {
        countingFailure = countingFailure ?? "head: \(error)"
        hasFailed = true
      }
      if isAgain || hasFailed { break }
    } while MetricComparison.leaks(of: self)?.verdict == .regression
  }
}

extension MetricComparison {
  /// Compares what an operation leaves in memory, in bytes; `nil` if that was not looked for on both sides.
  ///
  /// A regression: the head has leaks, or leaves anything at all, and the base has none. Where both leave some, that is only told.
  static func leaks(of evidence: RowEvidence) -> MetricComparison? {
    guard let memory = Sides(evidence.baseLeaves, evidence.headLeaves) else { return nil }
    let (leaked, left) = (memory.map(\.leakedBytes), memory.map(\.bytes))
    func differ(_ bytes: Sides<Double>) -> Bool { (bytes.base > 0) != (bytes.head > 0) }
    let values = differ(leaked) ? leaked : left
    let difference = differ(values) ? values.difference : 0
    let told = values.base > 0 ? "both sides leave memory: " : ""
    return MetricComparison(
      metric: .leaks,
      values: values,
      change: values.base > 0 ? values.difference / values.base : values.head > 0 ? nil : 0,
      limit: 0,
      verdict: Verdict(difference...difference, margin: 0),
      note: memory.head.bytes > 0 ? told + memory.head.sentence : nil
    )
  }
}
