public import Foundation

/// Shows a part of a content that is larger than the view.
///
/// Scrolling moves the frame of ``contentView``, whose children are the content: a backend shows it like any other view.
///
/// Source: docs/semantics/ui.md, V6.
open class ScrollView: NativeView {
  /// Contains the scrolled views; as large as the content.
  public final let contentView = NativeView()

  /// Called when the offset has changed.
  public final var onScroll: (() -> Void)?

  /// Distance in points that an arrow key scrolls.
  public final var lineHeight: CGFloat = 40

  /// Makes a view without content.
  public override init() {
    super.init()
    clipsToBounds = true
    append(contentView)
  }

  /// Size of the content; the offset stays within it.
  public final var contentSize: CGSize {
    get { contentView.frame.size }
    set {
      contentView.frame.size = newValue
      keepContent(at: contentOffset)
    }
  }

  /// The point of the content in the upper left corner.
  ///
  /// Setting it clamps it to the content: not below 0, and not so far that empty room appears. It stops a gliding content.
  public final var contentOffset: CGPoint {
    get { CGPoint(x: -contentView.frame.origin.x, y: -contentView.frame.origin.y) }
    set {
      glide = nil
      keepContent(at: newValue)
    }
  }

  /// Whether the content is gliding.
  public final var isGliding: Bool { glide != nil }

  /// The content's glide after a finger has left it.
  final var glide: ScrollGlide?
  /// The bars that were shown, by axis.
  final var bars: [ScrollBar] = []

  /// Sets the offset after a change of the content, without stopping a glide.
  package final func keepContent(at point: CGPoint) {
    let offset = CGPoint(
      x: min(max(point.x, 0), farthest(along: .horizontal)),
      y: min(max(point.y, 0), farthest(along: .vertical))
    )
    let old = contentOffset
    contentView.frame.origin = CGPoint(x: 0 - offset.x, y: 0 - offset.y)
    settleBars(hasScrolled: offset != old)
    guard offset != old else { return }
    contentOffsetDidChange(from: old)
    onScroll?()
  }

  /// The visible part of the content.
  public final var visibleContent: CGRect { CGRect(origin: contentOffset, size: frame.size) }

  /// Called when the offset has changed, before ``onScroll``.
  open func contentOffsetDidChange(from oldOffset: CGPoint) {}

