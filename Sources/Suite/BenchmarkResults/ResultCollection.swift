import FoundationEssentials
import Glibc
package import SuiteErrors

/// The results of several suites, which `hamon bench` keeps in one file.
package struct ResultCollection: Codable, Equatable, Sendable {
  /// The version of the format that this code writes, and the newest it reads.
  package static let currentSchemaVersion = 1

  /// The version of the format of the file.
  package let schemaVersion: Int

  /// The results, in the order the suites ran.
  package private(set) var suites: [SuiteResult]

  package init(suites: [SuiteResult] = []) {
    self.schemaVersion = Self.currentSchemaVersion
    self.suites = suites
  }

  /// Adds the suites of another collection at the end.
  package mutating func append(_ other: ResultCollection) {
    suites += other.suites
  }

  /// Adds the counts of a row of a suite.
  package mutating func setCounts(_ counts: RowCounts, ofRow row: String, suite: Int) {
    suites[suite].setCounts(counts, ofRow: row)
  }

  /// Adds what an operation of a row of a suite leaves in memory.
  package mutating func setMemory(_ memory: RowMemory, ofRow row: String, suite: Int) {
    for index in suites[suite].rows.indices where suites[suite].rows[index].name == row {
      suites[suite].rows[index].leaves = memory
    }
  }

  /// Whether a row failed or a suite wasn't completed.
  package var hasFailures: Bool {
    suites.contains { !$0.failures.isEmpty || !$0.isComplete }
  }

  /// Considers another start of a program, whose suites are at these places; see ``SuiteResult/considerMisses(in:movedBy:)``.
  package mutating func considerMisses(
    in other: ResultCollection,
    movedBy offset: Int,
    suites places: Range<Int>
  ) {
    for place in places {
      guard let again = other.suites.first(where: { $0.suite == suites[place].suite }) else {
        continue
      }
      suites[place].considerMisses(in: again, movedBy: offset)
    }
  }

  /// How many rows were measured, in all suites.
  package var rowCount: Int {
    suites.reduce(0) { $0 + $1.rows.count }
  }

  /// Reads a file of results: of one suite, or a collection.
  ///
  /// - Parameter path: A file written with `--json`.
  /// - Returns: The contents of the file; at least one suite, unless the collection was empty.
  /// - Throws: ``SuiteError``.
  package static func read(_ path: String) throws(SuiteError) -> ResultCollection {
    let data = try contents(of: path)
    let decoder = JSONDecoder()
    let header: Header
    do {
      header = try decoder.decode(Header.self, from: data)
    } catch DecodingError.dataCorrupted {
      throw SuiteError(
        path,
        "it is not complete JSON, it may have been cut off",
        remedy: "measure anew with --json"
      )
    } catch {
      throw .notResults(path, reason(of: error))
    }
    guard let version = header.schemaVersion else {
      throw .notResults(path, "it has no schemaVersion")
    }
    let supported = header.suites == nil ? SuiteResult.currentSchemaVersion : currentSchemaVersion
    guard version <= supported else {
      throw .newerVersion(path, found: version, supported: supported)
    }
    for inner in header.suites ?? [] {
      guard let version = inner.schemaVersion, version > SuiteResult.currentSchemaVersion else {
        continue
      }
      throw .newerVersion(path, found: version, supported: SuiteResult.currentSchemaVersion)
    }
    do {
      return header.suites == nil
        ? ResultCollection(suites: [try decoder.decode(SuiteResult.self, from: data)])
        : try decoder.decode(ResultCollection.self, from: data)
    } catch {
      throw .notResults(path, reason(of: error))
    }
  }

  /// The part of a file that is the same in all versions.
  private struct Header: Decodable {
    struct Suite: Decodable {
      let schemaVersion: Int?
    }

    let schemaVersion: Int?
    let suites: [Suite]?
  }

  private static func contents(of path: String) throws(SuiteError) -> Data {
    var status = stat()
    // SAFETY: the struct outlives the call.
    guard unsafe stat(path, &status) == 0, unsafe access(path, R_OK) == 0 else {
      throw .cannotRead(path, SystemReason.text())
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .cannotRead(path, SystemReason.text(EISDIR))
    }
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .cannotRead(path, "\(error)")
    }
  }

  private static func reason(of error: any Error) -> String {
    func name(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "it has no \(name(context.codingPath + [key]))"
    case DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty:
      "it is not an object"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "its \(name(context.codingPath)) is not what it should be"
    default: "\(error)"
    }
  }
}

extension SuiteError {
  fileprivate static func cannotRead(_ path: String, _ reason: String) -> SuiteError {
    SuiteError(
      path,
      "cannot read the results: \(reason)",
      remedy: "give a file that a benchmark wrote with --json"
    )
  }

  fileprivate static func notResults(_ path: String, _ reason: String) -> SuiteError {
    SuiteError(
      path,
      "it holds no benchmark results: \(reason)",
      remedy: "give a file written with --json"
    )
  }

  fileprivate static func newerVersion(_ path: String, found: Int, supported: Int) -> SuiteError {
    SuiteError(
      path,
      "its schema version is \(found), and the newest that can be read is \(supported)",
      remedy: "read it with the version of hamon that wrote it"
    )
  }
}
