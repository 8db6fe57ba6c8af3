import CPangoCairo
import Foundation
import NativeViews

/// A rectangle by its edges, which makes intersection tests fast.
struct Box: Equatable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// The empty box, neutral in unions.
  static let empty = Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)

  init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// A rectangle's edges; negative sizes count as 0.
  init(_ rect: CGRect) {
    (minX, minY) = (Double(rect.origin.x), Double(rect.origin.y))
    (maxX, maxY) = (minX + Double(rect.size.width), minY + Double(rect.size.height))
  }

  init(_ box: cpc_box) {
    (minX, minY, maxX, maxY) = (box.min_x, box.min_y, box.max_x, box.max_y)
  }

  var forC: cpc_box { cpc_box(min_x: minX, min_y: minY, max_x: maxX, max_y: maxY) }

  @inline(__always) var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var width: Double { maxX - minX }
  var height: Double { maxY - minY }

  /// Whether the two share an area.
  @inline(__always)
  func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

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

  /// The smallest box around this one whose edges are on pixels.
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

/// A Foundation matrix, and the point around which it applies.
struct Placement: Equatable {
  var matrix: AffineTransform
  var x: Double
  var y: Double

  /// The smallest box with all corners of another one, mapped; empty if the matrix has no area.
  func map(_ box: Box) -> Box { map(box, by: matrix, around: (x, y)) }

  /// The smallest box with all corners, mapped back; nil if the matrix can't be inverted.
  func unmap(_ box: Box) -> Box? {
    guard let inverse = matrix.inverted() else { return nil }
    return map(box, by: inverse, around: (x, y))
  }

  /// Whether Cairo can paint with the matrix.
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
