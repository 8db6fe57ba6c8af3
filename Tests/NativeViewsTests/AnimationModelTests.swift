import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Overlapping animations` {
  /// What a view must have in the end, kept by simple assignments.
  struct Model: Equatable {
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var color = Color.clear
    var border = Color.clear
    var transform = AffineTransform.identity
  }

  @Test(arguments: RandomHistories.seeds(40))
  func `end in the final state, each completed once, and never jump when one takes over`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let backend = HeadlessBackend()
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    var views = (0..<6).map { _ in NativeView() }
    for view in views { tree.root.append(view) }
    var models = views.map { _ in Model() }
    var calls: [Int: Int] = [:]
    var animations = 0
    for _ in 0..<150 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let before = views.map(\.presented)
        var touched: [ObjectIdentifier] = []
        let number = animations
        animations += 1
        tree.animate(animation(using: &random)) {
          for _ in 0..<Int.random(in: 0...4, using: &random) {
            let index = Int.random(in: 0..<views.count, using: &random)
            change(views[index], &models[index], using: &random)
            touched.append(ObjectIdentifier(views[index]))
          }
        } completion: { _ in
          calls[number, default: 0] += 1
        }
        for (view, old) in zip(views, before) where view.tree != nil {
          #expect(view.presented == old, "seed \(seed): a jump")
        }
      case 5:
        let index = Int.random(in: 0..<views.count, using: &random)
        change(views[index], &models[index], using: &random)
      case 6:
        let index = Int.random(in: 0..<views.count, using: &random)
        if Bool.random(using: &random) {
          views[index].removeFromParent()
        } else {
          views[index] = NativeView()
          models[index] = Model()
        }
      case 7: tree.root.append(try #require(views.randomElement(using: &random)))
      default:
        backend.clock.advance(by: .milliseconds(Int.random(in: 0...400, using: &random)))
      }
    }
    backend.clock.advance(by: .seconds(60))
    #expect(!tree.isAnimating && !backend.clock.isFrameRequested, "seed \(seed)")
    #expect(calls.count == animations, "seed \(seed)")
    #expect(calls.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    for (view, model) in zip(views, models) {
      let shown = view.presented
      let state = Model(
        frame: shown.frame,
        alpha: shown.alpha,
        color: shown.backgroundColor,
        border: shown.borderColor,
        transform: shown.transform
      )
      #expect(state == model, "seed \(seed)")
      #expect(view.rare?.motion == nil && view.animated.isEmpty, "seed \(seed)")
    }
  }

  private func animation(using random: inout SplitMix64) -> ViewAnimation {
    let curves: [ViewAnimation.Curve] = [
      .linear, .easeInOut, .cubicBezier(x1: 0.1, y1: -1, x2: 0.4, y2: 2),
      .spring(dampingRatio: 0.3, initialVelocity: 4),
    ]
    return ViewAnimation(
      curves[random.next(below: curves.count)],
      // Without zero: what takes no time jumps, and is to.
      duration: .milliseconds(Int.random(in: 1...900, using: &random)),
      delay: .milliseconds(Int.random(in: 0...200, using: &random)),
      repetition: .times(Int.random(in: 1...3, using: &random)),
      autoreverses: Bool.random(using: &random)
    )
  }

  private func change(_ view: NativeView, _ model: inout Model, using random: inout SplitMix64) {
    func number() -> CGFloat { CGFloat(random.next(below: 4)) }
    switch random.next(below: 5) {
    case 0:
      model.frame = CGRect(x: number(), y: number(), width: number(), height: number())
      view.frame = model.frame
    case 1:
      model.alpha = number() / 3
      view.alpha = model.alpha
    case 2:
      model.color = Color(white: Float(number()) / 3)
      view.backgroundColor = model.color
    case 3:
      model.border = Color(white: Float(number()) / 3, alpha: Float(number()) / 3)
      view.borderColor = model.border
    default:
      model.transform = AffineTransform(rotationByDegrees: number() * 60)
      view.transform = model.transform
    }
  }
}
