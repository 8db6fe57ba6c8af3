import ReportRendering
import SampleAnalysis
package import TraceAnalysis

extension TaskReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  private static let maximumRows = 30

  /// Returns the report for a person to read, in sections.
  package func sections() -> [ReportSection] {
    [
      overview(), creatorSection(), executorSection(), poolSection(), hopSection(),
      suspendedSection(), intervalSection(), intervalReasons?.section(), slowSection(),
      sampleSection(),
    ].compactMap { $0 }
  }

  static func text(_ nanoseconds: some BinaryInteger) -> String {
    DurationFormat.string(nanoseconds: Double(nanoseconds))
  }

  private static func text(_ place: Place?) -> String { place?.function ?? "-" }

  func overview() -> ReportSection {
    var table = TextTable(headers: ["tasks", "\(created)"], alignments: [.left, .sentence])
    table.append(row: ["ended", "\(ended)"])
    let share = created == 0 ? 100 : 100 * Double(matched) / Double(created)
    table.append(row: [
      "seen from creation to end", "\(matched) (\(NumberFormat.string(share, decimals: 2)) %)",
    ])
    table.append(row: ["running at the end", "\(runningAtEnd)"])
    table.append(row: ["ready at the end", "\(readyAtEnd)"])
    table.append(row: ["waiting at the end", "\(suspendedAtEnd)"])
    table.append(row: ["without their creation", "\(strangers)"])
    var paragraphs = problems.map { "NOT RECORDED: \($0)" }
    if let slow = slowest.first {
      paragraphs.append("The slowest, \(slow.creator): \(slow.sentence).")
    }
    return ReportSection(title: "Tasks", paragraphs: paragraphs, table: table)
  }

  func creatorSection() -> ReportSection? {
    TraceReport.section(
      "Tasks by creator",
      of: creators,
      atMost: Self.maximumRows,
      headers: [
        "kind", "created in", "runs", "tasks", "ended", "cancelled", "running", "for a thread",
        "for actors", "for tasks", "for groups", "otherwise", "longest life",
      ],
      alignments: [.left, .left, .left]
    ) { row in
      let name = row.name.isEmpty ? "" : " \"\(row.name)\""
      return [
        row.kind + name, Self.text(row.place), Self.text(row.body), "\(row.created)",
        "\(row.ended)", "\(row.cancelled)", Self.text(row.running), Self.text(row.waits.pool),
        Self.text(row.waits.executor), Self.text(row.waits.task), Self.text(row.waits.group),
        Self.text(row.waits.continuation &+ row.waits.unknown), Self.text(row.longestLife),
      ]
    }
  }

  func executorSection() -> ReportSection? {
    TraceReport.section(
      "Actors and executors",
      about: [
        "Waits are from the request to the first instruction there, whether it was busy or no thread was free."
      ],
      of: executors,
      atMost: Self.maximumRows,
      headers: [
        "executor", "instances", "runs", "ran", "waits", "waited", "longest", "most at once",
        "who waited longest", "who ran meanwhile",
      ],
      alignments: [
        .left, .right, .right, .right, .right, .right, .right, .right, .left, .left,
      ]
    ) { row in
      let occupant =
        row.occupantStays > 0
        ? "\(row.occupant): \(row.occupantStays) x, \(Self.text(row.occupantTime))" : "-"
      return [
        row.name, "\(row.instances)", "\(row.runs)", Self.text(row.running), "\(row.waits)",
        Self.text(row.waiting), Self.text(row.longestWait), "\(row.mostWaiters)",
        row.waits > 0 ? row.longestWaiter : "-", occupant,
      ]
    }
  }

  func poolSection() -> ReportSection? {
    TraceReport.section(
      "The pool",
      about: [
        "Starved is the time in which tasks waited for a thread while as many were busy as there are processors."
      ],
      of: pools,
      atMost: .max,
      headers: [
        "process", "threads", "most busy", "ran", "waits", "waited", "longest", "most at once",
        "starved", "longest starved",
      ],
      alignments: [.left]
    ) { row in
      [
        row.process, "\(row.threads)", "\(row.mostBusy)", Self.text(row.busyTime), "\(row.waits)",
        Self.text(row.waitingTime), Self.text(row.longestWait), "\(row.mostWaiting)",
        Self.text(row.starvedTime), Self.text(row.longestStarved),
      ]
    }
  }

  func hopSection() -> ReportSection? {
    TraceReport.section(
      "Hops to the main actor",
      of: mainHops,
      atMost: Self.maximumRows,
      headers: ["from", "hops", "waited"],
      alignments: [.left]
    ) { [Self.text($0.place), "\($0.count)", Self.text($0.waiting)] }
  }

  func suspendedSection() -> ReportSection? {
    TraceReport.section(
      "Never resumed",
      about: ["Tasks that waited when the trace ended."],
      of: suspended,
      atMost: Self.maximumRows,
      headers: ["tasks", "wait for", "in", "created by", "for at most"],
      alignments: [.right, .left, .left, .left]
    ) { row in
      [
        "\(row.count)", row.call ?? row.waitsFor, Self.text(row.place), row.creator,
        Self.text(row.longest),
      ]
    }
  }

  func intervalSection() -> ReportSection? {
    TraceReport.section(
      "Intervals by task",
      of: intervals,
      atMost: Self.maximumRows,
      headers: ["kind", "name", "begun by", "count", "total"],
      alignments: [.left, .left, .left]
    ) { [$0.kind, $0.name, $0.creator, "\($0.count)", Self.text($0.total)] }
  }

  func slowSection() -> ReportSection? {
    TraceReport.section(
      "Why the slowest tasks were slow",
      of: slowest,
      atMost: .max,
      headers: ["task", "created by", "why"],
      alignments: [.left, .left, .sentence]
    ) { ["\($0.id)", $0.creator, $0.sentence] }
  }
}
