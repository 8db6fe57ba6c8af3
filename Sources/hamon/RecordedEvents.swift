import Foundation
import Subprocess

/// How many events of each name a trace holds.
///
/// The one place that `hamon record` reads a trace in. It goes through babeltrace2's text output
/// until the package's own reader takes its place.
enum RecordedEvents {
  /// Reads a trace from end to end.
  ///
  /// - Complexity: O(*n*) in the number of events, about 3 µs an event.
  /// - Parameter directory: The trace's directory.
  /// - Returns: Names and counts, in the order of the names.
  /// - Throws: `RecordedEventsError`, or `SubprocessError` if there is no reader.
  static func counts(inTraceAt directory: String) async throws -> [(name: String, count: UInt64)] {
    let result = try await Subprocess.run(
      .name("babeltrace2"),
      arguments: ["--no-delta", directory],
      input: .none,
      output: .sequence,
      error: .string(limit: 64 << 10)
    ) { execution in
      var counts: [String: UInt64] = [:]
      for try await line in execution.standardOutput.strings() {
        // [00:50:18.824589627] HOST PROVIDER:NAME: { ... }
        let words = line.split(separator: " ", maxSplits: 3)
        if words.count > 2 { counts[String(words[2].dropLast()), default: 0] += 1 }
      }
      return counts
    }
    guard result.terminationStatus.isSuccess else {
      let lines = result.standardError.split(whereSeparator: \.isNewline)
      throw RecordedEventsError.unreadable(reason: lines.last.map(String.init) ?? "")
    }
    return result.closureResult.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
