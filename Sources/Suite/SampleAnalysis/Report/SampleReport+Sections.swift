package import ReportRendering
import SampleFiles
package import TraceAnalysis

extension SampleReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  static let maximumRows = 30
  /// How many functions of a stack are shown.
  private static let shownDepth = 5

  /// Returns the report for a person to read, in sections.
  package func sections() -> [ReportSection] {
    [
      overview(), functionSection(), intervalSection(), lockSection(), intervalReasons.section(),
    ].compactMap { $0 }
  }

  static func text(_ nanoseconds: some BinaryInteger) -> String {
    DurationFormat.string(nanoseconds: Double(nanoseconds))
  }

  func overview() -> ReportSection {
    var paragraphs = faults.map { "PARTIAL: \($0)" }
    if lost > 0 {
      paragraphs.append(
        "\(lost) records were lost: the times of threads may be wrong where they were."
      )
    }
    paragraphs.append(
      "Ready is a thread that was taken off its processor; what one waits for a processor after it was woken "
        + "is in the blocked time."
    )
    if let count = tracerThreads, count > 0 {
      paragraphs.append(
        "Left out: \(count) of LTTng's own threads (-ust), which ran for \(Self.text(tracerTimes?.running ?? 0))."
      )
    }
    if !includesKernel {
      paragraphs.append("Time in the kernel is in the running time of threads, and in no function.")
    }
    if let unknownAwaiting, unknownAwaiting > 0 {
      paragraphs.append(
        "Of \(unknownAwaiting) samples in asynchronous functions not all functions are known that await them: "
          + (engine == SamplingEngine.timers.rawValue
            ? "those need frame pointers, as `swift build` makes them (`-Xcc -fno-omit-frame-pointer`)."
            : "perf events can't read them while a thread runs; `--engine timers` can.")
      )
    }
    var table = TextTable(headers: ["samples", "\(samples)"], alignments: [.left, .sentence])
    table.append(row: ["taken by", "\(engine), \(frequency) Hz: \(reason)"])
    table.append(row: ["lost", "\(lost)"])
    table.append(row: ["stacks not whole", "\(cutStacks)"])
    if let tooDeep { table.append(row: ["of these, too deep", tooDeep]) }
    if let unknownAwaiting, unknownAwaiting > 0 {
      table.append(row: ["async callers unknown", "\(unknownAwaiting)"])
    }
    table.append(row: ["threads", "\(threads)"])
    table.append(row: ["running", Self.text(times.running)])
    table.append(row: ["ready", Self.text(times.ready)])
    table.append(row: ["blocked", Self.text(times.waiting)])
    table.append(row: ["blocked, stack unknown", Self.text(waitingUnknown)])
    return ReportSection(title: "Samples", paragraphs: paragraphs, table: table)
  }

  func functionSection() -> ReportSection? {
    let all = max(1, functions.reduce(0) { $0 + $1.running })
    // First the functions that ran themselves, then those whose callees ran or waited.
    let running = functions.filter { $0.running > 0 }
    let around = functions.filter { $0.running == 0 }
      .sorted {
        ($0.runningTotal + $0.waitingTotal, $1.name) > ($1.runningTotal + $1.waitingTotal, $0.name)
      }
    let rows = Array(running.prefix(Self.maximumRows)) + Array(around.prefix(Self.maximumRows))
    let paragraphs =
      rows.count < functions.count
      ? ["The first \(rows.count) of \(functions.count) functions; --json has them all."] : []
    return TraceReport.section(
      "Functions",
      about: paragraphs,
      of: rows,
      atMost: .max,
      headers: Function.headers,
      alignments: Function.alignments
    ) { $0.cells(of: all) }
  }

  func intervalSection() -> ReportSection? {
    TraceReport.section(
      "What intervals did",
      about: [
        "Running, ready and blocked are the threads that were with an interval; otherwise it was suspended, and for what is told only if "
          + "tasks were recorded (--concurrency)."
      ],
      of: intervals,
      atMost: Self.maximumRows,
      headers: [
        "kind", "name", "count", "wall", "running", "ready", "blocked", "suspended", "on",
        "not sampled", "mostly ran", "mostly blocked",
      ],
      alignments: [
        .left, .left, .right, .right, .right, .right, .right, .right, .sentence, .right,
        .sentence, .sentence,
      ]
    ) { row in
      [
        row.kind, row.name, "\(row.count)", Self.text(row.wall), Self.text(row.times.running),
        Self.text(row.times.ready), Self.text(row.times.waiting), Self.text(row.suspended),
        Self.shown(row.waits), "\(row.untold)",
        Self.shown(row.running.first), Self.shown(row.waiting.first),
      ]
    }
  }

  /// The reasons for waiting, the longest first.
  private static func shown(_ waits: [String: UInt64]) -> String {
    guard !waits.isEmpty else { return "-" }
    return waits.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      .map { "\($0.key) \(text($0.value))" }.joined(separator: ", ")
  }

  private static func shown(_ stack: Stack?) -> String {
    guard let stack else { return "-" }
    return StackText.shown(stack.functions, depth: shownDepth)
  }
}

extension SampleReport.Function {
  package static let headers = ["function", "of", "self", "self %", "total", "blocked", "line"]
  package static let alignments: [TextTable.Alignment] = [
    .left, .left, .right, .right, .right, .right, .left,
  ]

  /// Its row in a table of functions with this total running time.
  package func cells(of all: UInt64) -> [String] {
    let (function, line) = SourceLine.cells(name, at: source)
    return [
      function, object, SampleReport.text(running),
      NumberFormat.string(100 * Double(running) / Double(all), decimals: 1),
      SampleReport.text(runningTotal), SampleReport.text(waitingTotal),
      line,
    ]
  }
}
