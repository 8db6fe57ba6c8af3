package import BenchmarkResults
import FoundationEssentials
import ReportRendering
package import SuiteErrors

/// A directory for a repository that shows a run: README.md, which is an index, and in a folder below it a page a suite, the pictures, and
/// the results without single samples.
///
/// All content is generated from the results, without copying numbers by hand.
package struct PublishedResults: Sendable {
  /// The folder of pages, pictures and results.
  static let folder = "reference"
  /// The beginning of a page, by which the next run knows what it may remove.
  private static let mark = "<!-- made by hamon results -->\n"
  /// Pages that other commands write to the same directory, and their subjects.
  private static let others = [
    ("calibration/README.md", "how often the gate raises a false alarm, and what it finds"),
    ("calibration/bars/README.md", "how often the verdict about a bar is wrong"),
    ("gate/README.md", "what the gate says of this repository's past, and of a planted fault"),
    ("history/README.md", "how the counts have changed from commit to commit"),
  ]

  private let results: ResultCollection
  private let command: String?

  /// Takes results, and the command to make them again, such as `make reference`; the default is the suites' commands.
  package init(_ results: ResultCollection, madeBy command: String? = nil) {
    self.results = ResultCollection(suites: results.suites.map { $0.omittingSamples() })
    self.command = command
  }

  /// Writes the directory; removes pages and pictures of an earlier run.
  ///
  /// - Parameter directory: Its path; created if it doesn't exist.
  /// - Returns: Why there are no pictures, if there are none.
  /// - Throws: ``SuiteError``.
  package func write(to directory: String) async throws(SuiteError) -> String? {
    let folder = "\(directory)/\(Self.folder)"
    try Self.clear(folder)
    try ResultFile(path: "\(folder)/results.json", remedy: Self.remedy).write(results)
    var problem: String?
    var entries: [IndexPage.Entry] = []
    var names: Set<String> = []
    for suite in results.suites {
      // A suite that ran twice has two pages.
      var name = FileNameLimit.name(of: suite.suite)
      while !names.insert(name).inserted { name += "-again" }
      var figures: [SuitePage.Figure] = []
      // The medians are in the tables; the page has the pictures that tables can't replace.
      for picture in SuitePicture.all(of: suite) where !picture.isOfMedians && problem == nil {
        do throws(SuiteError) {
          let svg = try await Gnuplot.picture(
            title: picture.caption,
            script: picture.script,
            height: picture.height
          )
          let file = "\(name)-\(picture.name).svg"
          try Self.write(svg, to: "\(folder)/\(file)")
          figures.append(SuitePage.Figure(name: picture.name, file: file, caption: picture.caption))
        } catch {
          problem = "\(error)"
        }
      }
      let page = SuitePage(suite: suite, figures: figures).markdown()
      try Self.write(Self.mark + page, to: "\(folder)/\(name).md")
      entries.append(
        IndexPage.Entry(suite: suite, file: "\(Self.folder)/\(name).md", figures: figures)
      )
    }
    let links = Self.others.filter {
      FileManager.default.fileExists(atPath: "\(directory)/\($0.0)")
    }
    let index = IndexPage(entries: entries, command: command, links: links)
    try Self.write(index.markdown(), to: "\(directory)/README.md")
    return problem
  }

  /// Makes the folder, without the pages and pictures of an earlier run.
  private static func clear(_ folder: String) throws(SuiteError) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let path = "\(folder)/\(file)"
        let isPage = file.hasSuffix(".md") && isMade(path)
        if file.hasSuffix(".svg") || isPage { try FileManager.default.removeItem(atPath: path) }
      }
    } catch {
      throw .unwritten(folder, error, remedy: remedy)
    }
  }

  /// Whether a page is one of these, and not somebody's own.
  private static func isMade(_ path: String) -> Bool {
    FileManager.default.contents(atPath: path)?.starts(with: mark.utf8) ?? false
  }

  private static let remedy = "give --readme another directory"

  private static func write(_ text: String, to path: String) throws(SuiteError) {
    try WrittenFile.write(text.utf8, to: path, atomically: true, orElse: remedy)
  }
}
