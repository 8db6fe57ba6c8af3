import ReportRendering

extension TraceReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  static let maximumRows = 40
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
      processSection(),
    ]
    return all.compactMap { $0 }
  }

  /// Returns the report as text for a terminal.
  ///
  /// - Parameter width: How many characters a line may have; `nil` for as many as there are.
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
    guard !intervals.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "kind", "name", "count", "total", "self", "min", "p50", "p90", "p99", "p99.9", "max",
      ],
      alignments: [.left, .left]
    )
    let paragraphs = Self.fill(&table, with: intervals) { row in
      let times = [row.minimum, row.p50, row.p90, row.p99, row.p999, row.maximum]
      return [
        row.kind.rawValue, row.label, "\(row.count)",
        Self.duration(row.count > 0 ? Int64(clamping: row.total) : nil),
        Self.duration(row.selfTime),
      ] + times.map(Self.duration)
    }
    return ReportSection(title: Self.intervalsTitle, paragraphs: paragraphs, table: table)
  }

  private func loadSection() -> ReportSection? {
    guard !intervals.isEmpty else { return nil }
    var table = TextTable(
      headers: ["kind", "name", "CPU", "CPU known", "parallel", "max parallel", "never ended"],
      alignments: [.left, .left]
    )
    let paragraphs = Self.fill(&table, with: intervals) { row in
      [
        row.kind.rawValue, row.label, Self.duration(row.cpuTime), "\(row.cpuTimeCount)",
        row.meanParallelism.map { NumberFormat.string($0, decimals: 2) } ?? "-",
        "\(row.maximumParallelism)", "\(row.unendedCount)",
      ]
    }
    return ReportSection(
      title: "CPU time and parallelism of intervals",
      paragraphs: paragraphs,
      table: table
    )
  }

  private func curveSection(_ title: String, _ curves: [TimeCurve]?) -> ReportSection? {
    guard let curves, !curves.isEmpty else { return nil }
    var table = TextTable(
      headers: ["", "mean", "max", "from the begin of the trace to its end"],
      alignments: [.left, .right, .right, .fixed]
    )
    let paragraphs = Self.fill(&table, with: curves) { curve in
      [
        curve.name, NumberFormat.string(curve.mean, decimals: 2), "\(curve.maxima.max() ?? 0)",
        curve.sparkline(
          columns: 60,
          from: firstTimestamp ?? 0,
          to: (firstTimestamp ?? 0) + duration
        ),
      ]
    }
    return ReportSection(title: title, paragraphs: paragraphs, table: table)
  }

  private func slowestSection() -> ReportSection? {
    guard let slowest, !slowest.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "kind", "name", "took", "self", "CPU", "waited", "silent", "began at", "pid", "id",
        "came about in", "fields",
      ],
      alignments: [
        .left, .left, .right, .right, .right, .right, .right, .right, .right, .right, .sentence,
        .sentence,
      ]
    )
    let paragraphs = Self.fill(&table, with: slowest, atMost: 10) { row in
      [
        row.kind.rawValue, row.label, Self.duration(row.duration), Self.duration(row.selfTime),
        Self.duration(row.cpuTime), Self.duration(row.wait), Self.duration(row.silence),
        "+" + Self.duration(row.begin - (firstTimestamp ?? 0)),
        row.processID.map(String.init) ?? "-", "\(row.id)",
        row.parents.joined(separator: " > "), row.fields.joined(separator: ", "),
      ]
    }
    return ReportSection(title: "The slowest", paragraphs: paragraphs, table: table)
  }

  private func silenceSection() -> ReportSection? {
    guard let silences, !silences.isEmpty else { return nil }
    var table = TextTable(
      headers: ["lasted", "began at", "pid", "intervals at work", "on threads"],
      alignments: []
    )
    let paragraphs = Self.fill(&table, with: silences, atMost: 10) { row in
      [
        Self.duration(row.duration), "+" + Self.duration(row.begin - (firstTimestamp ?? 0)),
        row.processID.map(String.init) ?? "-", "\(row.intervals)", "\(row.threads)",
      ]
    }
    return ReportSection(
      title: "Silences of whole processes",
      paragraphs: [
        "No thread emitted anything, though several were at work: the process was stopped or had no "
          + "processor, or all of it waited. It is in the durations of all that were open."
      ] + paragraphs,
      table: table
    )
  }

  private func retrySection() -> ReportSection? {
    guard let retries, !retries.isEmpty else { return nil }
    var table = TextTable(
      headers: ["name", "tried again", "most for one", "back-off", "because of"],
      alignments: [.left, .right, .right, .right, .sentence]
    )
    let paragraphs = Self.fill(&table, with: retries) { row in
      let errors = row.errors.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      let texts = errors.prefix(3).map { "\($0.value) x \($0.key)" }
      return [
        row.name, "\(row.count)", "\(row.maximumAttempt)", Self.duration(row.delay),
        (texts + (errors.count > 3 ? ["..."] : [])).joined(separator: ", "),
      ]
    }
    return ReportSection(title: "Items tried again", paragraphs: paragraphs, table: table)
  }

  private func totalSection() -> ReportSection? {
    guard let totals, !totals.isEmpty else { return nil }
    var table = TextTable(headers: ["what", "count"], alignments: [.left])
    let paragraphs = Self.fill(&table, with: totals) { [$0.label, "\($0.value)"] }
    return ReportSection(title: "Totals", paragraphs: paragraphs, table: table)
  }

  private func measurementSection() -> ReportSection? {
    guard let measurements, !measurements.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "name", "subsystem", "category", "count", "mean", "min", "p50", "p90", "p99", "max",
      ],
      alignments: [.left, .left, .left]
    )
    let paragraphs = Self.fill(&table, with: measurements) { row in
      [row.name, row.subsystem, row.category, "\(row.count)"]
        + [row.mean, row.minimum, row.p50, row.p90, row.p99, row.maximum]
        .map { $0.map { NumberFormat.string($0, decimals: 3) } ?? "-" }
    }
    return ReportSection(title: "Measurements", paragraphs: paragraphs, table: table)
  }

  private func outcomeSection() -> ReportSection? {
    let ended = intervals.filter { $0.outcomes != nil }
    guard !ended.isEmpty else { return nil }
    // What only few kinds come to has columns only where it happened.
    let usual = ["success", "failure", "cancelled"]
    let rare = Set(ended.flatMap { ($0.outcomes ?? [:]).keys }).subtracting(usual).sorted()
    let outcomes = usual + rare
    var table = TextTable(headers: ["name"] + outcomes, alignments: [.left])
    let paragraphs = Self.fill(&table, with: ended) { row in
      [row.label] + outcomes.map { "\(row.outcomes?[$0] ?? 0)" }
    }
    return ReportSection(
      title: "How intervals have ended",
      paragraphs: paragraphs,
      table: table
    )
  }

  private func discardSection() -> ReportSection? {
    guard let discards, !discards.isEmpty else { return nil }
    let reasons = ["cancelled", "rejected", "dropped", "replaced"]
    var table = TextTable(headers: ["name", "kind"] + reasons, alignments: [.left, .left])
    let paragraphs = Self.fill(&table, with: discards) { row in
      [row.name ?? "(name unknown)", row.kind ?? "-"]
        + reasons.map { "\(row.reasons[$0] ?? 0)" }
    }
    return ReportSection(
      title: "Items that never began",
      paragraphs: paragraphs,
      table: table
    )
  }

  private func nestingSection() -> ReportSection? {
    guard let nestings, !nestings.isEmpty else { return nil }
    var table = TextTable(
      headers: ["parent", "kind", "child", "kind", "count"],
      alignments: [.left, .left, .left, .left]
    )
    let paragraphs = Self.fill(&table, with: nestings, atMost: 20) { row in
      [
        row.parent ?? "(others)", row.parentKind.rawValue, row.child ?? "(others)",
        row.childKind.rawValue, "\(row.count)",
      ]
    }
    return ReportSection(
      title: "Who has dispatched or begun whom",
      paragraphs: paragraphs,
      table: table
    )
  }

  private func queueSection() -> ReportSection? {
    let waiting = intervals.filter { $0.queueWait != nil }
    guard !waiting.isEmpty else { return nil }
    var table = TextTable(
      headers: ["name", "kind", "count", "p50", "p99", "max", "max depth", "nested"],
      alignments: [.left, .left]
    )
    let paragraphs = Self.fill(&table, with: waiting) { row in
      guard let wait = row.queueWait else { return [row.label] }
      return [
        row.label, wait.kinds.joined(separator: ", "), "\(wait.count)", Self.duration(wait.p50),
        Self.duration(wait.p99), Self.duration(wait.maximum), "\(wait.maximumDepth)",
        "\(wait.nestedCount)",
      ]
    }
    return ReportSection(title: "Wait in the queue", paragraphs: paragraphs, table: table)
  }

  private func pointSection() -> ReportSection? {
    guard !points.isEmpty else { return nil }
    var table = TextTable(
      headers: ["name", "subsystem", "category", "count"],
      alignments: [.left, .left, .left]
    )
    let paragraphs = Self.fill(&table, with: points) {
      [$0.name, $0.subsystem, $0.category, "\($0.count)"]
    }
    return ReportSection(title: "Points", paragraphs: paragraphs, table: table)
  }

  private func counterSection() -> ReportSection? {
    guard !counters.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "name", "subsystem", "category", "host", "pid", "values", "last", "min", "max", "mean",
      ],
      alignments: [.left, .left, .left, .left]
    )
    let paragraphs = Self.fill(&table, with: counters) {
      [
        $0.name + ($0.storeID.map { " (store \($0))" } ?? ""), $0.subsystem, $0.category,
        $0.hostname, $0.processID.map(String.init) ?? "-", "\($0.count)", "\($0.last)",
        "\($0.minimum)", "\($0.maximum)",
        $0.mean.map { NumberFormat.string($0, decimals: 2) } ?? "-",
      ]
    }
    return ReportSection(title: "Counters", paragraphs: paragraphs, table: table)
  }

  private func eventSection() -> ReportSection? {
    guard !events.isEmpty else { return nil }
    var table = TextTable(headers: ["event", "count", "use"], alignments: [.left, .right, .left])
    let paragraphs = Self.fill(&table, with: events) {
      [
        $0.provider.isEmpty ? $0.name : "\($0.provider):\($0.name)", "\($0.count)",
        $0.isDecoded ? "" : "counted only",
      ]
    }
    return ReportSection(title: "Events", paragraphs: paragraphs, table: table)
  }

  private func processSection() -> ReportSection? {
    guard !processes.isEmpty else { return nil }
    var table = TextTable(
      headers: ["host", "pid", "name", "threads", "events"],
      alignments: [.left, .right, .left]
    )
    let paragraphs = Self.fill(&table, with: processes) {
      [
        $0.hostname, $0.processID.map(String.init) ?? "-", $0.name ?? "-",
        $0.threadCount.map(String.init) ?? "-", "\($0.eventCount)",
      ]
    }
    return ReportSection(title: "Processes", paragraphs: paragraphs, table: table)
  }

  /// Appends the first rows, and returns what is to be said if those are not all.
  static func fill<Row>(
    _ table: inout TextTable,
    with rows: [Row],
    atMost maximum: Int = maximumRows,
    cells: (Row) -> [String]
  ) -> [String] {
    for row in rows.prefix(maximum) { table.append(row: cells(row)) }
    guard rows.count > maximum else { return [] }
    return ["The first \(maximum) of \(rows.count) rows; --json has them all."]
  }

  static func duration(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { DurationFormat.string(nanoseconds: Double($0)) } ?? "-"
  }
}
