import ReportRendering
package import TraceAnalysis

extension TaskReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  private static let maximumRows = 30

  /// Returns the report for a person to read, in sections.
  package func sections() -> [ReportSection] {
    [
      overview(), creatorSection(), executorSection(), poolSection(), hopSection(),
      suspendedSection(), intervalSection(), slowSection(), sampleSection(),
    ].compactMap { $0 }
  }

  private static func text(_ nanoseconds: Int64) -> String {
    DurationFormat.string(nanoseconds: Double(nanoseconds))
  }

  private static func text(_ place: Place?) -> String { place?.function ?? "-" }

  private static func cut(_ count: Int) -> [String] {
    count > maximumRows ? ["The first \(maximumRows) of \(count) rows; --json has them all."] : []
  }

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
    guard !creators.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "kind", "created in", "runs", "tasks", "ended", "cancelled", "running", "for a thread",
        "for actors", "for tasks", "for groups", "otherwise", "longest life",
      ],
      alignments: [.left, .left, .left]
    )
    for row in creators.prefix(Self.maximumRows) {
      let name = row.name.isEmpty ? "" : " \"\(row.name)\""
      table.append(row: [
        row.kind + name, Self.text(row.place), Self.text(row.body), "\(row.created)",
        "\(row.ended)", "\(row.cancelled)", Self.text(row.running), Self.text(row.waits.pool),
        Self.text(row.waits.executor), Self.text(row.waits.task), Self.text(row.waits.group),
        Self.text(row.waits.continuation &+ row.waits.unknown), Self.text(row.longestLife),
      ])
    }
    return ReportSection(
      title: "Tasks by creator",
      paragraphs: Self.cut(creators.count),
      table: table
    )
  }

  func executorSection() -> ReportSection? {
    guard !executors.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "executor", "instances", "runs", "ran", "waits", "waited", "longest", "most at once",
        "who waited longest", "who ran meanwhile",
      ],
      alignments: [
        .left, .right, .right, .right, .right, .right, .right, .right, .left, .left,
      ]
    )
    for row in executors.prefix(Self.maximumRows) {
      let occupant =
        row.occupantStays > 0
        ? "\(row.occupant): \(row.occupantStays) x, \(Self.text(row.occupantTime))" : "-"
      table.append(row: [
        row.name, "\(row.instances)", "\(row.runs)", Self.text(row.running), "\(row.waits)",
        Self.text(row.waiting), Self.text(row.longestWait), "\(row.mostWaiters)",
        row.waits > 0 ? row.longestWaiter : "-", occupant,
      ])
    }
    return ReportSection(
      title: "Actors and executors",
      paragraphs: [
        "Waits are from the request to the first instruction there, whether it was busy or no thread was free."
      ] + Self.cut(executors.count),
      table: table
    )
  }

  func poolSection() -> ReportSection? {
    guard !pools.isEmpty else { return nil }
    var table = TextTable(
      headers: [
        "process", "threads", "most busy", "ran", "waits", "waited", "longest", "most at once",
        "starved", "longest starved",
      ],
      alignments: [.left]
    )
    for row in pools {
      table.append(row: [
        row.process, "\(row.threads)", "\(row.mostBusy)", Self.text(row.busyTime), "\(row.waits)",
        Self.text(row.waitingTime), Self.text(row.longestWait), "\(row.mostWaiting)",
        Self.text(row.starvedTime), Self.text(row.longestStarved),
      ])
    }
    return ReportSection(
      title: "The pool",
      paragraphs: [
        "Starved is the time in which tasks waited for a thread while as many were busy as there are processors."
      ],
      table: table
    )
  }

  func hopSection() -> ReportSection? {
    guard !mainHops.isEmpty else { return nil }
    var table = TextTable(headers: ["from", "hops", "waited"], alignments: [.left])
    for row in mainHops.prefix(Self.maximumRows) {
      table.append(row: [Self.text(row.place), "\(row.count)", Self.text(row.waiting)])
    }
    return ReportSection(
      title: "Hops to the main actor",
      paragraphs: Self.cut(mainHops.count),
      table: table
    )
  }

  func suspendedSection() -> ReportSection? {
    guard !suspended.isEmpty else { return nil }
    var table = TextTable(
      headers: ["tasks", "wait for", "in", "created by", "for at most"],
      alignments: [.right, .left, .left, .left]
    )
    for row in suspended.prefix(Self.maximumRows) {
      table.append(row: [
        "\(row.count)", row.call ?? row.waitsFor, Self.text(row.place), row.creator,
        Self.text(row.longest),
      ])
    }
    return ReportSection(
      title: "Never resumed",
      paragraphs: ["Tasks that waited when the trace ended."] + Self.cut(suspended.count),
      table: table
    )
  }

  func intervalSection() -> ReportSection? {
    guard !intervals.isEmpty else { return nil }
    var table = TextTable(
      headers: ["kind", "name", "begun by", "count", "total"],
      alignments: [.left, .left, .left]
    )
    for row in intervals.prefix(Self.maximumRows) {
      table.append(row: [row.kind, row.name, row.creator, "\(row.count)", Self.text(row.total)])
    }
    return ReportSection(
      title: "Intervals by task",
      paragraphs: Self.cut(intervals.count),
      table: table
    )
  }

  func slowSection() -> ReportSection? {
    guard !slowest.isEmpty else { return nil }
    var table = TextTable(
      headers: ["task", "created by", "why"],
      alignments: [.left, .left, .sentence]
    )
    for row in slowest { table.append(row: ["\(row.id)", row.creator, row.sentence]) }
    return ReportSection(title: "Why the slowest tasks were slow", table: table)
  }
}
