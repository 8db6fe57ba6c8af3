import Foundation
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Scroll bars and touchpads` {
  let backend = HeadlessBackend()
  let tree: ViewTree
  let scroll = ScrollView()

  init() {
    tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    scroll.contentSize = CGSize(width: 100, height: 1_000)
    scroll.key = "scroll"
    tree.root.append(scroll)
    tree.flush()
  }

  private var bar: ScrollBar? { scroll.bars.first { $0.axis == .vertical } }

  @discardableResult
  private func wheel(_ y: CGFloat, _ modifiers: KeyModifiers = []) -> Bool {
    let place = CGPoint(x: 50, y: 50)
    return tree.handle(
      .scroll(ScrollEvent(at: place, by: CGSize(width: 0, height: y), modifiers: modifiers))
    )
  }

  @Test
  func `in the fixed environment there are no bars`() {
    wheel(100)
    #expect(scroll.contentOffset.y == 100 && scroll.children.count == 1)
  }

  @Test
  func `a bar appears when the content moves or the mouse does, and fades when both rest`() throws {
    tree.environment.scrollBars = .whileScrolling
    #expect(bar == nil)
    wheel(450)
    #expect(scroll.bars.count == 1, "there is nothing to scroll to the side")
    #expect(bar?.frame == CGRect(x: 88, y: 0, width: 12, height: 100))
    backend.clock.advance(by: .milliseconds(900))
    #expect(bar?.presented.alpha == 1)
    backend.clock.advance(by: .seconds(1))
    #expect(bar?.presented.alpha == 0 && !tree.isAnimating)
    #expect(tree.hitTest(CGPoint(x: 95, y: 50)) === scroll.contentView)
    try tree.view("scroll").hover()
    #expect(bar?.presented.alpha == 1)
    try tree.view("scroll").hover(at: CGPoint(x: 95, y: 50))
    backend.clock.advance(by: .seconds(3))
    #expect(bar?.presented.alpha == 1, "the mouse is on it")
    tree.environment.scrollBars = .never
    #expect(bar?.alpha == 0)
  }

  @Test
  func `bars that are always there come with the content and go with it`() {
    tree.environment.scrollBars = .always
    #expect(bar?.alpha == 1)
    backend.clock.advance(by: .seconds(3))
    #expect(bar?.presented.alpha == 1)
    scroll.contentSize = CGSize(width: 300, height: 100)
    #expect(bar?.alpha == 0 && scroll.bars.map(\.axis) == [.vertical, .horizontal])
    #expect(scroll.lastChild === scroll.bars[1])
  }

  @Test
  func `the thumb is dragged, and a click beside it scrolls by a page`() {
    tree.environment.scrollBars = .always
    func pointer(_ phase: PointerEvent.Phase, _ y: CGFloat) {
      tree.handle(.pointer(PointerEvent(phase, at: CGPoint(x: 95, y: y))))
    }
    // The thumb is 24 points long, the shortest.
    pointer(.down, 10)
    pointer(.moved, 48)
    #expect(abs(scroll.contentOffset.y - 450) < 0.01, "half of the way is half of the content")
    pointer(.moved, 500)
    #expect(scroll.contentOffset.y == 900)
    pointer(.up, 500)
    pointer(.moved, 10)
    #expect(scroll.contentOffset.y == 900)
    pointer(.down, 10)
    pointer(.up, 10)
    #expect(scroll.contentOffset.y == 800)
    #expect(tree.query(role: .button).count == 0 && !tree.view("bar").exists)
  }

  @Test
  func `fingers that leave a touchpad let the content glide, and fingers that rested don't`() throws
  {
    try tree.view("scroll").flick(by: CGSize(width: 0, height: 120))
    #expect(scroll.contentOffset.y == 120 && scroll.isGliding)
    backend.clock.advance(by: .seconds(10))
    // 5 movements of 20 points in 100 ms are 1000 points a second, which fall to 1/e in half a second.
    #expect(!scroll.isGliding && abs(scroll.contentOffset.y - 620) < 1)
    scroll.contentOffset.y = 0
    try tree.view("scroll").flick(by: CGSize(width: 0, height: 120))
    wheel(1)
    #expect(!scroll.isGliding, "another movement stops it")
    let place = CGPoint(x: 50, y: 50)
    let rested = ScrollEvent(.ended, at: place, by: .zero, time: backend.clock.now + .seconds(5))
    #expect(!tree.handle(.scroll(rested)) && !scroll.isGliding)
  }

  @Test
  func `movements without times don't add up`() {
    for _ in 0..<500 { wheel(1) }
    #expect(scroll.contentOffset.y == 500 && tree.input.scrollTrail?.count == 1)
  }

  @Test
  func `with shift a wheel scrolls to the side, and with control it doesn't scroll`() {
    scroll.contentSize = CGSize(width: 500, height: 500)
    #expect(wheel(30, .shift) && scroll.contentOffset == CGPoint(x: 30, y: 0))
    #expect(!wheel(30, .control) && scroll.contentOffset == CGPoint(x: 30, y: 0))
  }
}
