import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import NativeViewsGTK
import ViewRecording

/// A difference, which ends the program with its message.
struct Disagreement: Error, CustomStringConvertible {
  var description: String
}

/// How often each comparison was made.
struct ComparisonCounts {
  var recordings = 0
  var nodes = 0
  var widgets = 0
  var renderings = 0
  var images = 0
  var screenshots = 0
  var frames = 0
  var rebuilt = 0
  /// Pictures of the window that differed at all when all was drawn anew.
  var keptDiffering = 0
  /// The largest share of pixels in which a window differed from the Cairo backend's image.
  var worstShare = 0.0
}

/// The backends that show one random program, and comparisons of what each has kept with what the tree is.
@MainActor
final class Agreement {
  /// Every so many updates that comparison is made; the recorded tree, the nodes of the image and the widgets are compared after each.
  static let renderingsEvery = 10
  static let imagesEvery = 5
  static let screenshotsEvery = 20
  static let framesEvery = 100
  static let settledEvery = 500

  /// Pictures of a window are composed by GTK and painted by Cairo.
  ///
  /// Edges that lie between pixels, as animations leave them, are
  /// blended in another order: a border over its background, a layer's end over what ends there. So a share of the pixels, which
  /// is less than a view has on average, may differ by more than the eye takes for the same and by more than an edge's
  /// smoothing.
  static let tolerance = ImageTolerance(
    colorDistance: 0.1,
    ignoresAntialiasing: true,
    maximumShare: 0.01
  )
  /// The same of two pictures of the window.
  ///
  /// A layer is as large as what GTK has kept in it, and its end is blended once more
  /// where something in it ends there.
  static let toleranceOfKept = ImageTolerance(
    colorDistance: 0.1,
    ignoresAntialiasing: true,
    maximumShare: 0.001
  )

  let recording: RecordingBackend
  let cairo: CairoBackend
  let gtk: GTKBackend
  let group: BackendGroup
  let program: any AgreedProgram
  private let renderer: CairoRenderer
  private let seed: UInt64
  private(set) var counts = ComparisonCounts()
  private(set) var updates = 0
  private(set) var changes = 0

  /// Places among the group's backends.
  private enum Place {
    static let cairo = 1
    static let gtk = 2
  }

  /// Shows a program.
  ///
  /// - Parameters:
  ///   - seed: That of the program, for the names of files.
  ///   - makeProgram: Makes the program, given the backend and its clock.
  /// - Throws: What it throws, and what a backend lacks.
  init(
    seed: UInt64,
    _ makeProgram: (any ViewBackend, ManualFrameSource) throws -> any AgreedProgram
  ) throws {
    self.seed = seed
    cairo = try CairoBackend()
    renderer = try CairoRenderer()
    gtk = try GTKBackend(title: "agreement", size: RandomProgram.size)
    recording = RecordingBackend(measurer: cairo.measurer)
    group = BackendGroup([recording, cairo, gtk], measurer: cairo.measurer)
    program = try makeProgram(group, group.clock)
    program.tree.flush()
    gtk.setVisible(true)
  }

  /// Makes updates, each of which is committed to all backends, and compares.
  func run(_ count: Int) async throws {
    await drawn()
    while updates < count {
      updates += 1
      program.update()
      changes += program.log.count
      try await compare(isLast: updates == count)
    }
  }

  private func compare(isLast: Bool) async throws {
    let isDue = { [updates] (interval: Int) in isLast || updates % interval == 0 }
    if isDue(Self.settledEvery) { program.settle() }
    try compareRecording()
    try compareNodes()
    try compareWidgets(withAllocations: false)
    if isDue(Self.renderingsEvery) { try compareRenderings() }
    if isDue(Self.imagesEvery) { try compareImage() }
    if isDue(Self.framesEvery) {
      // GTK's own frames, in which it allocates and draws what has changed.
      await drawn()
      counts.frames += 1
      try compareWidgets(withAllocations: true)
    }
    if isDue(Self.screenshotsEvery) { try compareScreenshot() }
    if isDue(Self.settledEvery) { try compareSettled() }
  }

  private func check(_ problem: String?) throws {
    guard let problem else { return }
    let log = program.log.joined(separator: ", ")
    throw Disagreement(description: "update \(updates): \(problem)\nafter: \(log)")
  }

  // MARK: Comparisons

  private func compareRecording() throws {
    counts.recordings += 1
    try check(recording.differences(from: program.tree).first.map { "headless: \($0)" })
  }

