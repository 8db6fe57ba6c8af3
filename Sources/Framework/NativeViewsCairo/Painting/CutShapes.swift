import Foundation
import NativeViews

/// A rectangle with round corners.
struct RoundedBox: Equatable {
  var box: Box
  var radius: Double
}

/// The shapes that a part of a canvas must show whole from left to right.
///
/// Where the left or right end of a clip crosses a slanted edge, Cairo computes a point of it, in steps of a 256th of a
/// pixel, and the edge beyond that point isn't quite the one without the clip. Upright and level edges, and ends above
/// and below, change nothing. So corners that are round and views that are turned have to be in the part, or out of it.
struct CutShapes {
  /// What holds of a view on account of those that it is in.
  struct Frame {
    /// What clips leave, apart from that of the part.
    fileprivate var clip: Box
    /// The area of the outermost view with a transform, within which places aren't told apart.
    fileprivate var transformed: Box?
    /// Whether upright edges may be slanted.
    fileprivate(set) var isSlanted = false

    /// Takes note of a transform of a view.
    mutating func enter(_ transform: Placement, extent: Box) {
      if transformed == nil { transformed = extent.intersection(clip) }
      let matrix = transform.matrix
      if matrix.m12 != 0 || matrix.m21 != 0 { isSlanted = true }
    }

    /// Takes note of a clip.
    mutating func clip(to box: Box) {
      if transformed == nil { clip = clip.intersection(box) }
    }
  }

  private let part: Box
  private let surface: Box
  /// The part, and all of the shapes that it cuts.
  private(set) var required: Box

  init(part: Box, surface: Box) { (self.part, self.surface, required) = (part, surface, part) }

  /// What holds of the root.
  var outermost: Frame { Frame(clip: surface) }

  /// Takes note of round corners, whose view begins at a point.
  mutating func note(_ rounded: RoundedBox, _ x: Double, _ y: Double, in frame: Frame) {
    guard rounded.radius > 0 else { return }
    if let area = frame.transformed { return note(area) }
    let box = rounded.box.offset(x, y)
    let radius = min(rounded.radius, box.width / 2, box.height / 2)
    for minX in [box.minX, box.maxX - radius] {
      for minY in [box.minY, box.maxY - radius] {
        let corner = Box(minX: minX, minY: minY, maxX: minX + radius, maxY: minY + radius)
        note(corner.intersection(frame.clip))
      }
    }
  }

  /// Takes note of anything in a view that is turned.
  mutating func noteSlanted(in frame: Frame) {
    if let area = frame.transformed { note(area) }
  }

  private mutating func note(_ area: Box) {
    guard area.minX < part.minX || area.maxX > part.maxX, area.intersects(part) else { return }
    required.minX = min(required.minX, area.minX)
    required.maxX = max(required.maxX, area.maxX)
  }
}
