import ReportRendering
import SampleAnalysis
package import TraceAnalysis

extension MemoryReport {
  /// Longer tables are cut, with a line that says so; the JSON has all rows.
  static let maximumRows = 20
  static let typeTitle = "Memory by type"
  static let leakTitle = "Leaked"
  /// How many holders of a type are named in a row.
  private static let shownHolders = 3

  /// Returns the report for a person to read, in sections.
  package func sections() -> [ReportSection] {
    [overview(), leakSection()].compactMap { $0 } + growthSections()
      + [
        section(Self.typeTitle, types, "type") { [$0.type ?? ""] },
        section("Memory by function", functions, "function", "line") { Self.cells($0.place) },
        section("Memory by type and function", sites, "type", "function", "line") {
          [$0.type ?? ""] + Self.cells($0.place)
        },
        holderSection(), partSection("Memory of intervals", intervals),
        partSection("Memory of tasks", tasks),
      ].compactMap { $0 }
  }

  static func time(_ nanoseconds: UInt64) -> String {
    DurationFormat.string(nanoseconds: Double(nanoseconds))
  }

  private static func cells(_ place: MemoryPlace?) -> [String] {
    let (function, line) = SourceLine.cells(place?.function ?? "-", at: place?.source)
    return [function, line]
  }

  func overview() -> ReportSection {
    var paragraphs = faults.map { "PARTIAL: \($0)" } + doubts
    let sampled = processes.filter { !$0.isWhole }
    if let rate = sampled.first?.rate {
      paragraphs.append(
        "Blocks were sampled, one in each \(ByteFormat.string(Double(rate))): sums of them are estimates, with their standard error behind "
          + "±. Leaks are looked for with hamon record --memory=all."
      )
    }
    var table = TextTable(
      headers: [
        "process", "allocated", "blocks", "peak", "at", "at the end", "leaked", "snapshots",
      ],
      alignments: [.left]
    )
    for process in processes {
      table.append(row: [
        "\(process.command) (\(process.id))", process.allocated.text, process.allocated.count,
        process.peak.text, Self.time(process.peakTime), process.atEnd.text,
        process.isWhole && !process.snapshots.isEmpty ? process.leaked.text : "-",
        "\(process.snapshots.count)",
      ])
    }
    return ReportSection(title: "Memory", paragraphs: paragraphs, table: table)
  }

  func leakSection() -> ReportSection? {
    TraceReport.section(
      Self.leakTitle,
      about: ["Blocks that nothing holds which the program can still reach, at the last snapshot."],
      of: leaks,
      atMost: Self.maximumRows,
      headers: ["types", "groups", "bytes", "at each snapshot", "cycle", "made in"],
      alignments: [.sentence, .right, .right, .left, .sentence, .sentence]
    ) { leak in
      [
        leak.names.joined(separator: ", "), "\(leak.count)", ByteFormat.string(Double(leak.bytes)),
        leak.counts.map { "\($0)" }.joined(separator: ", "),
        leak.cycle.isEmpty ? "-" : leak.circle, leak.places.map(\.text).joined(separator: ", "),
      ]
    }
  }

  func growthSections() -> [ReportSection] {
    growths.compactMap { growth in
      guard let first = growth.moments.first, let last = growth.moments.last else { return nil }
      let command = processes.first { $0.id == growth.process }?.command ?? ""
      let of = growths.count > 1 ? " in \(command) (\(growth.process))" : ""
      return TraceReport.section(
        "What grew\(of) from \(first) to \(last)",
        about: [
          "Of what the program can reach. What had more at each of \(growth.moments.count) times only grows."
        ],
        of: growth.rows,
        atMost: Self.maximumRows,
        headers: ["type", "function", "line", "by", "bytes at each time", "", "held by"],
        alignments: [.left, .left, .left, .right, .sentence, .left, .sentence]
      ) { row in
        [row.type] + Self.cells(row.place) + [
          ByteFormat.string(row.growth), row.amounts.map(\.text).joined(separator: ", "),
          row.onlyGrows ? "only grows" : "",
          row.holders.prefix(Self.shownHolders).joined(separator: ", "),
        ]
      }
    }
  }

  private func section(
    _ title: String,
    _ rows: [Row],
    _ names: String...,
    cells: (Row) -> [String]
  ) -> ReportSection? {
    TraceReport.section(
      title,
      of: rows,
      atMost: Self.maximumRows,
      headers: names + [
        "allocated", "blocks", "freed", "at the peak", "at the end", "blocks at the end",
        "lived 1 ms at most",
      ],
      alignments: names.map { _ in .left }
    ) { row in
      let figures = row.figures
      return cells(row) + [
        figures.allocated.text, figures.allocated.count, figures.freed.text, figures.atPeak.text,
        figures.atEnd.text, figures.atEnd.count, figures.shortLived.text,
      ]
    }
  }

  func holderSection() -> ReportSection? {
    TraceReport.section(
      "Who holds what",
      about: ["Dominated is what would be free without the blocks of a type."],
      of: holders,
      atMost: Self.maximumRows,
      headers: ["type", "blocks", "bytes", "dominated", "held by"],
      alignments: [.left, .right, .right, .right, .sentence]
    ) { row in
      [
        row.type, row.live.count, row.live.text, ByteFormat.string(Double(row.dominated)),
        row.holders.prefix(Self.shownHolders).map { "\($0.name) (\($0.count) x)" }
          .joined(separator: ", "),
      ]
    }
  }

  private func partSection(_ title: String, _ parts: [Part]) -> ReportSection? {
    TraceReport.section(
      title,
      about: ["Allocated on their threads meanwhile, and what of it lived at the end."],
      of: parts,
      atMost: Self.maximumRows,
      headers: ["kind", "name", "count", "allocated", "alive at the end", "not told"],
      alignments: [.left, .left]
    ) { part in
      [
        part.kind, part.name, "\(part.count)", part.allocated.text, part.alive.text,
        "\(part.untold)",
      ]
    }
  }
}

extension MemoryReport.Leak {
  /// Its types, each once.
  package var names: [String] {
    types.enumerated().filter { types.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  /// Its cycle, back to its first type: `Session.delegate -> Controller.session -> Session`.
  package var circle: String { (cycle + types.prefix(1)).joined(separator: " -> ") }
}
