import FoundationEssentials
import Glibc
package import SuiteErrors

/// The history of measurements: a folder with a file for each suite, with a line for each commit, row and metric.
///
/// 1. A file has lines of JSON. New ones come at its end, and the folder's `.gitattributes` makes git merge files by taking the lines of
///    both sides; their order doesn't matter.
/// 2. A line that is cut or has a newer version is reported and kept; no other is lost.
/// 3. Writers lock the folder, and replace a file in one step. Readers need no lock.
package struct HistoryFolder: Sendable {
  package let path: String

  static let fileExtension = ".jsonl"

  private static let attributes = """
    # Lines are added at the end, and their order does not matter: take those of both sides.
    *.jsonl merge=union

    """

  /// Refers to a folder, which need not exist yet.
  package init(path: String) { self.path = path }

  package struct Contents: Sendable {
    /// The values, in the order of the commits.
    package let entries: [HistoryEntry]

    /// The lines that were left out.
    package let warnings: [HistoryWarning]
  }

  /// Reads the history.
  ///
  /// - Returns: The values by the date of their commits; those of the same time in the order of the files.
  /// - Throws: ``SuiteError`` if there is no folder, or a file can't be read.
  package func read() throws(SuiteError) -> Contents {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .cannotReadHistory(path, Self.reason(path) ?? "\(error)")
    }
    var entries: [HistoryEntry] = []
    var warnings: [HistoryWarning] = []
    for name in names.sorted() where name.hasSuffix(Self.fileExtension) {
      let file = try HistoryFile(path: "\(path)/\(name)")
      var positions: [HistoryEntry.Key: (index: Int, line: Int)] = [:]
      for (index, line) in file.lines.enumerated() {
        switch line.content {
        case .unreadable(let reason):
          warnings.append(HistoryWarning(path: file.path, line: index + 1, reason: reason))
        case .entry(let entry):
          let position = positions[entry.key]
          positions[entry.key] = (position?.index ?? entries.count, index + 1)
          guard let position else {
            entries.append(entry)
            continue
          }
          // A merge of two branches that both measured a commit has both lines.
          if entries[position.index] != entry {
            let reason = HistoryWarning.Reason.superseded(
              row: entry.row,
              metric: entry.metric.rawValue,
              commit: entry.commit
            )
            warnings.append(
              HistoryWarning(path: file.path, line: position.line, reason: reason)
            )
          }
          entries[position.index] = entry
        }
      }
    }
    let sorted = entries.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }
    return Contents(entries: sorted.map(\.element), warnings: warnings)
  }

  /// Adds values, creating the folder if needed.
  ///
  /// Several processes may add at the same time; one waits for the other.
  ///
  /// - Parameters:
  ///   - entries: The values, of any suites and commits.
  ///   - replacing: Whether they replace values of the same commit, row, metric and machine; otherwise the old ones stay and such new ones
  ///     are left out.
  /// - Returns: The values that were added.
  /// - Throws: ``SuiteError``; then nothing is added, unless a file of another suite was written already.
  @discardableResult
  package func append(
    _ entries: [HistoryEntry],
    replacing: Bool = false
  ) throws(SuiteError) -> [HistoryEntry] {
    try Self.check(entries)
    guard !entries.isEmpty else { return [] }
    let lock = try lock()
    // Closing it passes the lock on.
    defer { close(lock) }
    var files: [HistoryFile] = []
    var all: [HistoryEntry] = []
    let suites = Dictionary(grouping: entries, by: \.suite).sorted { $0.key < $1.key }
    for (suite, entries) in suites {
      var file = try HistoryFile(path: "\(path)/\(Self.fileName(ofSuite: suite))")
      let present: Set<HistoryEntry.Key> =
        replacing ? [] : Set(file.lines.compactMap { $0.entry?.key })
      let added = entries.filter { !present.contains($0.key) }
      if added.isEmpty { continue }
      try file.append(added)
      files.append(file)
      all += added
    }
    for file in files { try file.write() }
    let attributes = "\(path)/.gitattributes"
    // SAFETY: the path outlives the call.
    if unsafe access(attributes, F_OK) != 0 {
      try WrittenFile.write(Self.attributes.utf8, to: attributes, orElse: HistoryFile.remedy)
    }
    return all
  }

  private static func check(_ entries: [HistoryEntry]) throws(SuiteError) {
    var keys: Set<HistoryEntry.Key> = []
    for entry in entries {
      guard entry.isFinite else {
        throw .notFinite(entry)
      }
      guard keys.insert(entry.key).inserted else {
        throw SuiteError(
          entry.row,
          "its \(entry.metric.rawValue) at commit \(entry.commit.prefix(12)) was given twice",
          remedy: "add one result at a time"
        )
      }
    }
  }

  /// Creates the folder and waits until nobody else adds to it.
  private func lock() throws(SuiteError) -> Int32 {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWriteHistory(path, Self.reason(path) ?? "\(error)")
    }
    // Locks the folder itself: a lock file would be left behind, and be added to git. SAFETY: the path outlives the call.
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotWriteHistory(path, SystemReason.text())
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let code = errno
        close(descriptor)
        throw .cannotWriteHistory(path, SystemReason.text(code))
      }
    }
    return descriptor
  }

  /// The system's reason why a folder can't be opened; `nil` if it can.
  private static func reason(_ path: String) -> String? {
    // SAFETY: as above.
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    return SystemReason.text()
  }

  /// A name for any file system: characters other than letters, digits, `-`, `_` and `=` are escaped as in a URL.
  static func fileName(ofSuite suite: String) -> String {
    escaped(suite) + fileExtension
  }

  static func escaped(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        byte < 128 && (character.isLetter || character.isNumber || "-_=".contains(character))
      name += isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return name
  }
}

/// A line of the history that was left out; all the others were read.
package struct HistoryWarning: Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// It is cut, or malformed.
    case damaged(String)
    /// A newer version of this program wrote it.
    case newerVersion(Int)
    /// A later line has another value for the same key; that one counts.
    case superseded(row: String, metric: String, commit: String)
  }

  package let path: String

  /// The line, counted from 1.
  package let line: Int

  package let reason: Reason

  /// `<subject>: <problem>; <remedy>`.
  package var description: String {
    switch reason {
    case .damaged(let what):
      "\(path):\(line): the line is damaged: \(what); the others are kept, remove it or restore it "
        + "from git"
    case .newerVersion(let version):
      "\(path):\(line): the line is of version \(version), and this program reads up to "
        + "\(HistoryLine.currentVersion); the others are kept, use a newer hamon to see it"
    case .superseded(let row, let metric, let commit):
      "\(path):\(line): a later line has another \(metric) of \(row) at \(commit.prefix(12)); that one "
        + "counts, remove one of them"
    }
  }
}
