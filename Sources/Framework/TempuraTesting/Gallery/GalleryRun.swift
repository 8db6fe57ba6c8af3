import Foundation

/// The processes that share a page: those started by one `swift test`, for XCTest, Swift Testing and parallel tests.
///
/// Each process has its own file of records. The last one to write makes the page from all of them; a lock excludes others meanwhile, so
/// that no record is lost.
///
/// Source: docs/semantics/tempura.md, S7.
struct GalleryRun: Sendable {
  /// The environment variable that makes other processes share a page: those with the same value.
  static let variable = "TEMPURA_SNAPSHOT_RUN"

  private let files: SnapshotFiles
  let name: String
  private let process: String

  /// Takes the gallery's folder, and the names of the run and of this process in it.
  init(files: SnapshotFiles, name: String, process: String) {
    (self.files, self.name, self.process) = (files, name, process)
  }

  /// The run of this process.
  static func current(
    files: SnapshotFiles,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> GalleryRun {
    let process = "\(getpid())-\(UInt64(Date().timeIntervalSince1970 * 1e6))"
    let named = environment[variable] ?? ""
    if !named.isEmpty {
      let characters = named.unicodeScalars.map { scalar in
        scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
          ? Character(scalar) : "-"
      }
      return GalleryRun(files: files, name: "named-\(String(characters))", process: process)
    }
    return GalleryRun(files: files, name: runOfSwiftTest() ?? process, process: process)
  }

  /// The `swift test` that started this process; nil for another parent, which may have started others long before.
  static func runOfSwiftTest() -> String? {
    let parent = getppid()
    guard let status = try? String(contentsOfFile: "/proc/\(parent)/stat", encoding: .utf8),
      let start = status.firstIndex(of: "("), let end = status.lastIndex(of: ")")
    else { return nil }
    // The 22nd field is the start time, which distinguishes reused process numbers.
    let fields = status[status.index(after: end)...].split(separator: " ")
    guard status[start..<end].dropFirst().hasPrefix("swift-"), fields.count > 19 else { return nil }
    return "swift-\(parent)-\(fields[19])"
  }

  /// Replaces this process's records, and writes the page from all processes' records.
  ///
  /// - Throws: ``SnapshotError`` if the folder can't be written.
  func write(
    _ records: [GalleryRecord],
    page: ([GalleryRecord]) -> String
  ) throws(SnapshotError) {
    let own = "records/\(name)/\(process).json"
    // Records contain nothing that JSON can't represent.
    try files.write((try? JSONEncoder().encode(records)) ?? Data("[]".utf8), to: own)
    let lock = try files.lock("records/lock")
    defer { close(lock) }
    // The page shows the last run; records of earlier ones are useless.
    for other in files.names(in: "records") where other != name && other != "lock" {
      files.removeFolder("records/\(other)")
    }
    var all: [GalleryRecord] = []
    for file in files.names(in: "records/\(name)") where file.hasSuffix(".json") {
      // An unreadable file is from a process that was killed.
      guard let data = try files.read("records/\(name)/\(file)") else { continue }
      all += (try? JSONDecoder().decode([GalleryRecord].self, from: data)) ?? []
    }
    try files.write(Data(page(GalleryRecord.merge(all)).utf8), to: "index.html")
  }
}
