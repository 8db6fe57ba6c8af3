import Foundation

/// P6, word for word: what a view is on one axis, and the kinds of all writes.
struct ObviousAxis {
  enum Kind: CaseIterable { case start, end, center, length }

  var start: CGFloat = 0
  var length: CGFloat = 0
  /// The start in the view's own parent, as of the last write.
  var relative: CGFloat = 0
  var history: [Kind] = []

  var end: CGFloat { start + length }
  var center: CGFloat { start + length / 2 }

  func line(_ kind: Kind) -> CGFloat {
    switch kind {
    case .start: start
    case .end: end
    case .center: center
    case .length: length
    }
  }

  mutating func set(_ kind: Kind, to value: CGFloat) {
    let previous = history.last
    history.append(kind)
    if kind == .start {
      if previous == .end { length = max(end - value, 0) }
      if previous == .center { length = max(2 * (center - value), 0) }
      start = value
    } else if kind == .end {
      if previous == .start { length = max(value - start, 0) }
      if previous == .center { length = max(2 * (value - center), 0) }
      start = value - length
    } else if kind == .center {
      if previous == .start { length = max(2 * (value - start), 0) }
      if previous == .end { length = max(2 * (end - value), 0) }
      start = value - length / 2
    } else {
      let (oldEnd, oldCenter) = (end, center)
      length = max(value, 0)
      if previous == .end { start = oldEnd - length }
      if previous == .center { start = oldCenter - length / 2 }
    }
  }
}

/// A view of which everything is written down.
final class ObviousView {
  var x = ObviousAxis()
  var y = ObviousAxis()
  let parent: ObviousView?
  let isKeyed: Bool

  init(_ frame: CGRect, in parent: ObviousView?, isKeyed: Bool = true) {
    self.parent = parent
    self.isKeyed = isKeyed
    x.relative = frame.origin.x
    y.relative = frame.origin.y
    x.start = frame.origin.x + (parent?.x.start ?? 0)
    y.start = frame.origin.y + (parent?.y.start ?? 0)
    x.length = frame.width
    y.length = frame.height
  }

  /// Where what is in the view is counted from; recursively, because a view without a key stays in its
  /// parent.
  var originX: CGFloat { isKeyed ? x.start : x.relative + (parent?.originX ?? 0) }
  var originY: CGFloat { isKeyed ? y.start : y.relative + (parent?.originY ?? 0) }

  func setX(_ kind: ObviousAxis.Kind, to value: CGFloat) {
    x.set(kind, to: value)
    x.relative = x.start - (parent?.originX ?? 0)
  }

  func setY(_ kind: ObviousAxis.Kind, to value: CGFloat) {
    y.set(kind, to: value)
    y.relative = y.start - (parent?.originY ?? 0)
  }

  var frame: CGRect { rect(x.relative, y.relative, x.length, y.length) }
}
