import CPangoCairo
import Foundation
import NativeViews

/// A rectangle by its edges, which is what intersections are tested with.
struct Box: Equatable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// The box with nothing in it, which unites with others to these.
  static let empty = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// A rectangle's edges; negative sizes count as none.
  init(_ rect: CGRect) {
    (minX, minY) = (Double(rect.origin.x), Double(rect.origin.y))
    (maxX, maxY) = (minX + Double(rect.size.width), minY + Double(rect.size.height))
  }

  init(_ box: cpc_box) {
    (minX, minY, maxX, maxY) = (box.min_x, box.min_y, box.max_x, box.max_y)
  }

  var forC: cpc_box { cpc_box(min_x: minX, min_y: minY, max_x: maxX, max_y: maxY) }

  /// Whether there is no area in it.
  @inline(__always) var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var width: Double { maxX - minX }
  var height: Double { maxY - minY }

  /// Whether the two have an area in common.
  @inline(__always)
  func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Whether all of the other is in this one.
  func contains(_ other: Box) -> Bool {
    other.isEmpty
      || minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  @inline(__always)
  mutating func formUnion(_ other: Box) {
    guard !other.isEmpty else { return }
    minX = min(minX, other.minX)
    minY = min(minY, other.minY)
    maxX = max(maxX, other.maxX)
    maxY = max(maxY, other.maxY)
  }

  /// All of some boxes.
  static func union(of boxes: ContiguousArray<Box>) -> Box {
    var union = Box.empty
    for box in boxes { union.formUnion(box) }
    return union
  }

  func intersection(_ other: Box) -> Box {
    let box = Box(
      minX: max(minX, other.minX),
      minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY)
    )
    return box.isEmpty ? .empty : box
  }

  @inline(__always)
  func offset(_ x: Double, _ y: Double) -> Box {
    Box(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// The least box around this one with the edges of pixels.
  func rounded(by scale: Double) -> Box {
    Box(
      minX: (minX * scale).rounded(.down) / scale,
      minY: (minY * scale).rounded(.down) / scale,
      maxX: (maxX * scale).rounded(.up) / scale,
      maxY: (maxY * scale).rounded(.up) / scale
    )
  }

  func insetBy(_ distance: Double) -> Box {
    isEmpty
      ? self
      : Box(
        minX: minX + distance,
        minY: minY + distance,
        maxX: maxX - distance,
        maxY: maxY - distance
      )
  }
}

/// A matrix of Foundation's, and a point that it is applied around.
struct Placement: Equatable {
  var matrix: AffineTransform
  var x: Double
  var y: Double

  /// The least box with all corners of another one, mapped; empty where the matrix has no area.
  func map(_ box: Box) -> Box { map(box, by: matrix, around: (x, y)) }

  /// The least box with all corners, mapped back; nothing where the matrix can't be inverted.
  func unmap(_ box: Box) -> Box? {
    guard let inverse = matrix.inverted() else { return nil }
    return map(box, by: inverse, around: (x, y))
  }

  /// Whether Cairo can paint by the matrix.
  var isUsable: Bool {
    let m = matrix
    let determinant = Double(m.m11) * Double(m.m22) - Double(m.m12) * Double(m.m21)
    return determinant.isFinite && abs(determinant) > 1e-12 && m.tX.isFinite && m.tY.isFinite
  }

  private func map(_ box: Box, by m: AffineTransform, around point: (x: Double, y: Double)) -> Box {
    guard !box.isEmpty else { return .empty }
    var result = Box.empty
    for (x, y) in [
      (box.minX, box.minY), (box.maxX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
    ] {
      let (dx, dy) = (x - point.x, y - point.y)
      let mappedX = Double(m.m11) * dx + Double(m.m21) * dy + Double(m.tX) + point.x
      let mappedY = Double(m.m12) * dx + Double(m.m22) * dy + Double(m.tY) + point.y
      result.minX = min(result.minX, mappedX)
      result.minY = min(result.minY, mappedY)
      result.maxX = max(result.maxX, mappedX)
      result.maxY = max(result.maxY, mappedY)
    }
    return result
  }
}
