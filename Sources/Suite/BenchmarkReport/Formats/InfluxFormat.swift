import BenchmarkResults
import FoundationEssentials

/// InfluxDB line protocol: one line per row, with its parameters as tags.
///
/// Units: nanoseconds; the time is the start of the run, in nanoseconds since the Unix epoch.
enum InfluxFormat {
  static func render(_ results: ResultCollection) -> String {
    var text = ""
    for suite in results.suites {
      // Omits a date beyond 64 bits of nanoseconds, from 2262 on.
      let time = (try? Date(suite.date, strategy: .iso8601))
        .flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) }
        .map { $0.multipliedReportingOverflow(by: 1_000_000_000) }
        .flatMap { $0.overflow ? nil : " \($0.partialValue)" }
      for row in suite.rows {
        var tags = [
          ("suite", suite.suite), ("row", row.name), ("benchmark", row.benchmark),
          ("kind", row.kind.rawValue),
        ]
        if let source = suite.source { tags.append(("commit", source.commit)) }
        tags += row.parameters.map { ("parameter_\($0.key)", $0.value) }
        let tagText = tags.filter { !$0.1.isEmpty }
          .map { "\(escapedTag($0.0))=\(escapedTag($0.1))" }.joined(separator: ",")
        var fields = [
          "min=\(row.wall.minimum)", "median=\(row.wall.median)", "p90=\(row.wall.p90)",
          "p99=\(row.wall.p99)", "max=\(row.wall.maximum)", "cpu_median=\(row.cpu.median)",
          "samples=\(row.sampleCount)i",
        ]
        if let memory = row.memory { fields.append("memory=\(memory)i") }
        fields += (row.counts?.measures ?? []).map { "\($0.name)=\($0.value)" }
        text += "benchmark,\(tagText) \(fields.joined(separator: ","))\(time ?? "")\n"
      }
    }
    return text
  }

  /// Commas, equals signs and spaces separate, so they are escaped; a line break can't be.
  private static func escapedTag(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "," || character == "=" || character == " " { escaped.append("\\") }
      escaped.append(character.isNewline ? "_" : character)
    }
    // A backslash at the end would escape what follows.
    return escaped.hasSuffix("\\") ? escaped + "_" : escaped
  }
}
