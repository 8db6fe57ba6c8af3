import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Hit testing` {
  let tree = ViewTree(size: CGSize(width: 100, height: 100))

  func view(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> NativeView {
    let view = NativeView()
    view.frame = CGRect(x: x, y: y, width: width, height: height)
    return view
  }

  func hit(_ x: CGFloat, _ y: CGFloat) -> NativeView? { tree.hitTest(CGPoint(x: x, y: y)) }

  @Test
  func `the last sibling is on top, and children are above their parent`() {
    let (low, high, child) = (view(0, 0, 50, 50), view(20, 20, 50, 50), view(10, 10, 10, 10))
    tree.root.append(low)
    tree.root.append(high)
    high.append(child)
    #expect(hit(10, 10) === low && hit(25, 25) === high && hit(35, 35) === child)
    #expect(hit(90, 90) === tree.root && hit(100, 50) == nil && hit(-1, 0) == nil)
    tree.root.append(low)
    #expect(hit(25, 25) === low && hit(55, 55) === high)
  }

  @Test
  func `edges belong to the view on the right and below`() {
    let (left, right) = (view(0, 0, 50, 50), view(50, 0, 50, 50))
    tree.root.append(left)
    tree.root.append(right)
    #expect(hit(49.999, 0) === left && hit(50, 0) === right && hit(50, 50) === tree.root)
  }

  @Test
  func `what is hidden, clear or without interaction is passed over with all in it`() {
    let (parent, child) = (view(0, 0, 50, 50), view(0, 0, 50, 50))
    tree.root.append(parent)
    parent.append(child)
    #expect(hit(5, 5) === child)
    child.alpha = 0.009
    #expect(hit(5, 5) === parent)
    parent.isUserInteractionEnabled = false
    child.alpha = 1
    #expect(hit(5, 5) === tree.root)
    parent.isUserInteractionEnabled = true
    parent.isHidden = true
    #expect(hit(5, 5) === tree.root)
  }

  @Test
  func `insets make the area smaller and larger, and clipping cuts what is in the view`() {
    let (parent, child) = (view(20, 20, 40, 40), view(-10, -10, 60, 60))
    tree.root.append(parent)
    parent.append(child)
    #expect(hit(15, 15) === child && hit(65, 65) === child)
    parent.clipsToBounds = true
    #expect(hit(15, 15) === tree.root && hit(25, 25) === child)
    child.hitTestInsets = HitTestInsets(top: 30, left: 30, bottom: -5, right: 5)
    #expect(hit(25, 25) === parent && hit(45, 45) === child)
    parent.clipsToBounds = false
    #expect(hit(45, 73) === child && hit(66, 45) === tree.root)
  }

  @Test
  func `views are hit where they are on the screen`() {
    let moving = view(0, 0, 10, 10)
    tree.root.append(moving)
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      moving.frame.origin.x = 80
      moving.transform = AffineTransform(translationByX: 0, byY: 40)
    }
    (tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(500))
    #expect(hit(45, 25) === moving && hit(85, 45) === tree.root && hit(5, 5) === tree.root)
    #expect(moving.convertToRoot(CGPoint(x: 5, y: 5)) == CGPoint(x: 45, y: 25))
    #expect(moving.convertFromRoot(CGPoint(x: 45, y: 25)) == CGPoint(x: 5, y: 5))
  }

  @Test
  func `a long chain is no deep stack`() {
    var parent = tree.root
    for _ in 0..<100_000 {
      let child = view(0, 0, 10, 10)
      parent.append(child)
      parent = child
    }
    #expect(hit(5, 5) === parent && hit(50, 5) === tree.root)
  }

  /// The same by recursion, forward transforms inverted by Foundation, and sets of points.
  func obviousHit(_ view: NativeView, _ point: CGPoint) -> NativeView? {
    guard !view.isHidden, view.isUserInteractionEnabled, view.alpha >= 0.01 else { return nil }
    var toParent = AffineTransform(
      translationByX: -view.frame.size.width / 2,
      byY: -view.frame.size.height / 2
    )
    toParent.append(view.transform)
    toParent.append(AffineTransform(translationByX: view.frame.midX, byY: view.frame.midY))
    guard let fromParent = toParent.inverted() else { return nil }
    let local = view === tree.root ? point : fromParent.transform(point)
    if view.clipsToBounds, !view.bounds.contains(local) { return nil }
    for child in view.children.reversed() {
      if let hit = obviousHit(child, local) { return hit }
    }
    let insets = view.hitTestInsets
    let inside =
      local.x >= insets.left && local.x < view.frame.size.width - insets.right
      && local.y >= insets.top && local.y < view.frame.size.height - insets.bottom
    return inside ? view : nil
  }

  @Test
  func `any tree is hit as by an obvious implementation`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
    var reached = 0
    for _ in 0..<150 {
      tree.root.removeAllChildren()
      var views = [tree.root]
      for _ in 0..<30 {
        let new = view(number(-30...70), number(-30...70), number(1...80), number(1...80))
        if random.next(below: 3) == 0 {
          new.transform = AffineTransform(rotationByDegrees: number(0...360))
          new.transform.scale(x: number(0.3...2), y: number(-2 ... -0.3))
          new.transform.translate(x: number(-9...9), y: number(-9...9))
        }
        if random.next(below: 4) == 0 { new.clipsToBounds = true }
        if random.next(below: 12) == 0 { new.isHidden = true }
        if random.next(below: 12) == 0 { new.alpha = 0 }
        if random.next(below: 12) == 0 { new.isUserInteractionEnabled = false }
        if random.next(below: 6) == 0 {
          new.hitTestInsets = HitTestInsets(top: number(-9...9), left: number(-9...9), right: 3)
        }
        try #require(views.randomElement(using: &random)).append(new)
        views.append(new)
      }
      for _ in 0..<40 {
        let point = CGPoint(x: number(0...99), y: number(0...99))
        let hit = tree.hitTest(point)
        #expect(hit === obviousHit(tree.root, point), "seed \(seed) at \(point)")
        guard let hit, hit !== tree.root else { continue }
        reached += 1
        let local = try #require(hit.convertFromRoot(point))
        let back = hit.convertToRoot(local)
        #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6, "seed \(seed)")
        #expect(hit.isTouched(at: local), "seed \(seed)")
      }
    }
    #expect(reached > 1000)
  }
}
