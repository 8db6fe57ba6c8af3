import Foundation

/// P6, word for word: what a view is on one axis, and the kinds of all writes.
struct ObviousAxis {
  enum Kind: CaseIterable { case start, end, center, length }

  var start: CGFloat = 0
  var length: CGFloat = 0
  /// The start in the view's own parent, with which the view goes.
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
  private var writtenX = ObviousAxis()
  private var writtenY = ObviousAxis()
  let parent: ObviousView?

  init(_ frame: CGRect, in parent: ObviousView?) {
    self.parent = parent
    writtenX.relative = frame.origin.x
    writtenY.relative = frame.origin.y
    writtenX.length = frame.width
    writtenY.length = frame.height
  }

  var x: ObviousAxis {
    var axis = writtenX
    axis.start = axis.relative + (parent?.x.start ?? 0)
    return axis
  }

  var y: ObviousAxis {
    var axis = writtenY
    axis.start = axis.relative + (parent?.y.start ?? 0)
    return axis
  }

  func setX(_ kind: ObviousAxis.Kind, to value: CGFloat) {
    var axis = x
    axis.set(kind, to: value)
    axis.relative = axis.start - (parent?.x.start ?? 0)
    writtenX = axis
  }

  func setY(_ kind: ObviousAxis.Kind, to value: CGFloat) {
    var axis = y
    axis.set(kind, to: value)
    axis.relative = axis.start - (parent?.y.start ?? 0)
    writtenY = axis
  }

  var frame: CGRect { rect(x.relative, y.relative, x.length, y.length) }
}
