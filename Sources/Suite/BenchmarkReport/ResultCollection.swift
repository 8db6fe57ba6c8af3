public import BenchmarkHarness
import FoundationEssentials
import Glibc

/// The results of several suites, as `hamon bench` keeps them in one file.
public struct ResultCollection: Codable, Equatable, Sendable {
  /// The version of the format that this code writes, and the newest it reads.
  public static let currentSchemaVersion = 1

  /// The version of the format of the file.
  public let schemaVersion: Int

  /// The results, in the order the suites ran.
  public private(set) var suites: [SuiteResult]

  /// Creates a collection.
  public init(suites: [SuiteResult] = []) {
    self.schemaVersion = Self.currentSchemaVersion
    self.suites = suites
  }

  /// Adds the suites of another collection at the end.
  public mutating func append(_ other: ResultCollection) {
    suites += other.suites
  }

  /// Adds what was counted of a row of a suite.
  public mutating func setCounts(_ counts: RowCounts, ofRow row: String, suite: Int) {
    suites[suite].setCounts(counts, ofRow: row)
  }

  /// Whether a row failed or a suite didn't come to its end.
  public var hasFailures: Bool {
    suites.contains { !$0.failures.isEmpty || !$0.isComplete }
  }

  /// How many rows were measured, in all suites.
  public var rowCount: Int {
    suites.reduce(0) { $0 + $1.rows.count }
  }

  /// Reads a file of results: that of one suite, or a collection.
  ///
  /// - Parameter path: A file that was written with `--json`.
  /// - Returns: What the file holds; at least one suite, unless the collection was empty.
  /// - Throws: ``ResultFileError``.
  public static func read(_ path: String) throws(ResultFileError) -> ResultCollection {
    let data = try contents(of: path)
    let decoder = JSONDecoder()
    let header: Header
    do {
      header = try decoder.decode(Header.self, from: data)
    } catch DecodingError.dataCorrupted {
      throw .notJSON(path: path)
    } catch {
      throw .notResults(path: path, reason: reason(of: error))
    }
    guard let version = header.schemaVersion else {
      throw .notResults(path: path, reason: "it has no schemaVersion")
    }
    let supported = header.suites == nil ? SuiteResult.currentSchemaVersion : currentSchemaVersion
    guard version <= supported else {
      throw .newerVersion(path: path, found: version, supported: supported)
    }
    for inner in header.suites ?? [] {
      guard let version = inner.schemaVersion, version > SuiteResult.currentSchemaVersion else {
        continue
      }
      throw .newerVersion(
        path: path,
        found: version,
        supported: SuiteResult.currentSchemaVersion
      )
    }
    do {
      return header.suites == nil
        ? ResultCollection(suites: [try decoder.decode(SuiteResult.self, from: data)])
        : try decoder.decode(ResultCollection.self, from: data)
    } catch {
      throw .notResults(path: path, reason: reason(of: error))
    }
  }

  /// What can be read of a file whatever its version.
  private struct Header: Decodable {
    struct Suite: Decodable {
      let schemaVersion: Int?
    }

    let schemaVersion: Int?
    let suites: [Suite]?
  }

  private static func contents(of path: String) throws(ResultFileError) -> Data {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .cannotRead(path: path, reason: String(cString: strerror(EISDIR)))
    }
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw .cannotRead(path: path, reason: "\(error)")
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
