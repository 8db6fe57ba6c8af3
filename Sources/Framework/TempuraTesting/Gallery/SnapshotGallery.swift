import Foundation
import ImageComparison
import NativeViews

/// A page that shows comparisons: the reference, the new picture, and the difference.
///
/// It is written whenever something was recorded or differs, into a folder that can be copied as it is, and on each ``write()``. All
/// processes of one `swift test` write one page.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, S7.
@MainActor
public final class SnapshotGallery {
  /// This process's gallery, in the folder named by `TEMPURA_SNAPSHOT_RESULTS`, or else in `.build/snapshots`.
  ///
  /// A page that exists when the process ends then contains everything the process has compared.
  public static let process: SnapshotGallery = {
    let gallery = SnapshotGallery(folder: SnapshotFileNames.resultsFolder())
    gallery.records.writeAtExit()
    return gallery
  }()

  /// The folder of the page and its pictures.
  public let folder: String
  /// The page's path.
  public var page: String { "\(folder)/index.html" }

  private let files: SnapshotFiles
  private let records: GalleryRecords

  /// Takes a folder, which is created when something is shown.
  public convenience init(folder: String) {
    self.init(folder: folder) { .current(files: $0) }
  }

  init(folder: String, makeRun: (SnapshotFiles) -> GalleryRun) {
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    files = SnapshotFiles(folder: self.folder)
    records = GalleryRecords(folder: self.folder, run: makeRun(files))
  }

  /// A snapshot and its pictures.
  struct Entry {
    let name: String
    let folder: String
    let outcome: SnapshotResult.Outcome
    let isPictured: Bool
    var before: Data?
    var after: Data?
    var difference: Data?

    fileprivate var record: GalleryRecord {
      GalleryRecord(
        name: name,
        folder: folder,
        finding: outcome.finding,
        text: outcome.text,
        difference: outcome.differingPart,
        isPictured: isPictured,
        time: Date().timeIntervalSince1970
      )
    }
  }

  /// Adds an equal snapshot, which is written with the next one that isn't.
  func add(_ entry: Entry) { records.append(entry.record) }

  /// Writes the pictures of an entry, and the page.
  func show(_ entry: Entry) -> (pictures: [String], remarks: [String]) {
    var record = entry.record
    var pictures: [String] = []
    let path = "\(SnapshotFileNames.relative(entry.folder))/\(entry.name)"
    do throws(SnapshotError) {
      let kinds = [("before", entry.before), ("after", entry.after), ("diff", entry.difference)]
      for (index, (kind, data)) in kinds.enumerated() {
        let file = "\(path).\(kind).png"
        guard let data else {
          // A picture of an earlier run would belong to another snapshot.
          files.remove(file)
          continue
        }
        try files.write(data, to: file)
        record.sources[index] = file
        pictures.append("\(kind): \(files.path(file))")
      }
      records.append(record)
      try write()
      return (pictures, ["gallery: \(page)"])
    } catch {
      return (pictures, ["gallery: \(error)"])
    }
  }

  /// Writes the page, including comparisons of other processes of the run.
  ///
  /// - Throws: ``SnapshotError`` if the folder can't be written.
  public func write() throws(SnapshotError) { try records.write() }
}

extension SnapshotResult.Outcome {
  fileprivate var finding: GalleryRecord.Finding {
    switch self {
    case .changed: .changed
    case .missing: .missing
    case .otherLibraries: .otherLibraries
    case .recorded: .recorded
    case .equal: .equal
    }
  }

  fileprivate var differingPart: GalleryRecord.Difference? {
    guard let picture = difference?.picture, let bounds = picture.bounds else { return nil }
    return GalleryRecord.Difference(
      x: bounds.x,
      y: bounds.y,
      width: bounds.width,
      height: bounds.height,
      pictureWidth: picture.width,
      pictureHeight: picture.height
    )
  }

  fileprivate var text: String {
    switch self {
    case .changed(let difference): [difference.summary, difference.details].joined(separator: "\n")
    case .otherLibraries(let difference, let libraries):
      [difference.summary, "painted by \(libraries)", difference.details].joined(separator: "\n")
    case .equal, .recorded, .missing: ""
    }
  }
}
