import Foundation
import NativeViews
import Testing

@testable import KatanaUI

struct AnimationValueTests {
  let linear = Animation(type: .linear(duration: 1))

  @Test func `a child without an animation of its own gets that of all`() {
    var container = ChildrenAnimations<String>()
    #expect(!container.shouldAnimate)
    container.allChildren = linear
    container["b"] = Animation(type: .linear(duration: 2))
    #expect(container.shouldAnimate)
    #expect(container["a"].type == .linear(duration: 1))
    #expect(container["b"].type == .linear(duration: 2))
    #expect(container.table.animation(for: Box("b")).type == .linear(duration: 2))
    #expect(container.table.animation(for: Box(nil)).type == .linear(duration: 1))
  }

  @Test func `several keys are set at once, and read`() {
    var container = ChildrenAnimations<String>()
    container[["a", "b"]] = linear
    #expect(container["a"].type == linear.type)
    #expect(container[["b", "c"]].type == linear.type)
    #expect(container[["c", "b"]].type == .none)
    #expect(container[[]].type == .none)
  }

  @Test func `none never animates, and takes a child out of what all do`() {
    var container = ChildrenAnimations<String>()
    container["a"] = .none
    container.allChildren = .none
    #expect(!container.shouldAnimate)
    container.allChildren = linear
    #expect(container["a"].type == .none)
    #expect(container["b"].type == linear.type)
    container.removeAnimation(of: "a")
    #expect(container["a"].type == linear.type)
    container.allChildren = .none
    #expect(!container.shouldAnimate)
  }

  func frame(after transformer: AnimationPropsTransformer) -> CGRect {
    var props = EmptyProps()
    props.frame = CGRect(x: 10, y: 20, width: 100, height: 40)
    return transformer(props).frame
  }

  @Test(arguments: [0, 0.5, 1, 2, 0.3])
  func `scaling keeps the centre`(part: CGFloat) {
    let frame = frame(after: AnimationProps.scale(percentage: part))
    #expect(abs(frame.midX - 60) < 1e-9)
    #expect(abs(frame.midY - 40) < 1e-9)
    #expect(abs(frame.width - 100 * part) < 1e-9)
    #expect(abs(frame.height - 40 * part) < 1e-9)
  }

  @Test func `transformers move and fade`() {
    #expect(frame(after: AnimationProps.moveLeft()).minX == -990)
    #expect(frame(after: AnimationProps.moveRight(distance: 5)).minX == 15)
    #expect(frame(after: AnimationProps.moveUp(distance: 5)).minY == 15)
    #expect(frame(after: AnimationProps.moveDown(distance: 5)).minY == 25)
    #expect(AnimationProps.fade()(EmptyProps()).alpha == 0)
  }

  @Test func `types become animations of the timeline`() {
    #expect(AnimationType.none.viewAnimation == nil)
    #expect(
      AnimationType.linear(duration: 0.5).viewAnimation
        == ViewAnimation(.linear, duration: .milliseconds(500))
    )
    #expect(
      AnimationType.linearWithDelay(
        duration: 1,
        options: [.curveEaseOut, .repeat, .autoreverse],
        delay: 2
      ).viewAnimation
        == ViewAnimation(
          .easeOut,
          duration: .seconds(1),
          delay: .seconds(2),
          repetition: .forever,
          autoreverses: true
        )
    )
    #expect(
      AnimationType.springWithOptions(
        duration: 1,
        damping: 0.5,
        initialVelocity: 3,
        options: .curveLinear
      ).viewAnimation
        == ViewAnimation(
          .spring(dampingRatio: 0.5, initialVelocity: 3),
          duration: .seconds(1)
        )
    )
    #expect(AnimationType.linear(duration: .nan).viewAnimation?.duration == .seconds(-1))
  }
}
