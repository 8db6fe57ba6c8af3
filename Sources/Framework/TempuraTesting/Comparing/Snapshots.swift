import Foundation
public import ImageComparison
public import NativeViews
package import NativeViewsCairo
import Tempura

/// Compares views with references in a folder: their trees as text, and their pictures.
///
/// Pixels are compared by the digest in the reference's stamp. A reference is decoded, and a picture encoded, only for differences and
/// recordings.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/tempura.md, S1-S7.
@MainActor
public final class Snapshots {
  /// The folder of the references.
  public let folder: String
  /// The files kept for each snapshot.
  public var formats: SnapshotFormats = [.picture, .text]
  /// The tolerance for pictures; by default exact.
  public var comparison = ImageComparison()
  /// What to record; `nil` follows the environment variable.
  public var recording: SnapshotRecording?
  /// When trees are compared.
  public var readiness = SnapshotReadiness.atRest()
  /// Real time limit for a store's side effects.
  public var storeLimit: Duration = .seconds(60)
  /// The page that shows comparisons.
  public let gallery: SnapshotGallery

  private let files: SnapshotFiles
  private let names: SnapshotNames
  private let environmentRecording: () throws(SnapshotError) -> SnapshotRecording
  private let libraries: () throws(CairoError) -> LibraryVersions

  /// Takes a folder, which is created when something is recorded.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - gallery: The page; by default the process's.
  public convenience init(folder: String, gallery: SnapshotGallery? = nil) {
    self.init(folder: folder, gallery: gallery ?? .process, names: .process)
  }

  /// Takes a folder, the used names, and the environment's settings.
  package init(
    folder: String,
    gallery: SnapshotGallery,
    names: SnapshotNames,
    recording: @escaping () throws(SnapshotError) -> SnapshotRecording = SnapshotRecording
      .ofEnvironment,
    libraries: @escaping () throws(CairoError) -> LibraryVersions = LibraryVersions.current
  ) {
    self.folder = URL(fileURLWithPath: folder).standardizedFileURL.path
    files = SnapshotFiles(folder: self.folder)
    (self.gallery, self.names) = (gallery, names)
    (environmentRecording, self.libraries) = (recording, libraries)
  }

  private static var ofFiles: [String: Snapshots] = [:]

  /// The snapshots in `Snapshots/NAME` next to a test file, `NAME.swift`; the same object for each call.
  public static func besides(_ filePath: String) -> Snapshots {
    if let known = ofFiles[filePath] { return known }
    let snapshots = Snapshots(folder: SnapshotFileNames.folder(besides: filePath))
    ofFiles[filePath] = snapshots
    return snapshots
  }

  /// Forgets the laid out texts of all snapshots so far; for benchmarks, which take the same ones repeatedly.
  package static func forgetTexts() { SnapshotPainter.shared.forgetTexts() }

  // MARK: Views

  /// Compares a view as it is, at the size of its frame.
  ///
  /// The root of a tree with a `CairoBackend` is compared as that backend shows it, once the tree is at rest.
  ///
  /// - Parameters:
  ///   - view: The view; one without a tree gets one of its own meanwhile, and is brought to rest.
  ///   - name: The reference's name, unique in the folder.
  ///   - recording: What to record, overriding other settings.
  ///   - location: The place in the test; by default the call's.
  ///   - fileID: Module and file of the call.
  ///   - filePath: Path of the call's file.
  ///   - line: Line of the call.
  ///   - column: Column of the call.
  /// - Returns: What was found.
  /// - Throws: ``SnapshotError``.
  public func verify(
    _ view: NativeView,
    named name: String,
    recording: SnapshotRecording? = nil,
    at location: SnapshotLocation? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) throws(SnapshotError) -> SnapshotResult {
    let call = SnapshotLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try claim(name, at: location ?? call)
    guard view.tree == nil, view.parent == nil else {
      if let tree = view.tree, tree.backend is CairoBackend {
        try settle(tree, named: name).settle(readiness)
      }
      return try compare(view, named: name, recording)
    }
    let frame = view.frame
    defer { view.frame = frame }
    let environment = SnapshotEnvironment(size: frame.size)
    do throws(SnapshotError) { try environment.check() } catch {
      throw .unusableView(
        name: name,
        problem:
          "the view's frame is \(frame.width)x\(frame.height); give it a size from 1 to 32767"
      )
    }
    let tree = try show(view, named: name, in: environment)
    try settle(tree, named: name).settle(readiness)
    return try compare(tree.root, named: name, recording)
  }

