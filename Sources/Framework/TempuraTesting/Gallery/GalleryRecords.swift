import Foundation
import Synchronization

/// This process's records for a gallery's page.
///
/// Isolation: any thread, since a process may end on any.
final class GalleryRecords: Sendable {
  private let folder: String
  private let run: GalleryRun
  private let state = Mutex(State())

  private struct State {
    var records: [GalleryRecord] = []
    /// Number of records on the page.
    var writtenCount = 0
  }

  /// Takes the page's folder and run.
  init(folder: String, run: GalleryRun) { (self.folder, self.run) = (folder, run) }

  /// Adds a record for the next write.
  func append(_ record: GalleryRecord) { state.withLock { $0.records.append(record) } }

  /// Writes the page, including records of other processes of the run.
  ///
  /// - Throws: ``SnapshotError`` if the folder can't be written.
  func write() throws(SnapshotError) {
    let records = state.withLock { $0.records }
    try run.write(records) { GalleryPage(records: $0, folder: folder).html }
    state.withLock { $0.writtenCount = records.count }
  }

  // MARK: End of the process

  private static let atExit = Mutex<[GalleryRecords]>([])

  /// Makes sure that an incomplete or outdated page is rewritten when the process ends.
  func writeAtExit() {
    let isFirst = Self.atExit.withLock { all in
      all.append(self)
      return all.count == 1
    }
    guard isFirst else { return }
    atexit { for records in GalleryRecords.atExit.withLock({ $0 }) { records.writeAgain() } }
  }

  private func writeAgain() {
    let isOutdated = state.withLock { $0.records.count > $0.writtenCount }
    guard isOutdated, FileManager.default.fileExists(atPath: "\(folder)/index.html") else { return }
    // At exit, nothing can receive an error.
    try? write()
  }
}
