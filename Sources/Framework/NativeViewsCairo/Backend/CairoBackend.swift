public import Foundation
public import NativeViews

/// Shows a tree in an image in memory, using Cairo and Pango.
///
/// Each view's drawing is kept. A commit repaints only the parts of the image in which something changed, before or after; the result is
/// the same as painting everything.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, B4.
@MainActor
public final class CairoBackend: ViewBackend {
  /// The clock, advanced by a test.
  public let clock: ManualFrameSource
  /// Pixels per point.
  public let displayScale: CGFloat
  /// Measures texts as they are painted.
  public nonisolated let measurer: any TextMeasuring
  /// The colour behind the tree's root.
  public let background: Color
  /// What was painted so far.
  public internal(set) var counts = PaintCounts()

  let resources: PaintResources
  /// The image; nil if the root has no valid image size.
  var surface: Surface?
  private var scratch: Surface?
  /// Another backend's former image.
  private var spare: Surface?
  /// Whether it took over another backend's resources, so that a third one may take over from it.
  private var succeeds = false
  private var treeLink: TreeLink?
  var tree: ViewTree? { treeLink?.tree }
  private(set) var rootNode = PaintNode()
  /// Mistakes to report once everything is painted: until then nodes and views must not change.
  private var diagnoses: [ViewDiagnosis] = []

  /// The clock.
  public var frames: any FrameSource { clock }

  /// Makes a backend.
  ///
  /// - Parameters:
  ///   - displayScale: Pixels per point, above 0.
  ///   - background: The colour behind the tree's root.
  ///   - fonts: Fonts of texts; by default the bundled ones.
  ///   - clock: The clock.
  /// - Throws: ``CairoError`` if the libraries are missing.
  public init(
    displayScale: CGFloat = 1,
    background: Color = .white,
    fonts: CairoFonts? = nil,
    clock: ManualFrameSource = ManualFrameSource()
  ) throws(CairoError) {
    precondition(
      displayScale > 0 && displayScale.isFinite,
      "Cairo backend: the display scale is \(displayScale), not above 0"
    )
    let fonts = try CairoFonts.bundled(unless: fonts)
    (self.displayScale, self.background, self.clock) = (displayScale, background, clock)
    measurer = PangoTextMeasurer(fonts: fonts, tellsOfMissingFonts: false)
    resources = PaintResources(fonts: fonts)
    // Not weak, which would slow down the backend's reference counting.
    resources.report = { [unowned self] diagnosis, view in
      MainActor.assumeIsolated { report(diagnosis, view) }
    }
  }

  /// Makes a backend that takes over another one's glyphs, measured sizes, decoded images and memory; that one paints nothing afterwards.
  package init(
    displayScale: CGFloat,
    background: Color,
    succeeding other: CairoBackend
  ) {
    precondition(
      displayScale > 0 && displayScale.isFinite,
      "Cairo backend: the display scale is \(displayScale), not above 0"
    )
    (self.displayScale, self.background) = (displayScale, background)
    clock = ManualFrameSource()
    (measurer, resources) = (other.measurer, other.resources)
    (spare, other.surface) = (other.surface ?? other.spare, nil)
    succeeds = true
    resources.sharesTexts = true
    resources.report = { [weak self] diagnosis, view in
      MainActor.assumeIsolated { self?.report(diagnosis, view) }
    }
  }

  /// Forgets the layouts of texts that later backends would reuse.
  package func forgetTexts() { resources.forgetTexts() }

  /// A digest of the image after the last commit; nil before the first.
  package var digest: PictureDigest? { surface?.digest }

  private func report(_ diagnosis: ViewDiagnosis, _ view: NativeView?) {
    var diagnosis = diagnosis
    if let view { diagnosis.subject = view.path }
    diagnoses.append(diagnosis)
  }

  /// Reports the mistakes found.
  func tellDiagnoses() {
    guard !diagnoses.isEmpty else { return }
    let found = diagnoses
    diagnoses = []
    for diagnosis in found {
      if let tree { tree.onDiagnosis(diagnosis) } else { diagnosis.printWarning() }
    }
  }

  /// Forgets the former tree.
  public func attach(to tree: ViewTree) {
    treeLink = tree.link
    rootNode = PaintNode(of: tree.root)
    surface = nil
  }

  /// The image after the last commit; empty before the first.
  public var pixels: Pixels { surface?.pixels ?? Pixels(width: 0, height: 0) }

  /// The image as a PNG file.
  ///
  /// - Throws: ``CairoError`` if nothing was committed yet, or it can't be encoded.
  public func png() throws(CairoError) -> Data { try pixels.png() }

  /// Writes the image as a PNG file, replacing an existing one.
  ///
  /// - Throws: ``CairoError`` if nothing was committed yet, or the file can't be written.
  public func writePNG(to path: String) throws(CairoError) { try pixels.writePNG(to: path) }

  /// Makes the image in the root's size; returns whether it is a new one.
  func prepareSurface() -> Bool {
    let (width, height) = CairoRenderer.pixelSize(of: rootNode.size, scale: displayScale)
    if let surface, (surface.width, surface.height) == (width, height) { return false }
    guard surface != nil || width > 0 && height > 0 else { return false }
    do throws(CairoError) {
      scratch = nil
      let spare = spare.take()
      if let spare, (spare.width, spare.height) == (width, height) {
        surface = spare
      } else if succeeds {
        surface = try Surface(width: width, height: height, inMemoryOf: spare)
      } else {
        surface = try Surface(width: width, height: height)
      }
    } catch {
      surface = nil
      guard width > 0, height > 0 else { return false }
      report(
        ViewDiagnosis(
          subject: "Cairo backend",
          problem: "an image of \(width)x\(height) pixels can't be had",
          remedy: "give the tree a size of 1 to 32767 pixels"
        ),
        nil
      )
    }
    return surface != nil
  }

  func paint(_ part: PixelRect) {
    guard let surface else { return }
    // The whole image can be painted in place; a part needs room around it for unwanted pixels.
    let isAll = part == PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
    guard let target = isAll ? surface : scratchSurface(like: surface) else {
      return paint(PixelRect(x: 0, y: 0, width: surface.width, height: surface.height))
    }
    let outcome = CairoRenderer.paint(
      rootNode,
      part,
      of: target,
      over: background,
      scale: Double(displayScale),
      with: resources
    )
    if !isAll { target.copy(part, to: surface) }
    counts.paints += 1
    counts.pixels += part.area
    counts.views += outcome.views
    if let failure = outcome.failure {
      report(
        ViewDiagnosis(
          subject: "Cairo backend",
          problem: "Cairo has stopped painting (\(failure))",
          remedy: "look for transforms and sizes that are very large or not finite"
        ),
        nil
      )
    }
  }

  /// A surface of the image's size, to paint parts on.
  private func scratchSurface(like surface: Surface) -> Surface? {
    if let scratch, (scratch.width, scratch.height) == (surface.width, surface.height) {
      return scratch
    }
    // Allocation of this size has just succeeded.
    scratch = try? Surface(width: surface.width, height: surface.height)
    return scratch
  }
}

/// What a backend has painted.
public struct PaintCounts: Hashable, Sendable {
  /// Commits that had something to show.
  public var commits = 0
  /// Painted parts of the image.
  public var paints = 0
  /// Painted views, counted each time.
  public var views = 0
  /// Pixels of the painted parts.
  public var pixels = 0

  /// Makes counts of 0.
  public init() {}
}
