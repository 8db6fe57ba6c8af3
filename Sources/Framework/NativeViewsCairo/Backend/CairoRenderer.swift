public import Foundation
public import NativeViews

/// Paints any tree of views into an image, at any time, whichever backend shows it, or none.
///
/// Isolation: the main actor.
@MainActor
public struct CairoRenderer {
  /// Pixels per point.
  public var displayScale: CGFloat
  /// The colour behind the view.
  public var background: Color
  private let fonts: CairoFonts

  /// Makes a renderer.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing.
  public init(
    displayScale: CGFloat = 1,
    background: Color = .white,
    fonts: CairoFonts? = nil
  ) throws(CairoError) {
    precondition(
      displayScale > 0 && displayScale.isFinite,
      "Cairo renderer: the display scale is \(displayScale), not above 0"
    )
    self.fonts = try CairoFonts.bundled(unless: fonts)
    (self.displayScale, self.background) = (displayScale, background)
  }

  /// Paints a view with everything in it, at the size of its frame.
  ///
  /// - Throws: ``CairoError`` if the view has no valid image size.
  public func pixels(of view: NativeView) throws(CairoError) -> Pixels {
    let resources = makeResources()
    let (root, views) = Self.makeNodes(of: view)
    // The nodes belong to this call, which keeps their views alive, whatever a handler of diagnoses does to the tree.
    defer { withExtendedLifetime(views) {} }
    let (width, height) = Self.pixelSize(of: root.size, scale: displayScale)
    let surface = try Surface(width: width, height: height)
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    let outcome = Self.paint(
      root,
      all,
      of: surface,
      over: background,
      scale: Double(displayScale),
      with: resources
    )
    if let failure = outcome.failure {
      ViewDiagnosis(
        subject: view.path,
        problem: "Cairo has stopped painting it (\(failure))",
        remedy: "look for transforms and sizes that are very large or not finite"
      ).printWarning()
    }
    return surface.pixels
  }

  /// Paints a view with everything in it as a PNG file.
  ///
  /// - Throws: ``CairoError`` if the view has no valid image size.
  public func png(of view: NativeView) throws(CairoError) -> Data { try pixels(of: view).png() }

  private func makeResources() -> PaintResources {
    let resources = PaintResources(fonts: fonts)
    resources.report = { diagnosis, view in
      MainActor.assumeIsolated {
        var diagnosis = diagnosis
        if let view { diagnosis.subject = view.path }
        if let tree = view?.tree { tree.onDiagnosis(diagnosis) } else { diagnosis.printWarning() }
      }
    }
    return resources
  }

  /// Makes nodes for a view and everything in it; returns the view's node, and all views.
  private static func makeNodes(of view: NativeView) -> (root: PaintNode, views: [NativeView]) {
    let root = PaintNode(of: view)
    root.update(from: view, isRoot: true)
    root.redraw(view)
    // When a view comes, its parent's node is on top.
    var parents = [(view, root)]
    var views = [view]
    view.forEachView { child in
      guard child !== view else { return }
      while let (last, _) = parents.last, last !== child.parent { parents.removeLast() }
      guard let (_, parent) = parents.last else { return }
      views.append(child)
      let node = PaintNode(of: child)
      node.update(from: child, isRoot: false)
      node.redraw(child)
      parent.insert(node, after: parent.lastChunk?.nodes.last)
      parents.append((child, node))
    }
    return (root, views)
  }

  /// Paints a part of an image; what lies around it becomes undefined.
  ///
  /// Nothing is clipped to the part. With a clip, Cairo computes slanted edges and opacities differently, and pixels would depend on which
  /// part was painted.
  ///
  /// - Returns: Number of painted views, and the failure.
  static func paint(
    _ root: PaintNode,
    _ part: PixelRect,
    of surface: Surface,
    over background: Color,
    scale: Double,
    with resources: PaintResources
  ) -> (views: Int, failure: String?) {
    var views = 0
    let plain = PlainPart(box: box(of: part, scale: scale), scale: scale)
    // What the root hides isn't painted.
    let isHidden =
      root.transform == nil && root.alpha == 1 && !root.isHidden
      && root.drawing.hides(plain.box.offset(-Double(root.origin.x), -Double(root.origin.y)), scale)
    let shown = isHidden ? nil : background
    let failure = surface.paint(part, over: shown, scale: scale) { canvas in
      var painter = Painter(canvas: canvas, resources: resources, plain: plain)
      painter.paint(root, within: box(of: part, scale: scale, margin: 1))
      for node in painter.laidOutNodes { node.invalidateExtent() }
      views = painter.paintedViews
    }
    return (views, failure)
  }

  /// The image size for a size in points.
  static func pixelSize(of size: CGSize, scale: CGFloat) -> (width: Int, height: Int) {
    let count = { (length: CGFloat) in
      // No extra pixel because of a rounding error in the multiplication.
      Int(min(max((length * scale - 1e-6).rounded(.up), 0), 1e9))
    }
    return (count(size.width), count(size.height))
  }

  /// A part of an image in points, with some pixels around it: painting reaches a pixel beyond its box, since positions of letters are
  /// rounded.
  static func box(of part: PixelRect, scale: Double, margin: Int = 0) -> Box {
    Box(
      minX: Double(part.x - margin) / scale,
      minY: Double(part.y - margin) / scale,
      maxX: Double(part.maxX + margin) / scale,
      maxY: Double(part.maxY + margin) / scale
    )
  }

  /// The pixels that a box may paint on.
  static func pixels(around box: Box, scale: Double) -> PixelRect {
    // Frames and transforms may put it anywhere.
    let limit = 1e9
    func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(min(max(value, -limit), limit)) }
    let (left, top) = ((box.minX * scale).rounded(.down), (box.minY * scale).rounded(.down))
    let (right, bottom) = ((box.maxX * scale).rounded(.up), (box.maxY * scale).rounded(.up))
    let (x, y) = (whole(left) - 1, whole(top) - 1)
    return PixelRect(x: x, y: y, width: whole(right) + 1 - x, height: whole(bottom) + 1 - y)
  }
}
