package import ReportRendering
import TraceReading

extension TraceReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  package static let maximumRows = 40
  static let overviewTitle = "Trace"
  static let intervalsTitle = "Intervals"

  /// Returns the report for a person to read, in sections.
  ///
  /// - Complexity: Proportional to the number of names, processes and counters.
  package func sections() -> [ReportSection] {
    let all = [
      overview(), losses.section(), comparison?.section(), intervalSection(), loadSection(),
      queueSection(), frameSection(),
      slowestSection(), silenceSection(), curveSection("Running at a time", parallelism),
      outcomeSection(),
      discardSection(), retrySection(), totalSection(), nestingSection(), pointSection(),
      counterSection(),
      curveSection("Counters over time", counterCurves), measurementSection(), eventSection(),
    ]
    return all.compactMap { $0 } + threadSections()
  }

  /// Returns the report as text for a terminal.
  ///
  /// - Parameter width: The maximum length of a line in characters; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func renderedText(width: Int? = nil) -> String {
    sections().map { $0.rendered(width: width) }.joined(separator: "\n")
  }

  private func overview() -> ReportSection {
    var paragraphs: [String] = []
    if isPartial {
      paragraphs.append(
        "PARTIAL: a part of this trace could not be read. The numbers are of the rest."
      )
      paragraphs += faults.map { "  " + $0 }
    }
    var table = TextTable(headers: ["trace", path], alignments: [.left, .left])
    table.append(row: ["duration", DurationFormat.string(nanoseconds: Double(duration))])
    table.append(row: ["events", "\(eventCount)"])
    table.append(row: ["processes", "\(processes.count)"])
    let threads = processes.compactMap(\.threadCount)
    table.append(row: ["threads", threads.isEmpty ? "-" : "\(threads.reduce(0, +))"])
    return ReportSection(
      title: isPartial ? "\(Self.overviewTitle) (partial)" : Self.overviewTitle,
      paragraphs: paragraphs,
      table: table
    )
  }

  private func intervalSection() -> ReportSection? {
    Self.section(
      Self.intervalsTitle,
      of: intervals,
      headers: [
        "kind", "name", "count", "total", "self", "min", "p50", "p90", "p99", "p99.9", "max",
      ],
      alignments: [.left, .left]
    ) { row in
      let times = [row.minimum, row.p50, row.p90, row.p99, row.p999, row.maximum]
      return [
        row.kind.rawValue, row.label, "\(row.count)",
        Self.duration(row.count > 0 ? Int64(clamping: row.total) : nil),
        Self.duration(row.selfTime),
      ] + times.map(Self.duration)
    }
  }

  private func loadSection() -> ReportSection? {
    Self.section(
      "CPU time and parallelism of intervals",
      of: intervals,
      headers: ["kind", "name", "CPU", "CPU known", "parallel", "max parallel", "never ended"],
      alignments: [.left, .left]
    ) { row in
      [
        row.kind.rawValue, row.label, Self.duration(row.cpuTime), "\(row.cpuTimeCount)",
        row.meanParallelism.map { NumberFormat.string($0, decimals: 2) } ?? "-",
        "\(row.maximumParallelism)", "\(row.unendedCount)",
      ]
    }
  }

  private func curveSection(_ title: String, _ curves: [TimeCurve]?) -> ReportSection? {
    let start = firstTimestamp ?? 0
    return Self.section(
      title,
      of: curves,
      headers: ["", "mean", "max", "from the begin of the trace to its end"],
      alignments: [.left, .right, .right, .fixed]
    ) { curve in
      [
        curve.name, NumberFormat.string(curve.mean, decimals: 2), "\(curve.maxima.max() ?? 0)",
        curve.sparkline(columns: 60, from: start, to: start + duration),
      ]
    }
  }

  private func slowestSection() -> ReportSection? {
    Self.section(
      "The slowest",
      of: slowest,
      atMost: 10,
      headers: [
        "kind", "name", "took", "self", "CPU", "waited", "silent", "began at", "pid", "id",
        "came about in", "fields",
      ],
      alignments: [
        .left, .left, .right, .right, .right, .right, .right, .right, .right, .right, .sentence,
        .sentence,
      ]
    ) { row in
      [
        row.kind.rawValue, row.label, Self.duration(row.duration), Self.duration(row.selfTime),
        Self.duration(row.cpuTime), Self.duration(row.wait), Self.duration(row.silence),
        "+" + Self.duration(row.begin - (firstTimestamp ?? 0)), Self.text(row.processID),
        "\(row.id)", row.parents.joined(separator: " > "), row.fields.joined(separator: ", "),
      ]
    }
  }

  private func silenceSection() -> ReportSection? {
    Self.section(
      "Silences of whole processes",
      about: [
        "No thread emitted anything, though several were at work: the process was stopped or had no "
          + "processor, or all of it waited (--samples tells). It is in the durations of all that were open."
      ],
      of: silences,
      atMost: 10,
      headers: ["lasted", "began at", "pid", "intervals at work", "on threads", "meanwhile"],
      alignments: [.right, .right, .right, .right, .right, .sentence]
    ) { row in
      [
        Self.duration(row.duration), "+" + Self.duration(row.begin - (firstTimestamp ?? 0)),
        Self.text(row.processID), "\(row.intervals)", "\(row.threads)",
        row.activity?.text ?? "-",
      ]
    }
  }

  private func retrySection() -> ReportSection? {
    Self.section(
      "Items tried again",
      of: retries,
      headers: ["name", "tried again", "most for one", "back-off", "because of"],
      alignments: [.left, .right, .right, .right, .sentence]
    ) { row in
      let errors = row.errors.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      let texts = errors.prefix(3).map { "\($0.value) x \($0.key)" }
      return [
        row.name, "\(row.count)", "\(row.maximumAttempt)", Self.duration(row.delay),
        (texts + (errors.count > 3 ? ["..."] : [])).joined(separator: ", "),
      ]
    }
  }

  private func totalSection() -> ReportSection? {
    Self.section("Totals", of: totals, headers: ["what", "count"], alignments: [.left]) {
      [$0.label, "\($0.value)"]
    }
  }

  private func measurementSection() -> ReportSection? {
    Self.section(
      "Measurements",
      of: measurements,
      headers: [
        "name", "subsystem", "category", "count", "mean", "min", "p50", "p90", "p99", "max",
      ],
      alignments: [.left, .left, .left]
    ) { row in
      [row.name, row.subsystem, row.category, "\(row.count)"]
        + [row.mean, row.minimum, row.p50, row.p90, row.p99, row.maximum]
        .map { $0.map { NumberFormat.string($0, decimals: 3) } ?? "-" }
    }
  }

  private func outcomeSection() -> ReportSection? {
    let ended = intervals.filter { $0.outcomes != nil }
    // Rare outcomes have columns only if they occurred.
    let usual = ["success", "failure", "cancelled"]
    let rare = Set(ended.flatMap { ($0.outcomes ?? [:]).keys }).subtracting(usual).sorted()
    let outcomes = usual + rare
    return Self.section(
      "How intervals have ended",
      of: ended,
      headers: ["name"] + outcomes,
      alignments: [.left]
    ) { row in
      [row.label] + outcomes.map { "\(row.outcomes?[$0] ?? 0)" }
    }
  }

  private func discardSection() -> ReportSection? {
    let reasons = ["cancelled", "rejected", "dropped", "replaced"]
    return Self.section(
      "Items that never began",
      of: discards,
      headers: ["name", "kind"] + reasons,
      alignments: [.left, .left]
    ) { row in
      [row.name ?? "(name unknown)", row.kind ?? "-"]
        + reasons.map { "\(row.reasons[$0] ?? 0)" }
    }
  }

  private func nestingSection() -> ReportSection? {
    Self.section(
      "Who has dispatched or begun whom",
      of: nestings,
      atMost: 20,
      headers: ["parent", "kind", "child", "kind", "count"],
      alignments: [.left, .left, .left, .left]
    ) { row in
      [
        row.parent ?? "(others)", row.parentKind.rawValue, row.child ?? "(others)",
        row.childKind.rawValue, "\(row.count)",
      ]
    }
  }

  private func queueSection() -> ReportSection? {
    Self.section(
      "Wait in the queue",
      of: intervals.filter { $0.queueWait != nil },
      headers: ["name", "kind", "count", "p50", "p99", "max", "max depth", "nested"],
      alignments: [.left, .left]
    ) { row in
      guard let wait = row.queueWait else { return [row.label] }
      return [
        row.label, wait.kinds.joined(separator: ", "), "\(wait.count)", Self.duration(wait.p50),
        Self.duration(wait.p99), Self.duration(wait.maximum), "\(wait.maximumDepth)",
        "\(wait.nestedCount)",
      ]
    }
  }

  private func pointSection() -> ReportSection? {
    Self.section(
      "Points",
      of: points,
      headers: ["name", "subsystem", "category", "count"],
      alignments: [.left, .left, .left]
    ) {
      [$0.name, $0.subsystem, $0.category, "\($0.count)"]
    }
  }

  private func counterSection() -> ReportSection? {
    Self.section(
      "Counters",
      of: counters,
      headers: [
        "name", "subsystem", "category", "host", "pid", "values", "last", "min", "max", "mean",
      ],
      alignments: [.left, .left, .left, .left]
    ) {
      [
        $0.name + ($0.storeID.map { " (store \($0))" } ?? ""), $0.subsystem, $0.category,
        $0.hostname, Self.text($0.processID), "\($0.count)", "\($0.last)",
        "\($0.minimum)", "\($0.maximum)",
        $0.mean.map { NumberFormat.string($0, decimals: 2) } ?? "-",
      ]
    }
  }

  private func eventSection() -> ReportSection? {
    Self.section(
      "Events",
      of: events,
      headers: ["event", "count", "use"],
      alignments: [.left, .right, .left]
    ) {
      [$0.fullName, "\($0.count)", $0.isDecoded ? "" : "counted only"]
    }
  }

  /// A section with the first rows of a table, and a line that says so if these are not all; `nil` without rows.
  package static func section<Row>(
    _ title: String,
    about paragraphs: [String] = [],
    of rows: [Row]?,
    atMost maximum: Int = maximumRows,
    headers: [String],
    alignments: [TextTable.Alignment],
    cells: (Row) -> [String]
  ) -> ReportSection? {
    guard let rows, !rows.isEmpty else { return nil }
    var table = TextTable(headers: headers, alignments: alignments)
    for row in rows.prefix(maximum) { table.append(row: cells(row)) }
    let rest = "The first \(maximum) of \(rows.count) rows; --json has them all."
    return ReportSection(
      title: title,
      paragraphs: paragraphs + (rows.count > maximum ? [rest] : []),
      table: table
    )
  }

  static func text(_ number: (some BinaryInteger)?) -> String { number.map { "\($0)" } ?? "-" }

  static func duration(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { DurationFormat.string(nanoseconds: Double($0)) } ?? "-"
  }
}
