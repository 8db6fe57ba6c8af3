package import Foundation

extension ViewTree {
  /// Shape of the mouse pointer: that of the view under the mouse, or on which it went down.
  public var pointerShape: PointerShape { input.pointerShape }

  /// The tool tip of what is under the mouse; windows show it after the mouse has rested.
  public var toolTip: String? { input.mouse.flatMap { toolTip(at: $0) }?.text }

  /// The tool tip at a place, and the area that it explains; both in the root's coordinates.
  package func toolTip(at location: CGPoint) -> (text: String, area: CGRect)? {
    guard let view = target(at: location)?.nearest(where: { $0.toolTip != nil }),
      let text = view.toolTip, !text.isEmpty
    else { return nil }
    let (start, end) = (
      view.convertToRoot(.zero),
      view.convertToRoot(CGPoint(x: view.presentedFrame.width, y: view.presentedFrame.height))
    )
    let area = CGRect(
      x: min(start.x, end.x),
      y: min(start.y, end.y),
      width: abs(end.x - start.x),
      height: abs(end.y - start.y)
    )
    return (text, area)
  }

  /// Finds what is under the mouse now: views move under one that rests.
  ///
  /// Complexity: that of `target(at:)`.
  func settlePointer() {
    guard let mouse = input.mouse else {
      input.underMouse = nil
      setPointerShape(.arrow)
      return setHovered(nil)
    }
    // What the mouse has gone down on keeps it.
    let hit = input.captures[0]?.view ?? target(at: mouse)
    setPointerShape(hit?.nearest { $0.pointerShape != nil }?.pointerShape ?? .arrow)
    if input.captures[0] == nil { setHovered(hit?.nearest { $0.handlesTouches }) }
  }

  private func setPointerShape(_ shape: PointerShape) {
    guard shape != input.pointerShape else { return }
    input.pointerShape = shape
    backend.pointerShapeDidChange(to: shape)
  }

  private func setHovered(_ view: NativeView?) {
    let old = input.hovered
    guard view !== old else { return }
    // What these do may concern what is under the mouse.
    (input.hovered, input.isPlaced) = (view, false)
    old?.hoverDidChange(false)
    // The first may have changed the tree, or the hovered view.
    if input.hovered === view { view?.hoverDidChange(true) }
  }
}
