import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Animations` {
  let clock: ManualFrameSource
  let backend: HeadlessBackend
  let tree: ViewTree
  let view = NativeView()

  init() {
    backend = HeadlessBackend()
    clock = backend.clock
    tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    tree.root.append(view)
    tree.flush()
  }

  @Test
  func `properties go from the value on the screen to their new ones`() {
    view.backgroundColor = .red
    var outcomes: [AnimationOutcome] = []
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      view.frame = CGRect(x: 100, y: 0, width: 10, height: 20)
      view.alpha = 0
      view.backgroundColor = .blue
      view.borderColor = .green
      view.transform = AffineTransform(translationByX: 8, byY: 0)
    } completion: {
      outcomes.append($0)
    }
    #expect(view.frame.minX == 100 && view.presented.frame.minX == 0 && tree.isAnimating)
    clock.advance(by: .milliseconds(500))
    #expect(view.presented.frame == CGRect(x: 50, y: 0, width: 5, height: 10))
    #expect(view.presented.alpha == 0.5)
    #expect(view.presented.backgroundColor == Color(red: 0.5, green: 0, blue: 0.5))
    #expect(view.presented.borderColor == Color.green.withAlpha(0.5))
    #expect(view.presented.transform == AffineTransform(translationByX: 4, byY: 0))
    #expect(outcomes.isEmpty)
    clock.advance(by: .milliseconds(500))
    #expect(view.presented.frame == view.frame && view.presented.alpha == 0)
    #expect(outcomes == [.finished] && !tree.isAnimating && !clock.isFrameRequested)
    clock.advance(by: .seconds(9))
    #expect(outcomes == [.finished])
  }

  @Test
  func `frames are made as long as something moves, and patch what moves only`() {
    for _ in 0..<50 { tree.root.append(NativeView()) }
    tree.flush()
    let before = backend.operations
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) { view.alpha = 0 }
    clock.advance(by: .seconds(1))
    #expect(backend.operations.commits - before.commits == 60)
    #expect(backend.operations.patched - before.patched == 60)
    clock.advance(by: .seconds(1))
    #expect(backend.operations.commits - before.commits == 60)
  }

  @Test
  func `an animation that is interrupted goes on from the screen`() {
    var outcomes: [String] = []
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      view.frame.origin.x = 100
    } completion: {
      outcomes.append("first \($0)")
    }
    clock.advance(by: .milliseconds(300))
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      view.frame.origin.x = 0
    } completion: {
      outcomes.append("second \($0)")
    }
    #expect(abs(view.presented.frame.minX - 30) < 1e-9)
    clock.advance(by: .milliseconds(500))
    #expect(abs(view.presented.frame.minX - 15) < 1e-9)
    #expect(outcomes == ["first interrupted"])
    view.frame.origin.x = 0
    #expect(view.presented.frame.minX > 14, "the same value again ends nothing")
    view.frame.origin.x = 70
    #expect(view.presented.frame.minX == 70)
    tree.flush()
    #expect(outcomes == ["first interrupted", "second interrupted"])
  }

  @Test
  func `an animation from the old target begins there`() {
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) { view.frame.origin.x = 100 }
    clock.advance(by: .milliseconds(300))
    tree.animate(
      ViewAnimation(.linear, duration: .seconds(1), beginsFromCurrentValue: false)
    ) { view.frame.origin.x = 0 }
    #expect(view.presented.frame.minX == 100)
  }

  @Test
  func `the same target within another animation is taken over by it`() {
    var outcomes: [String] = []
    tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
      view.alpha = 0
    } completion: {
      outcomes.append("first \($0)")
    }
    clock.advance(by: .milliseconds(500))
    tree.animate(ViewAnimation(.linear, duration: .seconds(2))) {
      view.alpha = 0
    } completion: {
      outcomes.append("second \($0)")
    }
    clock.advance(by: .seconds(1))
    #expect(view.presented.alpha == 0.25)
    clock.advance(by: .seconds(1))
    #expect(outcomes == ["first interrupted", "second finished"])
  }

  @Test
  func `completions come once, whatever becomes of the views`() {
    var outcomes: [String: [AnimationOutcome]] = [:]
    func animate(_ name: String, _ duration: Duration = .seconds(1), _ changes: () -> Void) {
      tree.animate(ViewAnimation(duration: duration), changes: changes) {
        outcomes[name, default: []].append($0)
      }
    }
    let (loose, removed, hidden, parent) = (NativeView(), NativeView(), NativeView(), NativeView())
    let new = NativeView()
    for child in [removed, hidden, parent] { tree.root.append(child) }
    parent.append(NativeView())
    hidden.isHidden = true
    tree.flush()
    animate("nothing") {}
    animate("same value") { view.alpha = 1 }
    animate("no tree") { loose.alpha = 0 }
    animate("no time", .zero) { view.alpha = 0.5 }
    animate("hidden") { hidden.alpha = 0 }
    animate("removed") { removed.alpha = 0 }
    animate("in a removed one") { parent.firstChild?.alpha = 0 }
    animate("never shown") {
      tree.root.append(new)
      new.frame.size.width = 7
    }
    animate("negative", .seconds(-1)) { view.frame.origin.x = 3 }
    #expect(outcomes.isEmpty && view.presented.alpha == 0.5 && loose.alpha == 0)
    tree.onDiagnosis = { _ in }
    removed.removeFromParent()
    parent.removeFromParent()
    new.removeFromParent()
    #expect(removed.presented.alpha == 0)
    clock.advance(by: .seconds(2))
    #expect(
      outcomes == [
        "nothing": [.finished], "same value": [.finished], "no tree": [.finished],
        "no time": [.finished], "hidden": [.finished], "removed": [.interrupted],
        "in a removed one": [.interrupted], "never shown": [.interrupted], "negative": [.finished],
      ]
    )
  }

  @Test
  func `an animation ends with its tree`() {
    var outcomes: [AnimationOutcome] = []
    let view = NativeView()
    var tree: ViewTree? = ViewTree(size: CGSize(width: 1, height: 1))
    tree?.root.append(view)
    tree?.animate(ViewAnimation(duration: .seconds(1))) {
      view.alpha = 0
    } completion: {
      outcomes.append($0)
    }
    #expect(view.presented.alpha == 1)
    weak let gone = tree
    tree = nil
    #expect(gone == nil && outcomes == [.interrupted] && view.presented.alpha == 0)
  }

  @Test
  func `a view that moves to another tree is at its place there`() {
    let other = ViewTree(size: CGSize(width: 1, height: 1))
    var outcomes: [AnimationOutcome] = []
    tree.animate(ViewAnimation(duration: .seconds(1))) {
      view.alpha = 0
    } completion: {
      outcomes.append($0)
    }
    other.root.append(view)
    #expect(view.presented.alpha == 0)
    other.animate(ViewAnimation(.linear, duration: .seconds(1))) { view.alpha = 1 }
    clock.advance(by: .seconds(1))
    #expect(outcomes == [.interrupted] && view.presented.alpha == 0 && other.isAnimating)
  }

  @Test
  func `delays, repetitions and ways back`() {
    tree.animate(
      ViewAnimation(
        .linear,
        duration: .seconds(1),
        delay: .seconds(1),
        repetition: .times(2),
        autoreverses: true
      )
    ) { view.frame.origin.x = 100 }
    var places: [CGFloat] = []
    for _ in 0..<11 {
      places.append(view.presented.frame.minX)
      clock.advance(by: .milliseconds(500))
    }
    #expect(places == [0, 0, 0, 50, 100, 50, 0, 50, 100, 50, 100])
    #expect(!tree.isAnimating)
    var outcome: AnimationOutcome?
    tree.animate(ViewAnimation(.linear, duration: .seconds(1), repetition: .forever)) {
      view.frame.origin.x = 0
    } completion: {
      outcome = $0
    }
    clock.advance(by: .seconds(1000) + .milliseconds(250))
    #expect(view.presented.frame.minX == 75 && outcome == nil)
    tree.finishAnimations()
    #expect(view.presented.frame.minX == 0 && outcome == .finished)
    clock.advance(by: .seconds(1))
    #expect(!clock.isFrameRequested)
  }

  @Test
  func `animations within animations and changes without`() {
    var order: [Int] = []
    tree.animate(ViewAnimation(.linear, duration: .seconds(2))) {
      view.alpha = 0
      tree.animate(ViewAnimation(.linear, duration: .seconds(1))) {
        view.frame.origin.x = 100
      } completion: { _ in
        order.append(2)
      }
      tree.withoutAnimation { view.borderColor = .red }
      view.backgroundColor = .red
    } completion: { _ in
      order.append(1)
    }
    clock.advance(by: .seconds(1))
    #expect(view.presented.alpha == 0.5 && view.presented.frame.minX == 100)
    #expect(view.presented.borderColor == .red)
    #expect(view.presented.backgroundColor == Color.red.withAlpha(0.5))
    clock.advance(by: .seconds(1))
    #expect(order == [2, 1])
  }

  @Test
  func `completions may animate, remove and flush`() {
    var steps = 0
    func next(_: AnimationOutcome) {
      steps += 1
      tree.flush()
      guard steps < 5 else { return view.removeFromParent() }
      tree.animate(
        ViewAnimation(duration: .milliseconds(100)),
        changes: { view.frame.origin.x += 10 },
        completion: next
      )
    }
    next(.finished)
    clock.advance(by: .seconds(1))
    #expect(steps == 5 && view.tree == nil && !clock.isFrameRequested)
  }

  @Test
  func `a frame that is asked for within a frame comes after it`() {
    var updates = 0
    let end = tree.addUpdate { [tree] in
      updates += 1
      if updates == 1 { tree.setNeedsFrame() }
      if updates == 2 { tree.flush() }
    }
    tree.setNeedsFrame()
    clock.advance(by: .seconds(1))
    #expect(updates == 3 && !clock.isFrameRequested)
    end()
    end()
    tree.flush()
    #expect(updates == 3)
  }

  @Test
  func `what a completion changes is shown in the same frame`() {
    tree.animate(ViewAnimation(duration: .milliseconds(1))) {
      view.alpha = 0
    } completion: { _ in
      view.isHidden = true
    }
    let before = backend.operations.commits
    clock.advance(by: .milliseconds(2))
    #expect(backend.operations.commits == before + 1 && view.changedProperties.isEmpty)
    #expect(!clock.isFrameRequested)
  }

  @Test
  func `views of another tree change at once within an animation`() {
    let other = ViewTree(size: CGSize(width: 1, height: 1))
    let foreign = NativeView()
    other.root.append(foreign)
    tree.animate(ViewAnimation(duration: .seconds(1))) {
      view.alpha = 0
      foreign.alpha = 0
    }
    #expect(view.presented.alpha == 1 && foreign.presented.alpha == 0 && !other.isAnimating)
  }

  @Test
  func `a view without tree changes at once and completes`() {
    let loose = NativeView()
    var outcomes: [AnimationOutcome] = []
    loose.animate(ViewAnimation(duration: .seconds(1))) {
      loose.alpha = 0
    } completion: {
      outcomes.append($0)
    }
    #expect(loose.presented.alpha == 0 && outcomes == [.finished])
    view.animate(ViewAnimation(duration: .seconds(1))) { view.alpha = 0 }
    #expect(view.presented.alpha == 1)
  }

  @Test
  func `many animated views that go cost no more each than few`() {
    // Whoever searched the list of running animations for each view would compare 10^10 times here.
    let group = NativeView()
    tree.root.append(group)
    for _ in 0..<100_000 { group.append(NativeView()) }
    var outcome: AnimationOutcome?
    tree.animate(ViewAnimation(duration: .seconds(1))) {
      var child = group.firstChild
      while let view = child {
        view.alpha = 0
        child = view.nextSibling
      }
    } completion: {
      outcome = $0
    }
    group.removeFromParent()
    #expect(!tree.isAnimating)
    tree.flush()
    #expect(outcome == .interrupted)
  }

  @Test
  func `curves begin and end as their names say`() {
    func progress(_ curve: ViewAnimation.Curve, _ share: Double) -> Double {
      AnimationPace(ViewAnimation(curve, duration: .seconds(1))).progress(at: .seconds(share)) ?? 1
    }
    let curves: [ViewAnimation.Curve] = [
      .linear, .easeIn, .easeOut, .easeInOut,
      .cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), .cubicBezier(x1: 0, y1: 1, x2: 1, y2: 0),
      .cubicBezier(x1: 1, y1: 0, x2: 0, y2: 1),
    ]
    for curve in curves {
      #expect(abs(progress(curve, 1e-9)) < 1e-2 && abs(progress(curve, 1 - 1e-9) - 1) < 1e-2)
      var last = 0.0
      for step in 1...1000 {
        let now = progress(curve, Double(step) / 1000)
        #expect(now >= last - 1e-9, "\(curve) at \(step)")
        last = now
      }
    }
    #expect(progress(.easeIn, 0.25) < 0.15 && progress(.easeOut, 0.25) > 0.35)
    #expect(abs(progress(.easeInOut, 0.5) - 0.5) < 1e-9)
    // CSS's `ease`, by its definition solved in another way.
    #expect(abs(progress(.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1), 0.5) - 0.802403) < 1e-5)
  }

  @Test(arguments: [0.05, 0.3, 0.7, 0.9999, 1, 1.0001, 3, 40], [-30.0, -1, 0, 1, 30])
  func `a spring follows its equation and rests at the end`(ratio: Double, velocity: Double) {
    for duration in [0.1, 1, 20] {
      let spring = DampedSpring(dampingRatio: ratio, velocity: velocity, duration: duration)
      #expect(abs(spring.position(at: 0)) < 1e-9)
      let step = duration * 1e-7
      let speed = (spring.position(at: step) - spring.position(at: 0)) / step
      #expect(abs(speed - velocity) < 0.01 * max(abs(velocity), 10 / duration))
      for later in [1, 1.1, 1.7, 5] {
        #expect(abs(spring.position(at: duration * later) - 1) <= 0.0011)
      }
    }
    // x'' = frequency² (1 - x) - 2 ratio frequency x', in small steps.
    let spring = DampedSpring(dampingRatio: ratio, velocity: velocity, duration: 1)
    var (place, speed) = (0.0, velocity)
    let frequency = spring.frequency
    let count = 200_000
    for step in 0..<count {
      let time = 1 / Double(count)
      speed += time * (frequency * frequency * (1 - place) - 2 * ratio * frequency * speed)
      place += time * speed
      if step % 20_000 == 0 {
        let exact = spring.position(at: Double(step + 1) * time)
        #expect(abs(exact - place) < 0.01 * max(1, abs(velocity)))
      }
    }
  }

  @Test
  func `only springs that swing go beyond their targets`() {
    func highest(_ ratio: Double) -> Double {
      let spring = DampedSpring(dampingRatio: ratio, velocity: 0, duration: 1)
      return (0...1000).map { spring.position(at: Double($0) / 1000) }.max() ?? 0
    }
    #expect(highest(0.2) > 1.4 && highest(0.7) > 1.01)
    #expect(highest(1) <= 1 && highest(2) <= 1)
  }

  @Test
  func `a turn keeps the size of what turns and goes the shorter way`() {
    let start = AffineTransform(rotationByDegrees: 170)
    let end = AffineTransform(rotationByDegrees: -170)
    for share in [0.0, 0.25, 0.5, 1] {
      let transform = AffineTransform.interpolate(from: start, to: end, by: share)
      let area = transform.m11 * transform.m22 - transform.m12 * transform.m21
      #expect(abs(area - 1) < 1e-9)
    }
    let middle = AffineTransform.interpolate(from: start, to: end, by: 0.5)
    #expect(abs(middle.m11 + 1) < 1e-9 && abs(middle.m12) < 1e-9)
    let flat = AffineTransform(scaleByX: 0, byY: 0)
    #expect(AffineTransform.interpolate(from: flat, to: .identity, by: 0.5).m11 == 0.5)
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      func number() -> CGFloat { CGFloat.random(in: -3...3, using: &random) }
      let (from, to) = (
        AffineTransform(m11: number(), m12: number(), m21: number(), m22: number(), tX: 1, tY: 2),
        AffineTransform(m11: number(), m12: number(), m21: number(), m22: number(), tX: 3, tY: 4)
      )
      for (share, expected) in [(0.0, from), (1.0, to)] {
        let got = AffineTransform.interpolate(from: from, to: to, by: share)
        let errors = [
          got.m11 - expected.m11, got.m12 - expected.m12, got.m21 - expected.m21,
          got.m22 - expected.m22, got.tX - expected.tX, got.tY - expected.tY,
        ]
        #expect(errors.allSatisfy { abs($0) < 1e-6 }, "seed \(seed): \(from) \(to)")
      }
    }
  }

  @Test
  func `animations that can't run are told and change at once`() {
    var told: [ViewDiagnosis] = []
    tree.onDiagnosis = { told.append($0) }
    let mistakes = [
      ViewAnimation(duration: .seconds(-1)),
      ViewAnimation(duration: .seconds(1), delay: .seconds(-1)),
      ViewAnimation(duration: .seconds(1), repetition: .times(0)),
      .spring(duration: .seconds(1), dampingRatio: 0),
      .spring(duration: .seconds(1), dampingRatio: 1, initialVelocity: .nan),
      ViewAnimation(.cubicBezier(x1: 2, y1: 0, x2: 0, y2: 0), duration: .seconds(1)),
    ]
    for (index, animation) in mistakes.enumerated() {
      tree.animate(animation) { view.frame.origin.x = CGFloat(index + 1) }
      #expect(view.presented.frame.minX == CGFloat(index + 1))
    }
    #expect(told.count == mistakes.count)
    view.alpha = .nan
    view.transform.m11 = .infinity
    #expect(told.count == mistakes.count + 2)
    #expect(view.alpha == 1 && view.transform == .identity)
  }
}