  /// Compares views on each screen of a matrix.
  ///
  /// - Parameters:
  ///   - matrix: The screens.
  ///   - name: The references' name, to which the environment's is added.
  ///   - recording: What to record, overriding other settings.
  ///   - location: The place in the test; by default the call's.
  ///   - isReady: Returns whether a view can be compared.
  ///   - fileID: Module and file of the call.
  ///   - filePath: Path of the call's file.
  ///   - line: Line of the call.
  ///   - column: Column of the call.
  ///   - makeView: Makes the view for a screen; it gets the screen's size.
  /// - Returns: A result for each screen, in order.
  /// - Throws: ``SnapshotError``, and the error of `makeView`.
  public func verify<Content: NativeView>(
    in matrix: SnapshotMatrix,
    named name: String,
    recording: SnapshotRecording? = nil,
    at location: SnapshotLocation? = nil,
    isReady: @escaping (Content) -> Bool = { _ in true },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ makeView: (SnapshotEnvironment) throws -> Content
  ) throws -> [SnapshotResult] {
    let call = SnapshotLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var taken = CallNames(at: location ?? call)
    return try matrix.environments.map { environment in
      let name = "\(name).\(environment)"
      try taken.take(name)
      try claim(name, at: taken.location)
      try environment.check()
      return try ScreenContext.$current.withValue(environment) {
        let view = try makeView(environment)
        let tree = try show(view, named: name, in: environment)
        var settling = try settle(tree, named: name)
        settling.isReady = { isReady(view) }
        try settling.settle(readiness)
        return try compare(view, named: name, recording)
      }
    }
  }

  // MARK: Steps of a comparison

  /// Claims a name that no other place has used in this folder.
  func claim(_ name: String, at location: SnapshotLocation) throws(SnapshotError) {
    try SnapshotFileNames.check(name)
    try names.claim(files.path(name), named: name, at: location)
  }

  /// Shows a view that isn't shown.
  func show(
    _ view: NativeView,
    named name: String,
    in environment: SnapshotEnvironment
  ) throws(SnapshotError) -> ViewTree {
    let backend = try makeBackend(name, environment)
    let tree = ViewTree(root: view, size: environment.size, backend: backend)
    tree.environment = environment.ofViews
    return tree
  }

  /// Makes the backend of a tree.
  func makeBackend(
    _ name: String,
    _ environment: SnapshotEnvironment
  ) throws(SnapshotError) -> CairoBackend {
    do {
      return try SnapshotPainter.shared.makeBackend(
        scale: environment.scale,
        background: environment.appearance == .dark ? .black : .white
      )
    } catch { throw .unpaintable(name: name, error) }
  }

  func settle(_ tree: ViewTree, named name: String) throws(SnapshotError) -> TreeSettling {
    guard let backend = tree.backend as? CairoBackend else {
      throw .unusableView(name: name, problem: "another backend shows it; let Cairo's show it")
    }
    return TreeSettling(name: name, tree: tree, clock: backend.clock)
  }

  /// Compares a view that is ready with its reference, or records it.
  func compare(
    _ view: NativeView,
    named name: String,
    _ recording: SnapshotRecording? = nil
  ) throws(SnapshotError) -> SnapshotResult {
    let mode: SnapshotRecording
    if let recording = recording ?? self.recording {
      mode = recording
    } else {
      mode = try environmentRecording()
    }
    let shot = try Shot(of: view, named: name, formats)
    var found = try find(shot, named: name)
    let isMissing = found.difference.missing.count == shot.fileCount
    if mode == .all && found.isOutdated || mode != .none && !found.difference.missing.isEmpty {
      try names.checkRecording(files.path(name), named: name)
      try record(shot, named: name, onlyMissing: mode == .missing, found.difference.missing)
      if mode == .all || found.difference.missing.count == shot.fileCount {
        return finish(.recorded, named: name, shot, before: found.before)
      }
      found = try find(shot, named: name)
    }
    if isMissing { return finish(.missing, named: name, shot, before: nil) }
    if found.difference.isEmpty { return finish(.equal, named: name, shot, before: nil) }
    if let libraries = found.otherLibraries, !found.difference.concernsTree {
      let outcome = SnapshotResult.Outcome.otherLibraries(found.difference, reference: libraries)
      return finish(outcome, named: name, shot, before: found.before)
    }
    return finish(.changed(found.difference), named: name, shot, before: found.before)
  }

  /// The rendering of a view.
  private struct Shot {
    /// The tree as text, with the suffix of its file and the property for its changes.
    typealias Text = (
      suffix: String, text: String, changes: WritableKeyPath<SnapshotDifference, ChangedLines?>
    )

    var picture: PaintedSnapshot?
    var texts: [Text] = []

    var fileCount: Int { (picture == nil ? 0 : 1) + texts.count }

    @MainActor
    init(of view: NativeView, named name: String, _ formats: SnapshotFormats) throws(SnapshotError)
    {
      if formats.contains(.picture) { picture = try PaintedSnapshot(of: view, named: name) }
      if formats.contains(.text) { texts.append((".txt", view.renderedText(), \.text)) }
      if formats.contains(.json) { texts.append((".json", view.renderedJSON(), \.json)) }
    }
  }

  private struct Found {
    var difference = SnapshotDifference()
    /// The picture's file, if pixels differ.
    var before: Data?
    /// The libraries that painted the reference, if they differ.
    var otherLibraries: LibraryVersions?

