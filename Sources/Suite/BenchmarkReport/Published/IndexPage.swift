import BenchmarkResults
import ReportRendering

/// The README.md of published results: where a peer is faster, what each suite costs in words and in a picture, and the bars.
struct IndexPage {
  /// A suite and its page.
  struct Entry {
    let suite: SuiteResult
    let file: String
    let figures: [SuitePage.Figure]
  }

  /// How many peers, and how many suites whose bars don't all hold, are named.
  static let named = 10
  /// The most suites that have their picture here: more would make it too long to read.
  private static let mostPictures = 34

  let entries: [Entry]
  /// The command to make it again; `nil` for those of the suites.
  let command: String?
  /// Further pages, and their subjects.
  let links: [(path: String, subject: String)]

  /// The text; at most 120 lines for up to 34 suites.
  func markdown() -> String {
    var text = """
      # Results

      \(origin)

      \(peers)## What it costs

      \(entries.map(costs).joined())
      """
    if !bars.isEmpty { text += "\n## Bars\n\n\(bars)" }
    if !links.isEmpty {
      let lines = links.map {
        "- [\($0.path.dropLast("/README.md".count))](\($0.path)): \($0.subject)\n"
      }
      text += "\n## Also measured\n\n\(lines.joined())"
    }
    return text
  }

  /// The machine and toolchain of the run, and how it is repeated.
  private var origin: String {
    let suites = entries.map(\.suite)
    func all(_ fact: (SuiteResult) -> String?) -> String {
      TextTable.markdownEscaped(
        suites.compactMap(fact).filter { !$0.isEmpty }.withoutRepetitions.joined(separator: "; ")
      )
    }
    let machine = all { suite in
      let memory = NumberFormat.string(Double(suite.machine.memoryBytes) / 1e9, decimals: 1)
      return "\(suite.machine.cpuModel), \(suite.machine.logicalCPUs) CPUs, \(memory) GB"
    }
    let system = all { "\($0.machine.operatingSystem), \($0.machine.kernel)" }
    let source = all { suite in
      suite.source.map { "commit \($0.commit)\($0.isDirty ? " with changes" : "")" }
    }
    let facts = [machine, system, all(\.toolchain), source, suites.first.map(\.date) ?? ""]
    let command =
      command.map(TextTable.markdownEscaped) ?? all { $0.commandLine.joined(separator: " ") }
    return """
      Measured on \(facts.filter { !$0.isEmpty }.joined(separator: "; ")).
      Made again by: \(command). `hamon results --readme` writes these pages from
      [results.json](\(PublishedResults.folder)/results.json), nothing by hand. Times are those of this machine; ratios are between rows
      of the same run, and `1.10x` takes 1.1 times as long.
      """
  }

  /// The section of faster peers; empty where nothing is compared with a peer.
  private var peers: String {
    let suites = entries.map(\.suite)
    guard let sentence = FasterPeers(ResultCollection(suites: suites)).sentence else { return "" }
    let faster = PeerComparison.faster(in: suites, apart: false)
    var text = "## \(FasterPeers.title)\n\n\(sentence)"
    if faster.count > Self.named {
      text +=
        " These are \(Self.named) of \(faster.count) operations, each by its worst row and peer."
    }
    text += "\n\n"
    guard !faster.isEmpty else { return text }
    let links = Dictionary(entries.map { ($0.suite.suite, "\($0.file)#where-a-peer-is-faster") }) {
      first,
      _ in first
    }
    let table = PeerComparison.table(of: faster.prefix(Self.named), namesSuites: true)
    return text + table.renderedMarkdown(links: links) + "\n"
  }

  /// What a suite measures, its most telling ratios, and its picture.
  private func costs(_ entry: Entry) -> String {
    let name = TextTable.markdownEscaped(entry.suite.suite)
    let about = entry.suite.about.map { "\(TextTable.markdownEscaped($0)) " } ?? ""
    let told = entry.suite.tellingRatios.enumerated().map { place, ratio in
      let subject = ratio.subject.map {
        "\(place > 0 ? "; " : "")\(TextTable.markdownEscaped($0)): "
      }
      return "\(subject ?? ", ")**\(ratio.figure)** \(TextTable.markdownEscaped(ratio.words))"
    }.joined()
    let line =
      "- [\(name)](\(entry.file)): \(about)\(told.prefix(1).uppercased())\(told.dropFirst())\(told.isEmpty ? "" : ".")\n"
    guard entries.count <= Self.mostPictures,
      let figure = SuitePage.Figure.mostTelling(of: entry.figures)
    else { return line }
    return line + "  \(figure.markdown(in: "\(PublishedResults.folder)/"))\n"
  }

  /// How many bars hold, and the suites that miss most.
  private var bars: String {
    let counted = entries.map { ($0, BarCounts($0.suite.bars ?? [])) }
    let all = BarCounts(entries.flatMap { $0.suite.bars ?? [] })
    guard all.all > 0 else { return "" }
    let open = counted.filter { $0.1.held < $0.1.all }
      .sorted { ($0.1.missed, $0.1.uncertain) > ($1.1.missed, $1.1.uncertain) }
    let sentence = "\(all.text)."
    guard !open.isEmpty else { return sentence + "\n" }
    var table = TextTable(
      headers: [
        "suite", "hold", "missed", "can't be told", "furthest from its limit", "measured", "limit",
      ],
      alignments: [.left, .right, .right, .right, .left]
    )
    for (entry, counts) in open.prefix(Self.named) {
      let worst = entry.suite.bars?.filter { $0.verdict != .held }
        .max { $0.partOfLimit < $1.partOfLimit }
      let words = worst.map { bar in
        [
          "\(bar.name): \(entry.suite.words(ofRow: bar.row))", bar.measuredText,
          bar.scaledLimitText ?? bar.limitText,
        ]
      }
      table.append(
        row: [entry.suite.suite, "\(counts.held)", "\(counts.missed)", "\(counts.uncertain)"]
          + (words ?? [])
      )
    }
    let links = Dictionary(open.map { ($0.0.suite.suite, "\($0.0.file)#bars") }) { first, _ in first
    }
    let rest = open.count - Self.named
    let more = rest > 0 ? "\n\(rest) more suites have bars that don't hold.\n" : ""
    return
      "\(sentence) By suite, most misses first:\n\n\(table.renderedMarkdown(links: links))\(more)"
  }
}
