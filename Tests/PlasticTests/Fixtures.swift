import Foundation
import Plastic
import Testing

/// The views of most tests.
enum Keys: String, CaseIterable {
  case view, neighbour
}

// swift-format-ignore: NeverForceUnwrap
/// Lays two views out in a container at the origin: `view`, which starts without a size, and `neighbour`
/// at (20, 50, 400, 200); one unit of the reference size is half a point, a point two pixels.
func layOut(
  rounding: FrameRounding = .components,
  _ layout: (_ view: PlasticView, _ neighbour: PlasticView) -> Void
) throws(LayoutError) -> LayoutResult<Keys> {
  let hierarchy = try ViewHierarchy<Keys>([
    .view(.view), .view(.neighbour, frame: CGRect(x: 20, y: 50, width: 400, height: 200)),
  ])
  let frame = CGRect(x: 0, y: 0, width: 500, height: 1000)
  let environment = LayoutEnvironment(displayScale: 2, rounding: rounding)
    .entering(frame, reference: try ReferenceSize(CGSize(width: 1000, height: 2000)))
  return try hierarchy.layout(in: frame, environment: environment) { views in
    layout(views[.view]!, views[.neighbour]!)
  }
}

/// The frame of `view` then.
func frame(after layout: (_ view: PlasticView, _ neighbour: PlasticView) -> Void) throws -> CGRect {
  try #require(try layOut(layout)[.view])
}

/// A rectangle of four numbers.
func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}
