import BenchmarkResults
import ExactCounts
import ProcessLaunching

/// Counts one row at base and head, both at once.
struct RowCounting {
  let base: CountedProgram
  let head: CountedProgram
  /// What the head is told besides.
  var headArguments: [String] = []
  /// How long each run may take.
  let timeout: Duration

  /// Counts what both sides execute and call.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: How many iterations, on both sides.
  /// - Returns: The counts of one operation at base and head.
  /// - Throws: ``ProcessFailure``.
  func count(
    _ row: String,
    iterations: Int
  ) async throws(ProcessFailure) -> (base: RowCounts, head: RowCounts) {
    async let baseCounts = count(.base, row, iterations: iterations)
    async let headCounts = count(.head, row, iterations: iterations)
    switch (await baseCounts, await headCounts) {
    case (.failure(let error), _), (_, .failure(let error)): throw error
    case (.success(let base), .success(let head)): return (base, head)
    }
  }

  private func count(
    _ side: GateSide,
    _ row: String,
    iterations: Int
  ) async -> Result<RowCounts, ProcessFailure> {
    do {
      return .success(
        try await (side == .base ? base : head).count(
          row: row,
          iterations: iterations,
          arguments: side == .base ? [] : headArguments,
          timeout: timeout
        )
      )
    } catch {
      return .failure(ProcessFailure("\(side.rawValue): \(error)"))
    }
  }
}
