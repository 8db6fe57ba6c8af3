import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import FoundationEssentials
import SuiteErrors

/// `hamon history add`: keeps results of a commit.
struct HistoryAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds results of a commit to the history.",
    discussion: """
      For each row it keeps the counts, the medians of wall and CPU time, the memory and the ratio to \
      each floor. If a suite ran several times, it takes the run with the median of the wall times. \
      Values that the history already has of the same commit, row, metric and machine stay, unless \
      --replace is given; the rest is added.

      EXAMPLES
        hamon history add results/latest/results.json
        hamon history add --commit HEAD~1 --replace results.json
      """
  )

  @Argument(help: ArgumentHelp("Files written by hamon bench --json.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "The measured commit (default: the one that the file names).",
      valueName: "revision"
    )
  )
  var commit: String?

  @Option(
    help: ArgumentHelp(
      "The date of the commit (2026-01-31 or 2026-01-31T12:00:00Z; default: git's date).",
      valueName: "date"
    )
  )
  var date: HistoryDate?

  @Flag(help: "Replace values of the same commit, row, metric and machine.")
  var replace = false

  @Flag(
    help: "Also add results with uncommitted changes, as results of the commit below them."
  )
  var allowDirty = false

  @OptionGroup var location: HistoryLocation

  func run() async throws {
    let folder = try location.folder()
    let checkout = location.checkout()
    var measured = ResultCollection()
    var warnings: [String] = []
    var commits: [String?: (hash: String, date: Date)] = [:]
    for file in files {
      let results = try ResultCollection.read(file)
      guard results.rowCount > 0 else {
        throw SuiteError(
          file,
          "it has no rows",
          remedy: "give a file that hamon bench --json has written"
        )
      }
      for result in results.suites {
        commits[result.source?.commit] = try await self.commit(of: result, file: file, in: checkout)
        if !result.isComplete || !result.failures.isEmpty {
          warnings.append(
            "\(file): \(result.suite) has rows that were not measured; the others are added"
          )
        }
      }
      measured.append(results)
    }
    // The history has one value for each commit, row and metric, however often it ran.
    var entries: [HistoryEntry] = []
    for result in measured.mergingRuns().suites {
      guard let commit = commits[result.source?.commit] else { continue }
      entries += HistoryEntry.entries(of: result, commit: commit.hash, date: commit.date)
    }
    let added = try folder.append(entries, replacing: replace)
    for warning in warnings { StandardError.warning(warning) }
    print("\(folder.path): added \(Self.summary(of: added))")
    let skipped = entries.count - added.count
    if skipped > 0 {
      print("\(folder.path): skipped \(skipped) that it has already; --replace replaces them")
    }
  }

  private static func summary(of entries: [HistoryEntry]) -> String {
    if entries.isEmpty { return "nothing" }
    let rows = Set(entries.map { "\($0.suite) \($0.row)" }).count
    let names = Set(entries.map(\.commit)).sorted().map { $0.prefix(10) }.joined(separator: ", ")
    return
      "\(entries.count) \(entries.count == 1 ? "value" : "values") of \(rows) "
      + "\(rows == 1 ? "row" : "rows") at \(names)"
  }

  private func commit(
    of result: SuiteResult,
    file: String,
    in checkout: String
  ) async throws -> (hash: String, date: Date) {
    guard result.isOptimized else {
      throw SuiteError(
        file,
        "\(result.suite) was built without optimization",
        remedy: "build with swift build -c release and measure again"
      )
    }
    if let source = result.source, source.isDirty, !allowDirty {
      throw SuiteError(
        file,
        "\(result.suite) was measured with uncommitted changes on top of \(source.commit.prefix(12))",
        remedy: "commit and measure again, or keep it as that commit with --allow-dirty"
      )
    }
    guard let revision = commit ?? result.source?.commit else {
      throw SuiteError(
        file,
        "\(result.suite) was not measured in a git checkout",
        remedy: "give its commit with --commit"
      )
    }
    let known = try await Self.commit(revision, in: checkout)
    guard let hash = known?.hash ?? Self.fullHash(revision) else {
      throw SuiteError(
        "--commit \(revision)",
        "git knows no such commit in \(checkout)",
        remedy: "give its full hash and --date"
      )
    }
    guard let date = date?.date ?? known?.date else {
      throw SuiteError(
        String(hash.prefix(12)),
        "git does not know this commit in \(checkout)",
        remedy: "give when it was made with --date"
      )
    }
    return (hash, date)
  }

  /// Asks git about a commit.
  ///
  /// - Returns: Its full hash and date; `nil` if git doesn't know it, or is missing.
  /// - Throws: `SuiteError` if git has advice, such as for a repository of another owner.
  private static func commit(
    _ revision: String,
    in checkout: String
  ) async throws(SuiteError) -> (hash: String, date: Date)? {
    let output: String
    do {
      output = try await GateRepository.git(
        ["log", "-1", "--format=%H %ct", "--end-of-options", "\(revision)^{commit}", "--"],
        in: checkout
      )
    } catch {
      guard error.remedy.hasPrefix("git ") else { return nil }
      throw error
    }
    let words = output.split { $0.isWhitespace }
    guard words.count == 2, let seconds = Double(words[1]) else { return nil }
    return (String(words[0]), Date(timeIntervalSince1970: seconds))
  }

  /// A full git hash, SHA-1 or SHA-256; `nil` for other texts.
  private static func fullHash(_ text: String) -> String? {
    let isHash = [40, 64].contains(text.count) && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    return isHash ? text.lowercased() : nil
  }
}
