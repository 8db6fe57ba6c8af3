import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `A spring that takes over another` {
  let backend = HeadlessBackend()
  let tree: ViewTree
  let view = NativeView()
  var clock: ManualFrameSource { backend.clock }

  init() {
    tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    tree.root.append(view)
    tree.flush()
  }

  /// Makes a frame after some time.
  static func pass(_ duration: Duration, _ tree: ViewTree, _ clock: ManualFrameSource) {
    clock.advance(by: duration)
    tree.flush()
  }

  func pass(_ duration: Duration) { Self.pass(duration, tree, clock) }

  @Test
  func `goes on with the velocity`() {
    let spring = ViewAnimation.spring(duration: .seconds(1), dampingRatio: 0.8)
    tree.animate(spring) { view.alpha = 0 }
    pass(.milliseconds(99))
    let before = view.presented.alpha
    pass(.milliseconds(1))
    let there = view.presented.alpha
    tree.animate(spring) { view.alpha = 1 }
    #expect(view.presented.alpha == there)
    pass(.milliseconds(1))
    let after = view.presented.alpha
    #expect(there - before < -0.002, "it was on its way down")
    #expect(abs((after - there) - (there - before)) < 2e-4)
    clock.advance(by: .seconds(1))
    #expect(view.presented.alpha == 1 && !tree.isAnimating)
  }

  @Test
  func `moves on also where it is at its new value already`() {
    let spring = ViewAnimation.spring(duration: .seconds(1), dampingRatio: 1)
    var outcomes: [AnimationOutcome] = []
    tree.animate(spring) { view.frame.origin.x = 100 }
    pass(.milliseconds(150))
    let place = view.presented.frame.minX
    tree.animate(spring) {
      view.frame.origin.x = place
    } completion: {
      outcomes.append($0)
    }
    pass(.milliseconds(20))
    #expect(view.presented.frame.minX > place + 1 && outcomes.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(view.presented.frame.minX == place && outcomes == [.finished])
  }

  @Test
  func `begins at rest where it waits or begins from the old target, and after a curve`() {
    func step(_ first: ViewAnimation, _ second: ViewAnimation) -> CGFloat {
      view.alpha = 1
      tree.animate(first) { view.alpha = 0 }
      pass(.milliseconds(100))
      tree.animate(second) { view.alpha = 1 }
      let place = view.presented.alpha
      pass(.milliseconds(1))
      return view.presented.alpha - place
    }
    let spring = ViewAnimation.spring(duration: .seconds(1), dampingRatio: 1)
    var other = spring
    #expect(step(spring, spring) < -1e-3)
    other.delay = .milliseconds(10)
    #expect(step(spring, other) == 0)
    other = spring
    other.beginsFromCurrentValue = false
    #expect(step(spring, other) >= 0)
    other = spring
    other.repetition = .times(2)
    #expect(step(spring, other) >= 0)
    #expect(step(ViewAnimation(.linear, duration: .seconds(1)), spring) >= 0)
    #expect(step(spring, ViewAnimation(.linear, duration: .seconds(1))) >= 0)
  }

  @Test(arguments: [0.05, 0.3, 0.9999, 1, 1.0001, 3, 40])
  func `speeds of springs are the slopes of their ways`(ratio: Double) {
    for velocity in [-20.0, 0, 3] {
      let spring = DampedSpring(dampingRatio: ratio, velocity: velocity, duration: 1)
      let step = 1e-3 / max(spring.frequency * max(ratio, 1), 1)
      for time in [0.01, 0.1, 0.3, 0.8] {
        let slope = (spring.position(at: time + step) - spring.position(at: time - step)) / step / 2
        #expect(
          abs(slope - spring.speed(at: time)) < 1e-4 * max(1, abs(velocity), spring.frequency)
        )
        let (before, after) = (spring.impulse(at: time - step), spring.impulse(at: time + step))
        let response = (after.way - before.way) / step / 2
        #expect(abs(response - spring.impulse(at: time).speed) < 1e-4)
      }
      #expect(spring.impulse(at: 0).way == 0 && abs(spring.impulse(at: 0).speed - 1) < 1e-9)
    }
  }

  /// The numbers of what is shown of a view, of colours times their opacity.
  static func numbers(_ view: NativeView) -> [Double] {
    let shown = view.presented
    let (color, matrix) = (shown.backgroundColor, shown.transform)
    return [
      shown.frame.minX, shown.frame.minY, shown.frame.width, shown.frame.height, shown.alpha,
      matrix.m11, matrix.m12, matrix.m21, matrix.m22, matrix.tX, matrix.tY,
      Double(color.red * color.alpha), Double(color.green * color.alpha),
      Double(color.blue * color.alpha), Double(color.alpha),
    ]
  }

  /// All properties, on springs that take over from each other at random times: place and velocity on both sides agree.
  ///
  /// With seed 2433, a component of a colour stood at its upper limit, where it moves with the opacity.
  @Test(arguments: [2433] + RandomHistories.seeds(30))
  func `has no jump in place or velocity, in any property`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let backend = HeadlessBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    let view = NativeView()
    view.frame.size = CGSize(width: 100, height: 100)
    tree.root.append(view)
    tree.flush()
    let step = Duration.microseconds(100)
    for round in 0..<12 {
      let spring = ViewAnimation.spring(
        duration: .milliseconds(Int.random(in: 300...2000, using: &random)),
        dampingRatio: [0.3, 0.7, 1, 2][random.next(below: 4)]
      )
      var places = [Self.numbers(view)]
      for _ in 0..<2 {
        Self.pass(step, tree, backend.clock)
        places.append(Self.numbers(view))
      }
      tree.animate(spring) {
        func number(_ low: Double, _ high: Double) -> Double {
          Double.random(in: low...high, using: &random)
        }
        // Far enough from limits, at which colours and sides stand still.
        view.frame = CGRect(
          x: number(-200, 200),
          y: number(-200, 200),
          width: number(400, 500),
          height: number(400, 500)
        )
        view.alpha = number(0.3, 0.7)
        view.backgroundColor = Color(
          red: Float(number(0.4, 0.6)),
          green: Float(number(0.4, 0.6)),
          blue: Float(number(0.4, 0.6)),
          alpha: Float(number(0.45, 0.55))
        )
        var transform = AffineTransform(rotationByDegrees: number(-60, 60))
        transform.scale(x: number(1, 1.5), y: number(1, 1.5))
        transform.translate(x: number(0, 20), y: number(0, 20))
        view.transform = transform
      }
      #expect(Self.numbers(view) == places[2], "a jump")
      for _ in 0..<2 {
        Self.pass(step, tree, backend.clock)
        places.append(Self.numbers(view))
      }
      for index in places[0].indices {
        // How much farther each step goes than the one before. Forces on both sides say how much of it they make; a velocity
        // that jumps makes hundreds of times as much. Floats of colours have seven digits, of which sums lose some.
        func change(_ place: Int) -> Double {
          let (now, next) = (places[place][index], places[place + 1][index])
          return (next - now) - (now - places[place - 1][index])
        }
        let (before, across, after) = (change(1), change(2), change(3))
        let slack = 1.5 * max(abs(before), abs(after)) + (index < 11 ? 1e-9 : 1e-5)
        try #require(
          abs(across) < slack,
          "round \(round), number \(index): \(before), \(across), \(after)"
        )
      }
      Self.pass(.milliseconds(Int.random(in: 1...250, using: &random)), tree, backend.clock)
    }
    backend.clock.advance(by: .seconds(3))
    #expect(view.presented.frame == view.frame && !tree.isAnimating)
  }
}