  private func compareNodes() throws {
    counts.nodes += 1
    let differences = group.asking(Place.cairo) { cairo.differences(from: program.tree) }
    try check(differences.first.map { "PNG: \($0)" })
  }

  private func compareWidgets(withAllocations: Bool) throws {
    counts.widgets += 1
    let differences = group.asking(Place.gtk) {
      gtk.differences(from: program.tree, withAllocations: withAllocations)
    }
    try check(differences.first.map { "GTK: \($0)" })
    let (widgets, views) = (GTKBackend.widgetCount, recording.viewCount)
    try check(widgets == views ? nil : "GTK: \(widgets) widgets for \(views) views")
  }

  private func compareRenderings() throws {
    counts.renderings += 1
    recording.takeUntold(from: program.tree)
    guard let root = recording.root else { return try check("headless: there is no root") }
    let recorded = Renderings(of: root, measuredBy: group.measurer)
    let rebuilt = Renderings(of: program.tree.root, measuredBy: group.measurer)
    try check(recorded.difference(from: rebuilt))
  }

  private func compareImage() throws {
    counts.images += 1
    let painted = try renderer.pixels(of: program.tree.root)
    guard painted != cairo.pixels else { return }
    let result = ImageComparison().compare(cairo.pixels, with: painted)
    try record(cairo.pixels, painted, ImageComparison())
    try check("PNG: \(result)")
  }

  /// The window's picture as it was kept, as it is when all is drawn anew, and the Cairo backend's.
  private func compareScreenshot() throws {
    counts.screenshots += 1
    guard let kept = gtk.screenshot() else { return try check("GTK: there is no picture") }
    try compareWidgets(withAllocations: true)
    group.asking(Place.gtk) { gtk.redraw(program.tree) }
    guard let drawn = gtk.screenshot() else { return try check("GTK: there is no picture") }
    let ofKept = ImageComparison(tolerance: Self.toleranceOfKept)
    let keptResult = ofKept.compare(kept, with: drawn)
    counts.keptDiffering += kept == drawn ? 0 : 1
    if !keptResult.isAccepted {
      try record(kept, drawn, ofKept)
      try check("GTK, kept and drawn anew: \(keptResult)")
    }
    let comparison = ImageComparison(tolerance: Self.tolerance)
    let result = comparison.compare(drawn, with: cairo.pixels)
    let share = Double(result.differingPixels) / Double(max(drawn.argb.count, 1))
    counts.worstShare = max(counts.worstShare, share)
    guard !result.isAccepted else { return }
    try record(drawn, cairo.pixels, comparison)
    try check("GTK and Cairo: \(result)")
  }

  /// What nodes show after all animations is what others show that are made anew.
  private func compareSettled() throws {
    counts.rebuilt += 1
    try check(program.tree.isAnimating ? "something is on its way after all animations" : nil)
    try check(
      program.completions.firstIndex { $0 != 1 }.map {
        "completion \($0) of \(program.completions.count) has come \(program.completions[$0]) times"
      }
    )
    let (shown, rebuilt) = program.shownAndRebuilt()
    let differing = zip(shown, rebuilt).first { $0 != $1 }
    try check(differing.map { "nodes: \($0)\nnot: \($1)" })
    try check(shown.count == rebuilt.count ? nil : "nodes: \(shown.count), not \(rebuilt.count)")
    try check(program.diagnoses.first.map { "a diagnosis: \($0)" })
  }

  /// Writes what differs, and the tree, to files.
  private func record(_ picture: Pixels, _ other: Pixels, _ comparison: ImageComparison) throws {
    let folder = FileManager.default.temporaryDirectory
    let path = { (name: String) in folder.appending(path: "agreement-\(self.seed)-\(name)").path }
    try picture.writePNG(to: path("shown.png"))
    try other.writePNG(to: path("expected.png"))
    try cairo.writePNG(to: path("cairo.png"))
    try comparison.differencePicture(picture, from: other).writePNG(to: path("difference.png"))
    try program.tree.root.renderedJSON().write(
      toFile: path("tree.json"),
      atomically: true,
      encoding: .utf8
    )
    print("see \(path("{shown,expected,difference}.png")) and \(path("tree.json"))")
  }

  /// Waits until GTK has made two frames of its own.
  private func drawn() async {
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        gtk.clock.onFrame = { [gtk] _ in
          gtk.clock.onFrame = nil
          continuation.resume()
        }
        gtk.clock.requestFrame()
      }
    }
  }
}