    /// Whether recording would write anything.
    var isOutdated: Bool { !difference.isEmpty || otherLibraries != nil || difference.isUnstamped }
  }

  private func find(_ shot: Shot, named name: String) throws(SnapshotError) -> Found {
    var found = Found()
    found.difference.isTreeCompared = !shot.texts.isEmpty
    if let picture = shot.picture { try compare(picture, named: name, &found) }
    for (suffix, text, place) in shot.texts {
      let changes = try changes(text, name + suffix, &found.difference.missing)
      found.difference[keyPath: place] = changes
    }
    return found
  }

  private func changes(
    _ text: String,
    _ file: String,
    _ missing: inout [String]
  ) throws(SnapshotError) -> ChangedLines? {
    guard let data = try files.read(file) else {
      missing.append(file)
      return nil
    }
    if data == Data(text.utf8) { return nil }
    guard var reference = String(data: data, encoding: .utf8) else {
      throw .corruptReference(path: files.path(file), reason: "it isn't text")
    }
    // A checkout may change line endings; within a line both characters are escaped.
    reference = reference.replacing("\r\n", with: "\n")
    return reference.utf8.elementsEqual(text.utf8) ? nil : ChangedLines(from: reference, to: text)
  }

  private func compare(
    _ picture: PaintedSnapshot,
    named name: String,
    _ found: inout Found
  ) throws(SnapshotError) {
    let file = "\(name).png"
    guard let data = try files.read(file) else {
      found.difference.missing.append(file)
      return
    }
    let stamp = PictureStamp.read(data)
    found.difference.isUnstamped = stamp == nil
    do {
      let current = try libraries()
      if let stamp, stamp.libraries != current { found.otherLibraries = stamp.libraries }
    } catch { throw .unpaintable(name: name, error) }
    // The stamp also proves that the file is complete.
    if let stamp, stamp.pixels == picture.digest.description { return }
    let reference = try decode(data, files.path(file))
    let result = comparison.compare(picture.pixels(), with: reference)
    if !result.isAccepted { (found.difference.picture, found.before) = (result, data) }
  }

  private func decode(_ data: Data, _ path: String) throws(SnapshotError) -> Pixels {
    do { return try Pixels(decoding: BitmapImage(png: data)) } catch {
      let reason =
        switch error {
        case CairoError.undecodable(let reason): reason
        case is BitmapImageError: "it isn't a PNG file"
        default: "\(error)"
        }
      throw .corruptReference(path: path, reason: reason)
    }
  }

  // MARK: Recording and telling

  private func record(
    _ shot: Shot,
    named name: String,
    onlyMissing: Bool,
    _ missing: [String]
  ) throws(SnapshotError) {
    let isWritten = { (file: String) in !onlyMissing || missing.contains(file) }
    if let picture = shot.picture, isWritten("\(name).png") {
      try files.write(try encode(picture, named: name), to: "\(name).png")
    }
    for (suffix, text, _) in shot.texts where isWritten(name + suffix) {
      try files.write(Data(text.utf8), to: name + suffix)
    }
  }

  private func encode(_ picture: PaintedSnapshot, named name: String) throws(SnapshotError) -> Data
  {
    do {
      return PictureStamp.stamp(
        try picture.pixels().png(),
        pixels: picture.digest,
        libraries: try libraries()
      )
    } catch { throw .unpaintable(name: name, error) }
  }

  private func finish(
    _ outcome: SnapshotResult.Outcome,
    named name: String,
    _ shot: Shot,
    before: Data?
  ) -> SnapshotResult {
    if outcome.isAccepted { names.noteCompared(files.path(name)) }
    var entry = SnapshotGallery.Entry(
      name: name,
      folder: folder,
      outcome: outcome,
      isPictured: shot.picture != nil,
      before: before
    )
    var shown: (pictures: [String], remarks: [String]) = ([], [])
    if case .equal = outcome {
      gallery.add(entry)
    } else {
      if let picture = shot.picture {
        let pixels = picture.pixels()
        entry.after = try? pixels.png()
        if let before, let reference = try? decode(before, "") {
          entry.difference = try? comparison.differencePicture(pixels, from: reference).png()
        }
      }
      shown = gallery.show(entry)
    }
    return SnapshotResult(
      name: name,
      outcome: outcome.with(pictures: shown.pictures),
      reference: files.path(name),
      remarks: shown.remarks
    )
  }
}

extension SnapshotResult.Outcome {
  /// The differences, if any.
  var difference: SnapshotDifference? {
    switch self {
    case .changed(let difference), .otherLibraries(let difference, _): difference
    case .equal, .recorded, .missing: nil
    }
  }

  fileprivate func with(pictures: [String]) -> SnapshotResult.Outcome {
    switch self {
    case .changed(var difference):
      difference.pictures = pictures
      return .changed(difference)
    case .otherLibraries(var difference, let libraries):
      difference.pictures = pictures
      return .otherLibraries(difference, reference: libraries)
    case .equal, .recorded, .missing: return self
    }
  }
}
