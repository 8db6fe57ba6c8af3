import Foundation

/// The processes whose snapshots are on one page: those that one `swift test` starts, for XCTest and Swift Testing and for
/// several at once.
///
/// Each process has a file of records of its own. The page is made of all of them, by whoever has written last; a lock keeps
/// others away meanwhile, so that none is lost.
///
/// Source: docs/semantics/tempura.md, S7.
struct GalleryRun: Sendable {
  /// The environment variable by which other processes make one page: those with the same value.
  static let variable = "TEMPURA_SNAPSHOT_RUN"

  private let files: SnapshotFiles
  let name: String
  private let process: String

  /// Takes the gallery's folder, and names of the run and of this process in it.
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

  /// The `swift test` that has started this process; nothing where something else has, which may have started others long before.
  static func runOfSwiftTest() -> String? {
    let parent = getppid()
    guard let status = try? String(contentsOfFile: "/proc/\(parent)/stat", encoding: .utf8),
      let start = status.firstIndex(of: "("), let end = status.lastIndex(of: ")")
    else { return nil }
    // The 22nd field is the time of the start, by which a number that was given again is told apart.
    let fields = status[status.index(after: end)...].split(separator: " ")
    guard status[start..<end].dropFirst().hasPrefix("swift-"), fields.count > 19 else { return nil }
    return "swift-\(parent)-\(fields[19])"
  }

  /// Replaces the records of this process, and writes the page of all processes' records.
  ///
  /// - Throws: ``SnapshotError`` if the folder can't be written.
  func write(
    _ records: [GalleryRecord],
    page: ([GalleryRecord]) -> String
  ) throws(SnapshotError) {
    let own = "records/\(name)/\(process).json"
    // Records have nothing that JSON couldn't say.
    try files.write((try? JSONEncoder().encode(records)) ?? Data("[]".utf8), to: own)
    let lock = try files.lock("records/lock")
    defer { close(lock) }
    // The page is of the last run; records of those before are of no use.
    for other in files.names(in: "records") where other != name && other != "lock" {
      files.removeFolder("records/\(other)")
    }
    var all: [GalleryRecord] = []
    for file in files.names(in: "records/\(name)") where file.hasSuffix(".json") {
      // What can't be read is of a process that has been stopped by force.
      guard let data = try files.read("records/\(name)/\(file)") else { continue }
      all += (try? JSONDecoder().decode([GalleryRecord].self, from: data)) ?? []
    }
    try files.write(Data(page(GalleryRecord.merge(all)).utf8), to: "index.html")
  }
}
