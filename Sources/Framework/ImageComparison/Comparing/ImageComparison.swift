import Foundation
public import NativeViews

/// Compares pictures pixel by pixel: exactly, unless some difference is tolerated.
///
/// Source: docs/semantics/ui.md, B6.
public struct ImageComparison: Hashable, Sendable {
  /// The differences that don't count.
  public var tolerance: ImageTolerance
  /// Parts that aren't compared, such as a clock.
  public var masks: [PixelRect]

  /// Makes a comparison.
  public init(tolerance: ImageTolerance = .exact, masks: [PixelRect] = []) {
    (self.tolerance, self.masks) = (tolerance, masks)
  }

  /// Compares a picture with its reference.
  ///
  /// Complexity: O(n) for `n` pixels; equal rows are skipped as a whole.
  public func compare(_ picture: Pixels, with reference: Pixels) -> ImageComparisonResult {
    var result = ImageComparisonResult(
      size: (picture.width, picture.height),
      referenceSize: (reference.width, reference.height)
    )
    guard result.sizesAreEqual else { return result }
    forEachDifference(picture, reference) { x, y, kind in
      switch kind {
      case .masked: result.maskedPixels += 1
      case .tolerated: result.toleratedPixels += 1
      case .antialiased: result.antialiasedPixels += 1
      case .differing:
        result.differingPixels += 1
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        result.bounds = result.bounds?.union(pixel) ?? pixel
      }
    }
    let limit = max(
      tolerance.maximumPixels,
      Int(tolerance.maximumShare * Double(picture.argb.count))
    )
    result.isAccepted = result.differingPixels <= limit
    return result
  }

  /// How a pixel that differs between the pictures counts.
  private enum Kind {
    case masked
    case tolerated
    case antialiased
    case differing
  }

  private func forEachDifference(
    _ picture: Pixels,
    _ reference: Pixels,
    _ body: (_ x: Int, _ y: Int, _ kind: Kind) -> Void
  ) {
    let distance = min(max(tolerance.colorDistance, 0), 1)
    let limit = ColorDistance.greatest * distance * distance
    let edges = [
      Antialiasing(picture: picture, other: reference),
      Antialiasing(picture: reference, other: picture),
    ]
    for y in differingRows(picture, reference) {
      for x in 0..<picture.width {
        let (pixel, other) = (picture[x, y], reference[x, y])
        guard pixel != other else { continue }
        if masks.contains(where: { $0.contains(x, y) }) {
          body(x, y, .masked)
        } else if distance > 0, ColorDistance.squared(pixel, other) <= limit {
          body(x, y, .tolerated)
        } else if tolerance.ignoresAntialiasing, edges.contains(where: { $0.smooths(x: x, y: y) }) {
          body(x, y, .antialiased)
        } else {
          body(x, y, .differing)
        }
      }
    }
  }

  private func differingRows(_ picture: Pixels, _ reference: Pixels) -> [Int] {
    let width = picture.width
    // SAFETY: both have `height` rows of `width` pixels, which live to the end of the call.
    return unsafe picture.argb.withUnsafeBufferPointer { first in
      unsafe reference.argb.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else {
          return []
        }
        if unsafe first == second { return [] }
        return (0..<picture.height).filter { row in
          let start = row * width
          return unsafe memcmp(first + start, second + start, width * 4) != 0
        }
      }
    }
  }

  // MARK: The picture of the differences

  /// The reference in pale grey, with red for differing pixels, yellow for differently smoothed edges, and blue for what isn't compared.
  ///
  /// If the sizes differ, it covers both, and is red where one has nothing.
  public func differencePicture(_ picture: Pixels, from reference: Pixels) -> Pixels {
    let width = max(picture.width, reference.width)
    let height = max(picture.height, reference.height)
    var result = Pixels(width: width, height: height, filledWith: 0xffff_0000)
    let (commonWidth, commonHeight) = (
      min(picture.width, reference.width), min(picture.height, reference.height)
    )
    for y in 0..<commonHeight {
      for x in 0..<commonWidth {
        let grey = UInt32(255 - (255 - ColorDistance.brightness(reference[x, y])) * 0.15)
        let isMasked = masks.contains { $0.contains(x, y) }
        result[x, y] = 0xff00_0000 | (isMasked ? grey / 2 : grey) * 0x1_0100 | grey
      }
    }
    let common = { (pixels: Pixels) in
      pixels.cropped(width: commonWidth, height: commonHeight)
    }
    forEachDifference(common(picture), common(reference)) { x, y, kind in
      if kind == .differing { result[x, y] = 0xffff_0000 }
      if kind == .antialiased { result[x, y] = 0xffff_cc00 }
    }
    return result
  }
}

extension PixelRect {
  func contains(_ x: Int, _ y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }
}

extension Pixels {
  /// The upper left part.
  fileprivate func cropped(width: Int, height: Int) -> Pixels {
    if (width, height) == (self.width, self.height) { return self }
    let rows = (0..<height).flatMap { argb[$0 * self.width..<$0 * self.width + width] }
    return Pixels(width: width, height: height, argb: rows)
  }
}
