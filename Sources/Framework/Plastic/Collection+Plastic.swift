public import Foundation

/// Rows and columns of views.
///
/// Source: SEMANTICS.md, array helpers of section 5. There is at least one view; spacings are one fewer
/// than views, and weights as many: anything else stops the program.
extension Collection<PlasticView> {
  /// Divides the width between two lines among the views.
  ///
  /// - Parameters:
  ///   - left: The line left of the first view.
  ///   - right: The line right of the last view.
  ///   - insets: The distances from the lines; top and bottom are ignored.
  ///   - spacings: The distances between the views; none if it is `nil`.
  ///   - widths: The share of each view, finite, not negative, and not all 0; equal if it is `nil`.
  @inlinable
  public func fill(
    left: Anchor,
    right: Anchor,
    insets: EdgeInsets = .zero,
    spacings: [Value]? = nil,
    widths: [CGFloat]? = nil
  ) {
    let total = checkedWeight(spacings, widths, "fill(left:right:)", "widths")
    var available = self[startIndex].horizontalDistance(from: left, to: right)
    available -= left.view.scaleOffset(insets.left) + right.view.scaleOffset(insets.right)
    available -= scaledSum(spacings)
    var position = 0
    var line = left + insets.left
    for view in self {
      view.width = .fixed(share(widths?[position] ?? 1, of: available, total))
      view.left = line
      line = view.right
      if let spacings, position < spacings.count { line = line + spacings[position] }
      position += 1
    }
  }

  /// Divides the height between two lines among the views.
  ///
  /// - Parameters:
  ///   - top: The line over the first view.
  ///   - bottom: The line under the last view.
  ///   - insets: The distances from the lines; left and right are ignored.
  ///   - spacings: The distances between the views; none if it is `nil`.
  ///   - heights: The share of each view, finite, not negative, and not all 0; equal if it is `nil`.
  @inlinable
  public func fill(
    top: Anchor,
    bottom: Anchor,
    insets: EdgeInsets = .zero,
    spacings: [Value]? = nil,
    heights: [CGFloat]? = nil
  ) {
    let total = checkedWeight(spacings, heights, "fill(top:bottom:)", "heights")
    var available = self[startIndex].verticalDistance(from: top, to: bottom)
    available -= top.view.scaleOffset(insets.top) + bottom.view.scaleOffset(insets.bottom)
    available -= scaledSum(spacings)
    var position = 0
    var line = top + insets.top
    for view in self {
      view.height = .fixed(share(heights?[position] ?? 1, of: available, total))
      view.top = line
      line = view.bottom
      if let spacings, position < spacings.count { line = line + spacings[position] }
      position += 1
    }
  }

  /// Puts the views in a row in the middle between two lines; their widths stay.
  ///
  /// - Parameters:
  ///   - left: The line left of them.
  ///   - right: The line right of them.
  ///   - spacings: The distances between the views; none if it is `nil`.
  @inlinable
  public func centerBetween(left: Anchor, right: Anchor, spacings: [Value]? = nil) {
    _ = checkedWeight(spacings, nil, "centerBetween(left:right:)", "widths")
    let total = reduce(scaledSum(spacings)) { $0 + $1.xLength }
    var position = 0
    var line =
      left + .fixed((self[startIndex].horizontalDistance(from: left, to: right) - total) / 2)
    for view in self {
      view.left = line
      line = view.right
      if let spacings, position < spacings.count {
        line = line + .fixed(view.scaleOffset(spacings[position]))
      }
      position += 1
    }
  }

  /// Puts the views in a column in the middle between two lines; their heights stay.
  ///
  /// - Parameters:
  ///   - top: The line over them.
  ///   - bottom: The line under them.
  ///   - spacings: The distances between the views; none if it is `nil`.
  @inlinable
  public func centerBetween(top: Anchor, bottom: Anchor, spacings: [Value]? = nil) {
    _ = checkedWeight(spacings, nil, "centerBetween(top:bottom:)", "heights")
    let total = reduce(scaledSum(spacings)) { $0 + $1.yLength }
    var position = 0
    var line = top + .fixed((self[startIndex].verticalDistance(from: top, to: bottom) - total) / 2)
    for view in self {
      view.top = line
      line = view.bottom
      if let spacings, position < spacings.count {
        line = line + .fixed(view.scaleOffset(spacings[position]))
      }
      position += 1
    }
  }

  /// What a weight is of a length.
  @inlinable
  func share(_ weight: CGFloat, of available: CGFloat, _ total: CGFloat) -> CGFloat {
    let product = available * weight
    // Weights may be so large that their product with a length is no number, while their shares are.
    return product * 0 == 0 ? product / total : available * (weight / total)
  }

  /// The sum of the weights: the number of the views if there are none.
  @inlinable
  func checkedWeight(
    _ spacings: [Value]?,
    _ weights: [CGFloat]?,
    _ caller: StaticString,
    _ weightName: StaticString
  ) -> CGFloat {
    let count = self.count
    guard count > 0 else { stop("\(caller): the array has \(count) views, not at least 1") }
    if let spacings, spacings.count != count - 1 {
      stop("\(caller): there are \(spacings.count) spacings, not \(count - 1) for \(count) views")
    }
    guard let weights else { return CGFloat(count) }
    guard weights.count == count else {
      stop("\(caller): there are \(weights.count) \(weightName), not \(count) for \(count) views")
    }
    let total = weights.reduce(0, +)
    guard total.isFinite || !weights.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
      stop("\(caller): the \(weightName) are \(weights), too large for a sum that is finite")
    }
    guard total > 0, total.isFinite, weights.allSatisfy({ $0 >= 0 }) else {
      stop(
        "\(caller): the \(weightName) are \(weights), not all at least 0 with a finite sum over 0"
      )
    }
    return total
  }

  /// The sum of the spacings, each scaled as a distance from the view before it.
  @inlinable
  func scaledSum(_ spacings: [Value]?) -> CGFloat {
    guard let spacings else { return 0 }
    return zip(self, spacings).reduce(0) { $0 + $1.0.scaleOffset($1.1) }
  }
}
