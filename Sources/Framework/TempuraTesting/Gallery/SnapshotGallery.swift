import Foundation

/// A page that shows what was compared: the reference, the new picture, and what differs.
///
/// It is written whenever something was recorded or differs, into a folder that can be copied as it is; by ``write()`` at any
/// time.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, S7.
@MainActor
public final class SnapshotGallery {
  /// The gallery of this process, in the folder that `TEMPURA_SNAPSHOT_RESULTS` names, or else in `.build/snapshots`.
  public static let process = SnapshotGallery(folder: SnapshotFileNames.resultsFolder())

  /// The folder of the page and its pictures.
  public let folder: String
  /// The page's path.
  public var page: String { "\(folder)/index.html" }

  private let files: SnapshotFiles
  private var entries: [Entry] = []

  /// Takes a folder, which is made when something is shown.
  public init(folder: String) {
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    files = SnapshotFiles(folder: self.folder)
  }

  /// A snapshot and its pictures.
  struct Entry {
    let name: String
    let folder: String
    var outcome: SnapshotResult.Outcome
    var before: Data?
    let isPictured: Bool
    var after: Data?
    var difference: Data?
    /// Paths of the pictures from the page: of the reference, the new one, and what differs.
    var sources: [String?] = [nil, nil, nil]

    init(
      name: String,
      folder: String,
      outcome: SnapshotResult.Outcome,
      before: Data?,
      isPictured: Bool
    ) {
      (self.name, self.folder, self.outcome) = (name, folder, outcome)
      (self.before, self.isPictured) = (before, isPictured)
    }
  }

  /// Takes what is equal, which is written with the next one that isn't.
  func add(_ entry: Entry) { entries.append(entry) }

  /// Writes the pictures of an entry, and the page.
  func show(_ entry: Entry) -> (pictures: [String], remarks: [String]) {
    var entry = entry
    var pictures: [String] = []
    let path = "\(SnapshotFileNames.relative(entry.folder))/\(entry.name)"
    do throws(SnapshotError) {
      let kinds = [("before", entry.before), ("after", entry.after), ("diff", entry.difference)]
      for (index, (kind, data)) in kinds.enumerated() {
        let file = "\(path).\(kind).png"
        guard let data else {
          // One of an earlier run would belong to another picture.
          files.remove(file)
          continue
        }
        try files.write(data, to: file)
        entry.sources[index] = file
        pictures.append("\(kind): \(files.path(file))")
      }
      (entry.before, entry.after, entry.difference) = (nil, nil, nil)
      entries.append(entry)
      try write()
      return (pictures, ["gallery: \(page)"])
    } catch {
      return (pictures, ["gallery: \(error)"])
    }
  }

  /// Writes the page.
  ///
  /// - Throws: ``SnapshotError`` if the folder can't be written.
  public func write() throws(SnapshotError) {
    try files.write(Data(GalleryPage(entries: entries, folder: folder).html.utf8), to: "index.html")
  }
}
