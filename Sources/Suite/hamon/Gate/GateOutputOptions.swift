import ArgumentParser
import BenchmarkResults
import CostAttribution
import Foundation
import RegressionGate
import ReportRendering
import SuiteErrors

/// Where `hamon gate` writes what it found.
struct GateOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write everything that was measured as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Append a summary in Markdown, as to $GITHUB_STEP_SUMMARY.",
      valueName: "file"
    )
  )
  var markdown: String?

  @Option(help: ArgumentHelp("Write the verdicts as JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Draw each row that isn't a pass as SVG into this directory, and flame graphs of what its counts differ by.",
      valueName: "directory"
    )
  )
  var pictures: String?

  @Flag(help: "List the rows that pass as well.")
  var verbose = false

  /// Makes sure that the files can be written, before anything is built or measured.
  func check() throws(SuiteError) {
    for (option, path) in [("--json", json), ("--junit", junit)] {
      guard let path else { continue }
      let advice = ResultFileAdvice(remedy: "give \(option) a file that can be written")
      _ = try ResultFile(path: path, expectedBytes: 1 << 16, advice: advice)
    }
    if let markdown { try AppendedFile(path: markdown).check() }
    if let pictures {
      try WorkDirectory.make(pictures, orElse: "give another directory")
    }
  }

  /// Writes everything that was asked for; what can't be written doesn't keep the rest from it.
  ///
  /// - Returns: Whether all reports were written, and whether all pictures were drawn.
  func write(_ report: GateReport) async -> (reports: Bool, pictures: Bool) {
    print(
      report.text(showsAll: verbose, width: TerminalSize.outputWidth),
      terminator: ""
    )
    var isWritten = true
    var areDrawn = true
    var links: [String: String] = [:]
    var flames: [String: String] = [:]
    if let pictures {
      for row in report.flagged {
        do {
          if let name = try Self.writeFlames(of: row, row.attribution, to: pictures) {
            flames[row.evidence.identity] = link(to: "\(pictures)/\(name)")
          }
          guard let svg = try await row.picture(plan: report.plan, limits: report.limits) else {
            continue
          }
          let name = Self.fileName(of: row)
          try svg.write(toFile: "\(pictures)/\(name)", atomically: true, encoding: .utf8)
          links[row.evidence.identity] = link(to: "\(pictures)/\(name)")
        } catch {
          StandardError.error("\(pictures): \(error)")
          areDrawn = false
        }
      }
    }
    func attempt(_ path: String?, _ body: (String) throws -> Void) {
      guard let path else { return }
      do {
        try body(path)
      } catch {
        let problem = SuiteError.unwritten(path, error, remedy: "give another file")
        StandardError.error("\(error as? SuiteError ?? problem)")
        isWritten = false
      }
    }
    attempt(json) { try ResultFile(path: $0, expectedBytes: 1 << 16).write(report) }
    attempt(junit) { try report.junit().write(toFile: $0, atomically: true, encoding: .utf8) }
    let summary = report.markdown(pictures: links, flames: flames)
    attempt(markdown) { try AppendedFile(path: $0).append(summary) }
    return (isWritten, areDrawn)
  }

  /// Writes the flame graph of a row whose counts have changed, and the stacks that it is of.
  ///
  /// - Returns: The name of the picture; `nil` for other rows.
  static func writeFlames(
    of row: RowJudgement,
    _ attribution: RowAttribution?,
    to directory: String
  ) throws -> String? {
    guard let stacks = attribution?.stacks, !stacks.isEmpty else { return nil }
    let name = fileName(of: row).dropLast(".svg".count) + "-flames"
    try FlameGraph(stacks, title: "\(row.evidence.executable) \(row.evidence.row)").svg()
      .write(toFile: "\(directory)/\(name).svg", atomically: true, encoding: .utf8)
    try FlameGraph.folded(stacks)
      .write(toFile: "\(directory)/\(name).folded", atomically: true, encoding: .utf8)
    return "\(name).svg"
  }

  /// How the summary refers to a picture: as seen from its own directory.
  private func link(to path: String) -> String {
    let picture = URL(filePath: path).standardizedFileURL.path
    let directory =
      URL(filePath: markdown ?? "summary.md").standardizedFileURL.deletingLastPathComponent().path
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return picture.hasPrefix(prefix) ? String(picture.dropFirst(prefix.count)) : picture
  }

  private static func fileName(of row: RowJudgement) -> String {
    let name = "\(row.evidence.executable)-\(row.evidence.row)".map { character in
      character.isASCII && (character.isLetter || character.isNumber || "=.-".contains(character))
        ? character : "_"
    }
    // Names that differ in other characters, or far behind, get different files.
    let mark = FileFingerprint.of(Data(row.evidence.identity.utf8)).prefix(6)
    return "\(String(name.prefix(140)))-\(mark).svg"
  }
}
