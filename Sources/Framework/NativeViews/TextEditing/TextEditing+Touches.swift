import Foundation

/// Clicks in quick succession at one place, which select more and more.
struct TextClicks {
  /// The longest time from one to the next.
  static let interval = Duration.milliseconds(400)
  /// The longest distance from one to the next, in points.
  static let distance: CGFloat = 8

  /// 1 for a caret, 2 for a word, 3 for a line or all.
  var count = 0
  var time = Duration.zero
  var location = CGPoint.zero
  /// Whether a finger is down that may still scroll.
  var isWaiting = false
  /// What the first part of a drag has selected.
  var selected = TextPosition.start..<TextPosition.start

  /// Whether a click at a time belongs to the one before: time has passed, but not much.
  func isNear(_ time: Duration) -> Bool {
    count > 0 && time > self.time && time - self.time <= Self.interval
  }

  mutating func add(_ touch: Touch) {
    let way = CGSize(
      width: touch.location.x - location.x,
      height: touch.location.y - location.y
    )
    let isSame =
      isNear(touch.time) && abs(way.width) <= Self.distance && abs(way.height) <= Self.distance
    count = isSame ? count % 3 + 1 : 1
    (time, location) = (touch.time, touch.location)
  }
}

extension TextEditing {
  /// Whether a touch now would be the second one at a place.
  var expectsSecondTap: Bool { view.tree.map { clicks.isNear($0.backend.frames.now) } ?? false }

  /// The place that is nearest to a point of the view.
  private func placeInView(_ point: CGPoint) -> (position: TextPosition, isUpstream: Bool) {
    let origin = origin
    return place(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y))
  }

  /// Sets the caret; the second click in a row selects a word, the third a line, or the text of a field.
  ///
  /// A finger that goes down first may be about to scroll: it sets the caret when it goes up.
  func touchBegan(_ touch: Touch) {
    if editor.composition != nil {
      editor.cancelComposition()
      didEdit(false, reveals: false)
    }
    clicks.isWaiting = touch.device == .touchScreen && !clicks.isNear(touch.time)
    if !clicks.isWaiting { click(touch, at: touch.location) }
  }

  private func click(_ touch: Touch, at point: CGPoint) {
    clicks.isWaiting = false
    clicks.add(touch)
    let (position, isUpstream) = placeInView(point)
    if clicks.count == 1 {
      let extends = touch.modifiers.contains(.shift)
      editor.move(to: position, extending: extends, isUpstream: isUpstream)
      clicks.selected = editor.selection.anchor..<editor.selection.anchor
    } else {
      clicks.selected = unit(at: position)
      editor.select(TextSelection(clicks.selected.lowerBound, to: clicks.selected.upperBound))
    }
    didEdit(false, reveals: clicks.count == 1)
  }

  /// Selects from where the touch began, by what the first click has selected.
  func touchMoved(_ touch: Touch) {
    if clicks.isWaiting {
      let (start, end) = (touch.startLocation, touch.location)
      guard abs(end.x - start.x) + abs(end.y - start.y) > FingerDrag.slop else { return }
      // Nothing scrolls: the finger selects.
      click(touch, at: start)
    }
    guard clicks.count > 0 else { return }
    let (position, isUpstream) = placeInView(touch.location)
    let (first, unit) = (clicks.selected, unit(at: position))
    if position < first.lowerBound {
      editor.select(TextSelection(first.upperBound, to: unit.lowerBound, isUpstream: isUpstream))
    } else {
      let end = max(unit.upperBound, first.upperBound)
      editor.select(TextSelection(first.lowerBound, to: end, isUpstream: isUpstream))
    }
    didEdit(false)
  }

  func touchEnded(_ touch: Touch) {
    if clicks.isWaiting { click(touch, at: touch.location) }
  }

  func touchCancelled() { clicks.isWaiting = false }

  /// What a click in a row of several selects.
  private func unit(at position: TextPosition) -> Range<TextPosition> {
    switch clicks.count {
    case 1: position..<position
    case 2: editor.word(at: position)
    default:
      editor.form.isMultiline
        ? TextPosition(line: position.line, column: 0)..<editor.text.lineEnd(position.line)
        : .start..<editor.text.end
    }
  }
}
