public import Foundation

/// Rows and columns of views.
///
/// Source: docs/semantics/layout.md, P15. Anything else than at least one view, one spacing fewer than views, and as many weights as views
/// stops the program.
extension Collection<PlasticView> {
  /// Divides the width between two lines among the views.
  ///
  /// - Parameters:
  ///   - left: The line left of the first view.
  ///   - right: The line right of the last view.
  ///   - insets: The distances from the lines; top and bottom are ignored.
  ///   - spacings: The distances between the views; `nil` for none.
  ///   - widths: The share of each view, finite, not negative, and not all 0; `nil` for equal shares.
  @inlinable
  public func fill(
    left: Anchor,
    right: Anchor,
    insets: EdgeInsets = .zero,
    spacings: [Value]? = nil,
    widths: [CGFloat]? = nil
  ) {
    divide(Horizontal.self, left, right, (insets.left, insets.right), spacings, widths)
  }

  /// Divides the height between two lines among the views.
  ///
  /// - Parameters:
  ///   - top: The line over the first view.
  ///   - bottom: The line under the last view.
  ///   - insets: The distances from the lines; left and right are ignored.
  ///   - spacings: The distances between the views; `nil` for none.
  ///   - heights: The share of each view, finite, not negative, and not all 0; `nil` for equal shares.
  @inlinable
  public func fill(
    top: Anchor,
    bottom: Anchor,
    insets: EdgeInsets = .zero,
    spacings: [Value]? = nil,
    heights: [CGFloat]? = nil
  ) {
    divide(Vertical.self, top, bottom, (insets.top, insets.bottom), spacings, heights)
  }

  /// Puts the views in a row in the middle between two lines; their widths stay.
  ///
  /// - Parameters:
  ///   - left: The line left of them.
  ///   - right: The line right of them.
  ///   - spacings: The distances between the views; `nil` for none.
  @inlinable
  public func centerBetween(left: Anchor, right: Anchor, spacings: [Value]? = nil) {
    center(Horizontal.self, left, right, spacings)
  }

  /// Puts the views in a column in the middle between two lines; their heights stay.
  ///
  /// - Parameters:
  ///   - top: The line over them.
  ///   - bottom: The line under them.
  ///   - spacings: The distances between the views; `nil` for none.
  @inlinable
  public func centerBetween(top: Anchor, bottom: Anchor, spacings: [Value]? = nil) {
    center(Vertical.self, top, bottom, spacings)
  }

  /// Divides the distance between two lines on an axis.
  @inlinable
  @inline(__always)
  func divide<A: LayoutAxis>(
    _ axis: A.Type,
    _ start: Anchor,
    _ end: Anchor,
    _ insets: (start: Value, end: Value),
    _ spacings: [Value]?,
    _ weights: [CGFloat]?
  ) {
    let total = checkedWeight(A.axis, spacings, weights, "fill")
    var available = self[startIndex].distance(axis, from: start, to: end)
    available -= start.view.scaleOffset(insets.start) + end.view.scaleOffset(insets.end)
    available -= scaledSum(spacings)
    var position = 0
    var line = start + insets.start
    for view in self {
      view.write(axis, .length, share(weights?[position] ?? 1, of: available, total))
      view.write(axis, .start, view.line(axis, line, for: .start))
      line = view.end(axis)
      if let spacings, position < spacings.count { line = line + spacings[position] }
      position += 1
    }
  }

  /// Puts the views side by side on an axis, in the middle between two lines.
  @inlinable
  @inline(__always)
  func center<A: LayoutAxis>(
    _ axis: A.Type,
    _ start: Anchor,
    _ end: Anchor,
    _ spacings: [Value]?
  ) {
    _ = checkedWeight(A.axis, spacings, nil, "centerBetween")
    let total = reduce(scaledSum(spacings)) { $0 + $1.length(axis) }
    var position = 0
    var line =
      start + .fixed((self[startIndex].distance(axis, from: start, to: end) - total) / 2)
    for view in self {
      view.write(axis, .start, view.line(axis, line, for: .start))
      line = view.end(axis)
      if let spacings, position < spacings.count {
        line = line + .fixed(view.scaleOffset(spacings[position]))
      }
      position += 1
    }
  }

  /// The share of a weight in a length.
  @inlinable
  func share(_ weight: CGFloat, of available: CGFloat, _ total: CGFloat) -> CGFloat {
    let product = available * weight
    // Weights may be so large that their product with a length isn't finite, while their shares are.
    return product * 0 == 0 ? product / total : available * (weight / total)
  }

  /// The sum of the weights: the number of the views if there are none.
  @inlinable
  func checkedWeight(
    _ axis: Axis,
    _ spacings: [Value]?,
    _ weights: [CGFloat]?,
    _ name: StaticString
  ) -> CGFloat {
    let count = self.count
    var caller: String { "\(name)(\(axis == .horizontal ? "left:right:" : "top:bottom:"))" }
    var weightName: String { axis == .horizontal ? "widths" : "heights" }
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
