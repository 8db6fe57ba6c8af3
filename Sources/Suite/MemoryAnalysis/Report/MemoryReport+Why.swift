import ReportRendering
package import TraceAnalysis

// What memory says in the first lines of a report.
extension MemoryReport {
  private static let toldLeaks = 3
  private static let toldGrowths = 2
  /// What grew by a smaller share of what lives at the end isn't told.
  private static let leastShare = 0.05

  /// What is leaked, what only grows, and what was the most.
  package func reasons() -> [Why.Reason] {
    var reasons: [Why.Reason] = []
    if let fault = faults.first {
      reasons.append(
        Why.Reason(.missing, "The memory isn't whole (faults: \(faults.count)): \(fault).")
      )
    }
    reasons += leaks.prefix(Self.toldLeaks).map { Why.Reason(.leak, $0.sentence) }
    let grown = growths.flatMap { growth in
      let live = processes.first { $0.id == growth.process }?.atEnd.bytes ?? 0
      return growth.rows.filter { $0.onlyGrows && $0.growth > Self.leastShare * live }
        .map { (growth, $0) }
    }.sorted { $0.1.growth > $1.1.growth }
    reasons += grown.prefix(Self.toldGrowths).map { growth, row in
      let held = row.holders.first.map { ", held by `\($0)`" } ?? ""
      let ends = [row.amounts.first, row.amounts.last].compactMap { $0?.text }
      return Why.Reason(
        .growth,
        "`\(row.type)`, made in `\(row.place.text)`, only grows: from \(ends.joined(separator: " to ")) at \(growth.moments.count) times"
          + "\(held); see What grew."
      )
    }
    return reasons + [peakReason()].compactMap { $0 }
  }

  /// What was the most, for memory in which nothing stands out.
  package var longest: String {
    guard let process = largest else { return "nothing was allocated" }
    return "at most \(process.peak.text) lived at a time"
  }

  private var largest: Process? { processes.max { $0.peak.bytes < $1.peak.bytes } }

  private func peakReason() -> Why.Reason? {
    guard let process = largest, process.peak.bytes > 0 else { return nil }
    let most = sites.max { $0.figures.atPeak.bytes < $1.figures.atPeak.bytes }
    let mostly = most.map { row in
      row.figures.atPeak.bytes == 0
        ? ""
        : ", mostly `\(row.type ?? "")` of `\(row.place?.text ?? "")` (\(row.figures.atPeak.text))"
    }
    return Why.Reason(
      .memory,
      "`\(process.command)` had \(process.peak.text) at its peak, after \(Self.time(process.peakTime))\(mostly ?? ""), and "
        + "\(process.atEnd.text) at the end; see Memory by type and function."
    )
  }
}

extension MemoryReport.Leak {
  /// What is leaked, by which fields, and who made it.
  var sentence: String {
    let names = self.names.map { "`\($0)`" }.joined(separator: " and ")
    let size = ByteFormat.string(Double(bytes))
    let what =
      cycle.isEmpty
      ? "\(count) x \(names) (\(size)), which nothing holds"
      : "\(count) x \(names) (\(size)), which hold each other by `\(circle)`"
    let made =
      places.isEmpty ? "" : ", made in \(places.map { "`\($0.text)`" }.joined(separator: " and "))"
    return "Leaked: \(what)\(made); see Leaked."
  }
}
