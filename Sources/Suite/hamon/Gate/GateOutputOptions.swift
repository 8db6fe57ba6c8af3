import ArgumentParser
import BenchmarkResults
import Counting
import Foundation
import RegressionGate
import ReportRendering
import SuiteErrors

/// Where `hamon gate` writes its findings.
struct GateOutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write all measurements to this file as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Append a Markdown summary to this file, such as $GITHUB_STEP_SUMMARY.",
      valueName: "file"
    )
  )
  var markdown: String?

  @Option(help: ArgumentHelp("Write the verdicts to this file as JUnit XML.", valueName: "file"))
  var junit: String?

  @Option(
    help: ArgumentHelp(
      "Draw each row that doesn't pass as SVG into this directory, with flame graphs of its changed counts.",
      valueName: "directory"
    )
  )
  var pictures: String?

  @Flag(help: "Also list the rows that pass.")
  var verbose = false

  /// Checks that the files can be written, before anything is built or measured.
  func check() throws(SuiteError) {
    for (option, path) in [("--json", json), ("--junit", junit)] {
      guard let path else { continue }
      let remedy = "give \(option) a file that can be written"
      _ = try ResultFile(path: path, expectedBytes: 1 << 16, remedy: remedy)
    }
    if let markdown { try AppendedFile(path: markdown).check() }
    if let pictures {
      try WorkDirectory.make(pictures, orElse: "give another directory")
    }
  }

  /// Writes all requested outputs; a failure doesn't stop the others.
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
          try Self.write(svg, to: "\(pictures)/\(name)")
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
        StandardError.error("\(SuiteError.unwritten(path, error, remedy: "give another file"))")
        isWritten = false
      }
    }
    attempt(json) { try ResultFile(path: $0, expectedBytes: 1 << 16).write(report) }
    attempt(junit) { try Self.write(report.junit(), to: $0, orElse: "give another file") }
    let summary = report.markdown(pictures: links, flames: flames)
    attempt(markdown) { try AppendedFile(path: $0).append(summary) }
    return (isWritten, areDrawn)
  }

  /// Writes the flame graph of a row with changed counts, and its folded stacks.
  ///
  /// - Returns: The name of the picture; `nil` for other rows.
  static func writeFlames(
    of row: RowJudgement,
    _ attribution: RowAttribution?,
    to directory: String
  ) throws -> String? {
    guard let stacks = attribution?.stacks, !stacks.isEmpty else { return nil }
    let name = fileName(of: row).dropLast(".svg".count) + "-flames"
    let graph = FlameGraph(stacks, title: "\(row.evidence.executable) \(row.evidence.row)")
    try write(graph.svg(), to: "\(directory)/\(name).svg")
    try write(FlameGraph.folded(stacks), to: "\(directory)/\(name).folded")
    return "\(name).svg"
  }

  private static func write(
    _ text: String,
    to path: String,
    orElse remedy: String = "give another directory"
  ) throws(SuiteError) {
    try WrittenFile.write(text.utf8, to: path, atomically: true, orElse: remedy)
  }

  /// The path of a picture from the summary's directory.
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
    // Names that differ only in other characters, or past the cut, get different files.
    let mark = Fingerprint.of(Data(row.evidence.identity.utf8)).prefix(6)
    return "\(String(name.prefix(140)))-\(mark).svg"
  }
}
