/// A frame in points.
package struct MiniatureFrame: Equatable, Sendable {
  package var x, y, width, height: Double

  package static let zero = MiniatureFrame(x: 0, y: 0, width: 0, height: 0)

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// The original's requirements of a view of any platform.
@MainActor
package protocol MiniaturePlatformView: AnyObject {
  var frame: MiniatureFrame { get set }
  var alpha: Double { get set }

  init()

  /// Adds a view in front of all others, and marks it as the tree's own.
  func addChild(_ child: any MiniaturePlatformView)
  /// The views that the tree has added, the last in front; foreign ones are left out.
  func managedChildren() -> [any MiniaturePlatformView]
  func bringChildToFront(_ child: any MiniaturePlatformView)
  func removeChild(_ child: any MiniaturePlatformView)
}

/// A view without a screen, with as much of a `UIView` as reconciliation asks for.
@MainActor
package final class MiniatureNativeView: MiniaturePlatformView {
  /// The original tells its own views from foreign ones by this tag.
  private static let managedTag = 999_987

  package var frame = MiniatureFrame.zero
  package var alpha = 1.0
  package var text = ""
  package var tag = 0
  package private(set) weak var superview: MiniatureNativeView?
  package private(set) var subviews: [MiniatureNativeView] = []

  package init() {}

  /// Adds a view in front of all others; it leaves where it was.
  package func addSubview(_ view: MiniatureNativeView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
  }

  /// Puts a view in front of all others.
  package func bringSubviewToFront(_ view: MiniatureNativeView) {
    if subviews.last === view { return }
    guard let index = index(of: view) else { return }
    subviews.remove(at: index)
    subviews.append(view)
  }

  /// Takes the view away from where it is, if it is anywhere.
  package func removeFromSuperview() {
    guard let superview else { return }
    self.superview = nil
    guard let index = superview.index(of: self) else { return }
    superview.subviews.remove(at: index)
  }

  // Here and elsewhere loops are in the place of closures for `filter`, `map` and others: one on the main actor checks
  // in each call that it is there, which the original's did not.

  private func index(of child: MiniatureNativeView) -> Int? {
    let views = subviews
    for index in views.indices where views[index] === child { return index }
    return nil
  }

  package func addChild(_ child: any MiniaturePlatformView) {
    guard let child = child as? MiniatureNativeView else { return }
    child.tag = Self.managedTag
    addSubview(child)
  }

  package func managedChildren() -> [any MiniaturePlatformView] {
    var children: [any MiniaturePlatformView] = []
    children.reserveCapacity(subviews.count)
    for view in subviews where view.tag == Self.managedTag { children.append(view) }
    return children
  }

  package func bringChildToFront(_ child: any MiniaturePlatformView) {
    guard let child = child as? MiniatureNativeView else { return }
    bringSubviewToFront(child)
  }

  package func removeChild(_ child: any MiniaturePlatformView) {
    guard let child = child as? MiniatureNativeView, child.superview === self else { return }
    child.removeFromSuperview()
  }
}