  /// Scrolls as little as needed to show a part of the content; shows its start if it doesn't fit.
  public final func reveal(_ rect: CGRect) {
    func offset(_ offset: CGFloat, _ room: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat
    {
      if start < offset || length > room { return start }
      return max(offset, start + length - room)
    }
    contentOffset = CGPoint(
      x: offset(contentOffset.x, frame.size.width, rect.origin.x, rect.size.width),
      y: offset(contentOffset.y, frame.size.height, rect.origin.y, rect.size.height)
    )
  }

  /// Scrolls to make a view in the content visible, if possible.
  public final func reveal(_ view: NativeView) {
    guard view !== contentView, view.isDescendant(of: contentView) else { return }
    var frame = view.frame
    var ancestor = view.parent
    while let view = ancestor, view !== contentView {
      frame.origin.x += view.frame.origin.x
      frame.origin.y += view.frame.origin.y
      ancestor = view.parent
    }
    reveal(frame)
  }

  open override func sizeDidChange(from oldSize: CGSize) { keepContent(at: contentOffset) }

  open override var accessibility: Accessibility { Accessibility(role: .scrollView) }

  open override func environmentDidChange() { settleBars(hasScrolled: false) }

  /// Scrolls as far as there is content; at an end, the view around this one scrolls.
  ///
  /// With shift, a wheel scrolls to the side. With control it scrolls nothing: programs zoom by it.
  open override func scroll(_ event: ScrollEvent) -> Bool {
    if event.modifiers.contains(.control) { return false }
    let (x, y) = (event.delta.width, event.delta.height)
    let turns = event.modifiers.contains(.shift) && x == 0
    return scroll(by: turns ? CGSize(width: y, height: 0) : event.delta)
  }

  /// Scrolls by lines and pages, and to the ends.
  open override func key(_ event: KeyEvent) -> Bool {
    guard event.phase == .down, event.modifiers.isEmpty else { return false }
    switch event.key {
    case .up: return scroll(by: CGSize(width: 0, height: -lineHeight))
    case .down: return scroll(by: CGSize(width: 0, height: lineHeight))
    case .left: return scroll(by: CGSize(width: -lineHeight, height: 0))
    case .right: return scroll(by: CGSize(width: lineHeight, height: 0))
    case .pageUp: return scroll(by: CGSize(width: 0, height: -frame.size.height))
    case .pageDown: return scroll(by: CGSize(width: 0, height: frame.size.height))
    case .home: return scroll(by: CGSize(width: 0, height: -contentSize.height))
    case .end: return scroll(by: CGSize(width: 0, height: contentSize.height))
    default: return false
    }
  }

  /// Scrolls; returns whether there was anything to scroll to.
  private func scroll(by distance: CGSize) -> Bool {
    let old = contentOffset
    contentOffset = CGPoint(x: old.x + distance.width, y: old.y + distance.height)
    return contentOffset != old
  }

  // MARK: Gliding

  /// The largest offset.
  final func farthest(along axis: DragAxis) -> CGFloat {
    switch axis {
    case .horizontal: max(contentSize.width - frame.size.width, 0)
    case .vertical: max(contentSize.height - frame.size.height, 0)
    }
  }

  /// Whether the content can scroll by a distance.
  private func canScroll(along axis: DragAxis, by distance: CGFloat) -> Bool {
    let offset = axis == .horizontal ? contentOffset.x : contentOffset.y
    // Rounding residue at an end is nothing to scroll to.
    let least: CGFloat = 1e-3
    return distance < 0 ? offset > least : offset < farthest(along: axis) - least
  }

  /// Stops the content where it is on the screen.
  ///
  /// - Parameter withAnimation: Whether to stop a scrolling animation, too.
  /// - Returns: Whether it was moving.
  final func stop(withAnimation: Bool) -> Bool {
    let wasGliding = glide.take() != nil
    guard withAnimation, let tree, contentView.animated.contains(.frame) else { return wasGliding }
    let origin = contentView.presentedFrame.origin
    tree.withoutAnimation { keepContent(at: CGPoint(x: -origin.x, y: -origin.y)) }
    return true
  }

  /// Moves a gliding content to its place at a time; it stops at an end of the content.
  final func advanceGlide(to time: Duration?) {
    guard var glide else { return }
    let way = glide.advance(to: time)
    let isOver = time.map { glide.isOver(at: $0) } ?? true
    self.glide = isOver ? nil : glide
    let wanted = CGPoint(x: contentOffset.x + way.width, y: contentOffset.y + way.height)
    keepContent(at: wanted)
    let atEnd = { (axis: DragAxis, way: CGFloat) in
      way == 0 || !self.canScroll(along: axis, by: way)
    }
    if atEnd(.horizontal, way.width), atEnd(.vertical, way.height), way != .zero {
      self.glide = nil
    }
  }
}

extension ScrollView: FingerFollowing {
  package final func precedence(at start: CGPoint) -> FingerPrecedence? { .afterContent }

  package final func canFollow(along axis: DragAxis, by distance: CGFloat) -> Bool {
    canScroll(along: axis, by: -distance)
  }

  package final func hasRoom(along axis: DragAxis) -> Bool { farthest(along: axis) > 0 }

  package final func followingDidBegin() { _ = stop(withAnimation: true) }

  /// Moves the content with the finger on the screen.
  package final func follow(from start: CGPoint, to end: CGPoint) {
    guard let way = distance(from: start, to: end) else { return }
    contentOffset = CGPoint(x: contentOffset.x - way.width, y: contentOffset.y - way.height)
  }

  /// Lets the content glide on with the finger's velocity.
  package final func followingDidEnd(after way: FingerWay?) {
    guard let finger = way?.velocity(in: self) else { return }
    glide(with: CGSize(width: -finger.width, height: -finger.height))
  }

  /// Lets the content glide, in points per second.
  ///
  /// - Returns: Whether it is fast enough.
  @discardableResult
  final func glide(with velocity: CGSize) -> Bool {
    guard let tree, let glide = ScrollGlide(velocity, at: tree.backend.frames.now) else {
      return false
    }
    self.glide = glide
    tree.noteGliding(self)
    return true
  }

  /// Does nothing: the content stays where it is.
  package final func followingWasCancelled() {}
}
