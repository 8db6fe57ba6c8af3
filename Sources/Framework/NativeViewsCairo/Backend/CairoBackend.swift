public import Foundation
public import NativeViews

/// Shows a tree in an image in memory, by Cairo and Pango.
///
/// Each view's drawing is kept. A commit paints the parts of the image anew in which something has changed, before or
/// after, and nothing else; the result is that of painting everything.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, B4.
@MainActor
public final class CairoBackend: ViewBackend {
  /// The clock, which a test advances.
  public let clock: ManualFrameSource
  /// Pixels per point.
  public let displayScale: CGFloat
  /// Measures texts as they are painted.
  public nonisolated let measurer: any TextMeasuring
  /// The colour behind the tree's root.
  public let background: Color
  /// Amounts of what was painted.
  public internal(set) var counts = PaintCounts()

  let resources: PaintResources
  /// The image; nil where the root has no size that an image can have.
  var surface: Surface?
  private var scratch: Surface?
  /// An image that was another backend's.
  private var spare: Surface?
  /// Whether it goes on with what another backend has, so that a third one may go on with it.
  private var succeeds = false
  private var treeLink: TreeLink?
  var tree: ViewTree? { treeLink?.tree }
  private(set) var rootNode = PaintNode()
  /// Mistakes that are told of once all is painted: until then nodes and views stay as they are.
  private var diagnoses: [ViewDiagnosis] = []

  /// The clock.
  public var frames: any FrameSource { clock }

  /// Makes a backend.
  ///
  /// - Parameters:
  ///   - displayScale: Pixels per point, above 0.
  ///   - background: The colour behind the tree's root.
  ///   - fonts: Fonts of texts; the bundled ones unless given.
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
    // Not weak, which would make counting the backend's references slower.
    resources.report = { [unowned self] diagnosis, view in
      MainActor.assumeIsolated { report(diagnosis, view) }
    }
  }

  /// Makes a backend that goes on with the fonts' glyphs, the measured sizes, the decoded images and the memory of another
  /// one, which paints nothing afterwards.
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

  /// Forgets the layouts of texts that backends after this one would go on with.
  package func forgetTexts() { resources.forgetTexts() }

  /// A digest of the image as it was last committed; nothing before the first commit.
  package var digest: PictureDigest? { surface?.digest }

  private func report(_ diagnosis: ViewDiagnosis, _ view: NativeView?) {
    var diagnosis = diagnosis
    if let view { diagnosis.subject = view.path }
    diagnoses.append(diagnosis)
  }

  /// Tells of the mistakes that were found.
  func tellDiagnoses() {
    guard !diagnoses.isEmpty else { return }
    let found = diagnoses
    diagnoses = []
    for diagnosis in found {
      if let tree { tree.onDiagnosis(diagnosis) } else { diagnosis.printWarning() }
    }
  }

  /// Forgets what was shown before.
  public func attach(to tree: ViewTree) {
    treeLink = tree.link
    rootNode = PaintNode(of: tree.root)
    surface = nil
  }

  /// The image as it was last committed; empty before the first commit.
  public var pixels: Pixels { surface?.pixels ?? Pixels(width: 0, height: 0) }

  /// The image as a PNG file.
  ///
  /// - Throws: ``CairoError`` if nothing was committed yet, or it can't be encoded.
  public func png() throws(CairoError) -> Data { try pixels.png() }

  /// Writes the image as a PNG file, in place of one that is there.
  ///
  /// - Throws: ``CairoError`` if nothing was committed yet, or the file can't be written.
  public func writePNG(to path: String) throws(CairoError) { try pixels.writePNG(to: path) }

  /// Makes the image of the root's size; tells whether it is another one than before.
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

  /// Paints a part of the image.
  func paint(_ part: PixelRect) {
    guard let surface else { return }
    // All of the image can be painted in place; around a part there must be room for what isn't wanted.
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

  /// A surface of the size of the image, to paint parts of it on.
  private func scratchSurface(like surface: Surface) -> Surface? {
    if let scratch, (scratch.width, scratch.height) == (surface.width, surface.height) {
      return scratch
    }
    // One of this size has just been had.
    scratch = try? Surface(width: surface.width, height: surface.height)
    return scratch
  }
}

/// Amounts of what a backend has painted.
public struct PaintCounts: Hashable, Sendable {
  /// Commits that had something to show.
  public var commits = 0
  /// Parts of the image that were painted.
  public var paints = 0
  /// Views that were painted, each time that one was.
  public var views = 0
  /// Pixels of the painted parts.
  public var pixels = 0

  /// Makes amounts of nothing.
  public init() {}
}
