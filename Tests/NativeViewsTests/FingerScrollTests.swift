import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Fingers that scroll` {
  let log = RecordingView.Log()
  let backend = HeadlessBackend()
  let tree: ViewTree
  let scroll = ScrollView()
  let row: RecordingView

  init() {
    tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    scroll.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    scroll.contentSize = CGSize(width: 100, height: 5000)
    row = RecordingView("row", log, CGRect(x: 0, y: 0, width: 100, height: 5000))
    scroll.contentView.append(row)
    tree.root.append(scroll)
  }

  @discardableResult
  func finger(
    _ phase: PointerEvent.Phase,
    _ y: CGFloat,
    x: CGFloat = 50,
    at milliseconds: Int = 0,
    pointer: Int = 1,
    device: PointerEvent.Device = .touchScreen
  ) -> Bool {
    tree.handle(
      .pointer(
        PointerEvent(
          phase,
          at: CGPoint(x: x, y: y),
          pointer: pointer,
          device: device,
          time: .milliseconds(milliseconds)
        )
      )
    )
  }

  /// A swipe of 40 points up in 40 ms, which ends at a velocity of 1000 points a second.
  func fling() {
    finger(.down, 90)
    for step in 1...4 { finger(.moved, 90 - CGFloat(step) * 10, at: step * 10) }
    finger(.up, 50, at: 40)
  }

  @Test
  func `a drag beyond the slop takes the touch from the view and the content follows`() {
    finger(.down, 90)
    finger(.moved, 82)
    #expect(scroll.contentOffset.y == 0)
    finger(.moved, 60)
    #expect(scroll.contentOffset.y == 20, "without the slop's 10 points")
    finger(.moved, 30)
    finger(.moved, 40)
    #expect(scroll.contentOffset.y == 40)
    finger(.up, 40)
    #expect(log.lines == ["row began 50 90", "row moved 50 82", "row cancelled 50 60"])
    #expect(!scroll.isGliding && tree.hitTest(CGPoint(x: 1, y: 1)) === row)
    log.lines = []
    finger(.down, 90)
    finger(.moved, 95)
    finger(.up, 95)
    #expect(log.lines == ["row began 50 130", "row moved 50 135", "row ended 50 135"])
  }

  @Test
  func `a mouse that is dragged scrolls nothing, and a finger hovers over nothing`() {
    finger(.down, 90, device: .mouse)
    finger(.moved, 20, device: .mouse)
    finger(.up, 20, device: .mouse)
    #expect(scroll.contentOffset.y == 0)
    #expect(
      log.lines == ["row began 50 90", "row moved 50 20", "row ended 50 20", "row hover true"]
    )
    finger(.moved, 200, device: .mouse)
    log.lines = []
    finger(.down, 90)
    finger(.up, 90)
    #expect(log.lines == ["row began 50 90", "row ended 50 90"])
  }

  @Test
  func `content goes on with the finger's velocity, slows down, and is the same in any frames`() {
    fling()
    #expect(scroll.contentOffset.y == 30 && scroll.isGliding && tree.isAnimating)
    var steps: [CGFloat] = []
    for _ in 0..<20 {
      let old = scroll.contentOffset.y
      backend.clock.advance(by: .milliseconds(100))
      steps.append(scroll.contentOffset.y - old)
    }
    // 1000 points a second that fall to 1/e in half a second.
    #expect(abs(steps[0] - 500 * (1 - exp(-0.2))) < 1e-6)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
    let place = scroll.contentOffset.y
    scroll.contentOffset.y = 0
    fling()
    backend.clock.advance(by: .milliseconds(1999))
    backend.clock.advance(by: .milliseconds(1))
    #expect(abs(scroll.contentOffset.y - place) < 1e-6)
    backend.clock.advance(by: .seconds(10))
    #expect(!scroll.isGliding && !tree.isAnimating && !backend.clock.isFrameRequested)
    #expect(abs(scroll.contentOffset.y - 530) < 0.51)
  }

  @Test
  func `a finger that rests before it goes leaves the content where it is`() {
    finger(.down, 90)
    finger(.moved, 40, at: 20)
    finger(.up, 40, at: 200)
    #expect(scroll.contentOffset.y == 40 && !scroll.isGliding)
  }

  @Test
  func `a gliding content stops at its end, and its frames with it`() {
    scroll.contentSize.height = 200
    fling()
    backend.clock.advance(by: .seconds(1))
    #expect(scroll.contentOffset.y == 100 && !scroll.isGliding)
    #expect(!backend.clock.isFrameRequested)
  }

  @Test
  func `a new touch stops the content, taps nothing, and scrolls at once`() {
    fling()
    backend.clock.advance(by: .milliseconds(100))
    let place = scroll.contentOffset.y
    log.lines = []
    finger(.down, 50, at: 1_000)
    #expect(!scroll.isGliding)
    finger(.moved, 48, at: 1_010)
    #expect(scroll.contentOffset.y == place + 2, "without a slop")
    finger(.up, 48, at: 1_500)
    backend.clock.advance(by: .seconds(1))
    #expect(scroll.contentOffset.y == place + 2 && log.lines.isEmpty)
    fling()
    log.lines = []
    finger(.down, 50, device: .mouse)
    #expect(!scroll.isGliding && log.lines.count == 1, "a mouse stops it and presses")
  }

  @Test
  func `wheel, keys and a set offset stop it, other content doesn't`() {
    for stop in 0..<3 {
      scroll.contentOffset.y = 0
      fling()
      switch stop {
      case 0: scroll.contentOffset.y = 10
      case 1:
        let wheel = ScrollEvent(at: CGPoint(x: 5, y: 5), by: CGSize(width: 0, height: 1))
        tree.handle(.scroll(wheel))
      default: _ = scroll.key(KeyEvent(.down, .down))
      }
      #expect(!scroll.isGliding)
    }
    fling()
    scroll.contentSize.height = 4000
    scroll.frame.size.height = 99
    #expect(scroll.isGliding)
    tree.finishAnimations()
    #expect(!scroll.isGliding && scroll.contentOffset.y > 500)
  }

  @Test
  func `a finger stops an animated scroll where it is on the screen`() {
    tree.flush()
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) { scroll.contentOffset.y = 1000 }
    backend.clock.advance(by: .milliseconds(500))
    finger(.down, 50)
    #expect(abs(scroll.contentOffset.y - 500) < 1e-6 && !tree.isAnimating && log.lines.isEmpty)
  }

  @Test
  func `the innermost that can scroll in the direction takes the finger`() {
    let inner = ScrollView()
    inner.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
    inner.contentSize = CGSize(width: 300, height: 100)
    row.append(inner)
    func drag(_ x: CGFloat, _ y: CGFloat) {
      finger(.down, 40)
      finger(.moved, 40 + y, x: 50 + x)
      finger(.up, 40 + y, x: 50 + x)
    }
    drag(0, -30)
    #expect(inner.contentOffset.y == 20 && scroll.contentOffset.y == 0)
    drag(0, -30)
    #expect(inner.contentOffset.y == 20 && scroll.contentOffset.y == 20, "inner is at its end")
    drag(-30, 10)
    #expect(inner.contentOffset.x > 0 && scroll.contentOffset.y == 20)
    scroll.contentOffset.y = 0
    inner.contentSize.width = 100
    log.lines = []
    drag(-30, 0)
    #expect(log.lines.last == "row ended 20 40", "nothing scrolls sideways")
    drag(0, 30)
    #expect(inner.contentOffset.y == 0 && scroll.contentOffset.y == 0)
  }

  @Test
  func `a finger that turns around at an end scrolls then, and one that went aside doesn't`() {
    finger(.down, 20)
    finger(.moved, 60)
    finger(.moved, 45)
    #expect(scroll.contentOffset.y == 5)
    finger(.cancelled, 45)
    scroll.contentOffset.y = 0
    finger(.down, 90)
    finger(.moved, 90, x: 70)
    finger(.moved, 20, x: 70)
    #expect(scroll.contentOffset.y == 0)
    #expect(log.lines.last == "row moved 70 20")
  }

  @Test
  func `a view may keep its touches, and a second finger leaves a scrolled view alone`() {
    final class Canvas: NativeView {
      override var handlesTouches: Bool { true }
      override var keepsTouches: Bool { true }
    }
    let canvas = Canvas()
    canvas.frame = CGRect(x: 0, y: 0, width: 40, height: 100)
    row.append(canvas)
    finger(.down, 90, x: 20)
    finger(.moved, 20, x: 20)
    #expect(scroll.contentOffset.y == 0)
    finger(.up, 20, x: 20)
    finger(.down, 90, pointer: 1)
    finger(.down, 90, x: 60, pointer: 2)
    finger(.moved, 60, pointer: 1)
    finger(.moved, 40, x: 60, pointer: 2)
    #expect(scroll.contentOffset.y == 20 && log.lines.last == "row moved 60 60")
  }

  @Test
  func `views may go under the finger and while they glide`() {
    row.onTouch = { [scroll] what in if what == "cancelled" { scroll.removeFromParent() } }
    finger(.down, 90)
    finger(.moved, 60)
    finger(.moved, 40)
    finger(.up, 40)
    #expect(scroll.contentOffset.y == 0 && !scroll.isGliding)
    row.onTouch = nil
    tree.root.append(scroll)
    fling()
    scroll.removeFromParent()
    backend.clock.advance(by: .seconds(1))
    #expect(!scroll.isGliding && !tree.isAnimating && scroll.contentOffset.y == 30)
    tree.root.append(scroll)
    scroll.contentOffset.y = 0
    fling()
    finger(.down, 90, pointer: 2)
    tree.endInput(in: scroll)
    #expect(!scroll.isGliding)
    finger(.moved, 20, pointer: 2)
    #expect(scroll.contentOffset.y == 30)
  }

  @Test
  func `a swipe by a query scrolls as a finger does`() throws {
    scroll.key = "rows"
    try tree.view("rows").swipe(by: CGSize(width: 0, height: -60))
    #expect(abs(scroll.contentOffset.y - 50) < 1e-9 && scroll.isGliding)
    tree.finishAnimations()
    #expect(abs(scroll.contentOffset.y - 350) < 1)
    let cover = NativeView()
    cover.frame = tree.root.frame
    tree.root.append(cover)
    #expect(throws: ViewQueryError.self) { try tree.view("rows").swipe(by: .zero) }
  }

  @Test(arguments: RandomHistories.seeds(60))
  func `nested scroll views and a finger follow the rules`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    // Each fills the one around it, so that the finger is in all of them wherever it goes down.
    var views: [ScrollView] = []
    var rooms: [CGSize] = []
    for _ in 0..<3 {
      let view = ScrollView()
      view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
      let room = CGSize(
        width: CGFloat(random.next(below: 3)) * 20,
        height: CGFloat(random.next(below: 3)) * 20
      )
      view.contentSize = CGSize(width: 100 + room.width, height: 100 + room.height)
      rooms.append(room)
      if let outer = views.last {
        view.frame.size = outer.contentSize
        view.contentSize.width += room.width + outer.contentSize.width
        view.contentSize.height += room.height + outer.contentSize.height
        rooms[rooms.count - 1] = CGSize(
          width: view.contentSize.width - view.frame.width,
          height: view.contentSize.height - view.frame.height
        )
        outer.contentView.append(view)
      } else {
        tree.root.append(view)
      }
      views.append(view)
    }
    var offsets = [CGPoint](repeating: .zero, count: 3)
    for _ in 0..<30 {
      var place = CGPoint(x: 50, y: 50)
      tree.handle(.pointer(PointerEvent(.down, at: place, device: .touchScreen)))
      var (origin, taker, isLeft) = (place, Int?.none, false)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let old = place
        place.x += CGFloat(random.next(below: 41)) - 20
        place.y += CGFloat(random.next(below: 41)) - 20
        tree.handle(.pointer(PointerEvent(.moved, at: place, device: .touchScreen)))
        var start = old
        if taker == nil, !isLeft {
          let (x, y) = (place.x - origin.x, place.y - origin.y)
          let distance = (x * x + y * y).squareRoot()
          guard distance > 10 else { continue }
          let isSideways = abs(x) > abs(y)
          isLeft = rooms.allSatisfy { (isSideways ? $0.width : $0.height) <= 0 }
          taker = [2, 1, 0].first { index in
            let (offset, room, finger) =
              isSideways
              ? (offsets[index].x, rooms[index].width, x)
              : (offsets[index].y, rooms[index].height, y)
            return room > 0 && (finger > 0 ? offset > 1e-3 : offset < room - 1e-3)
          }
          start = CGPoint(x: origin.x + x * 10 / distance, y: origin.y + y * 10 / distance)
          if taker == nil { origin = place }
        }
        if let taker {
          offsets[taker].x += start.x - place.x
          offsets[taker].y += start.y - place.y
          offsets[taker].x = min(max(offsets[taker].x, 0), rooms[taker].width)
          offsets[taker].y = min(max(offsets[taker].y, 0), rooms[taker].height)
        }
        for (view, offset) in zip(views, offsets) {
          let (x, y) = (view.contentOffset.x - offset.x, view.contentOffset.y - offset.y)
          try #require(abs(x) < 1e-6 && abs(y) < 1e-6, "seed \(seed)")
        }
      }
      tree.handle(.pointer(PointerEvent(.up, at: place, device: .touchScreen)))
    }
  }
}
