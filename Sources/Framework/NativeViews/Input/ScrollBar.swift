import Foundation

/// A bar at an edge of a scroll view: shows which part of the content is visible, and scrolls by the mouse.
///
/// It is above the content, takes no room from it, and fades when nothing scrolls.
///
/// Source: docs/semantics/ui.md, H6.
final class ScrollBar: NativeView {
  static let thickness: CGFloat = 12
  private static let shortest: CGFloat = 24
  /// How long it stays after the last movement.
  private static let rest = Duration.milliseconds(1_000)
  private static let fade = Duration.milliseconds(300)

  let axis: DragAxis
  private var isHovered = false {
    didSet { if isHovered != oldValue { isUsedDidChange() } }
  }
  /// Where the mouse holds the thumb, from its start.
  private var grip: CGFloat? {
    didSet { if (grip == nil) != (oldValue == nil) { isUsedDidChange() } }
  }

  init(_ axis: DragAxis) {
    self.axis = axis
    super.init()
    alpha = 0
  }

  private var scrollView: ScrollView? { parent as? ScrollView }
  private var isUsed: Bool { isHovered || grip != nil }

  private func isUsedDidChange() {
    setNeedsDisplay()
    show()
  }

  // MARK: Showing

  /// Shows the bar, and lets it fade unless it stays.
  func show() {
    guard let tree, tree.environment.scrollBars != .never else { return }
    let stays = isUsed || tree.environment.scrollBars == .always || tree.environment.isMotionReduced
    tree.withoutAnimation { alpha = 1 }
    guard !stays else { return }
    tree.animate(ViewAnimation(.linear, duration: Self.fade, delay: Self.rest)) { alpha = 0 }
  }

  func hide() {
    guard alpha > 0 else { return }
    withoutAnimation { alpha = 0 }
  }

  /// Follows the scroll view's size and content.
  func place(in view: ScrollView) {
    let size = view.frame.size
    let thickness = Self.thickness
    frame =
      axis == .vertical
      ? CGRect(x: size.width - thickness, y: 0, width: thickness, height: size.height)
      : CGRect(x: 0, y: size.height - thickness, width: size.width, height: thickness)
    setNeedsDisplay()
  }

  /// Start and length of the thumb along the bar.
  private var thumb: (start: CGFloat, length: CGFloat) {
    guard let view = scrollView else { return (0, 0) }
    let isVertical = axis == .vertical
    let track = isVertical ? frame.size.height : frame.size.width
    let content = isVertical ? view.contentSize.height : view.contentSize.width
    let offset = isVertical ? view.contentOffset.y : view.contentOffset.x
    let farthest = view.farthest(along: axis)
    guard content > 0, farthest > 0 else { return (0, track) }
    let length = min(max(track * track / content, Self.shortest), track)
    return ((track - length) * offset / farthest, length)
  }

  override func draw(into list: inout DisplayList) {
    let (start, length) = thumb
    let width: CGFloat = isUsed ? 8 : 5
    let edge = Self.thickness - width - 2
    let place =
      axis == .vertical
      ? CGRect(x: edge, y: start + 2, width: width, height: max(length - 4, 0))
      : CGRect(x: start + 2, y: edge, width: max(length - 4, 0), height: width)
    let opacity: Float = environment.isContrastHigh ? 1 : isUsed ? 0.7 : 0.45
    list.fill(place, cornerRadius: width / 2, with: environment.textColor.withAlpha(opacity))
  }

  // Assistive technology scrolls by what it shows.
  override var accessibility: Accessibility { Accessibility(isHidden: true) }

  // MARK: Mouse

  override var handlesTouches: Bool { true }
  override var keepsTouches: Bool { true }
  override func hoverDidChange(_ isHovered: Bool) { self.isHovered = isHovered }

  private func position(of touch: Touch) -> CGFloat {
    axis == .vertical ? touch.location.y : touch.location.x
  }

  override func touchBegan(_ touch: Touch) {
    guard let view = scrollView else { return }
    let (place, thumb) = (position(of: touch), thumb)
    if place >= thumb.start, place < thumb.start + thumb.length {
      grip = place - thumb.start
      return
    }
    // A click beside the thumb scrolls by a page.
    let back: CGFloat = place < thumb.start ? -1 : 1
    var offset = view.contentOffset
    if axis == .vertical {
      offset.y += back * view.frame.size.height
    } else {
      offset.x += back * view.frame.size.width
    }
    view.contentOffset = offset
  }

  override func touchMoved(_ touch: Touch) {
    guard let grip, let view = scrollView else { return }
    let track = axis == .vertical ? frame.size.height : frame.size.width
    let room = track - thumb.length
    guard room > 0 else { return }
    let offset = (position(of: touch) - grip) / room * view.farthest(along: axis)
    if axis == .vertical { view.contentOffset.y = offset } else { view.contentOffset.x = offset }
  }

  override func touchEnded(_ touch: Touch) { grip = nil }
  override func touchCancelled(_ touch: Touch) { grip = nil }
}

extension ScrollView {
  /// Places the bars after a change of offset, size or content, and shows those along which the content has moved.
  final func settleBars(hasScrolled: Bool) {
    guard let tree else { return }
    let shown = tree.environment.scrollBars
    guard shown != .never else {
      for bar in bars { bar.hide() }
      return
    }
    if hasScrolled || shown == .always { return showBars() }
    for bar in bars {
      bar.place(in: self)
      if farthest(along: bar.axis) <= 0 { bar.hide() }
    }
  }

  /// Shows a bar along each side on which there is something to scroll.
  final func showBars() {
    for axis in [DragAxis.vertical, .horizontal] {
      let known = bars.first { $0.axis == axis }
      guard farthest(along: axis) > 0 else {
        known?.hide()
        continue
      }
      let bar = known ?? ScrollBar(axis)
      if known == nil {
        bars.append(bar)
        append(bar)
      }
      bar.place(in: self)
      bar.show()
    }
  }
}
