import Foundation
import Testing
import TraceAnalysis

extension Workshop {
  /// What the tool reports of a trace, which it must be able to read whole.
  func report(of trace: String) async throws -> TraceReport {
    let json = "\(folder)/report.json"
    let outcome = try await run(["report", trace, "--json", json])
    try #require(outcome.status == 0, "\(outcome.error)")
    return try JSONDecoder().decode(
      TraceReport.self,
      from: Data(contentsOf: URL(filePath: json))
    )
  }
}
