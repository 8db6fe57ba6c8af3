import Foundation
import KatanaElements

extension SlidesScreen {
  /// Each child has its own way: what isn't named here changes at once.
  static func updateChildrenAnimations(
    container: inout ChildrenAnimations<Keys>,
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) {
    guard currentProps.slide != nextProps.slide else { return }
    let width = nextProps.frame.width
    let height = nextProps.frame.height
    let isForward = nextProps.slide.rawValue > currentProps.slide.rawValue
    container[.sky] = Animation(type: .linear(duration: 0.5))
    container[Slide.allCases.map { .dot($0) }] = Animation(
      type: .linearWithOptions(duration: 0.25, options: .curveEaseOut)
    )
    container[[.sun, .cloud]] = Animation(
      type: .spring(duration: 0.8, damping: 0.7, initialVelocity: 0),
      entryTransformers: [AnimationProps.moveUp(distance: height / 3)],
      leaveTransformers: [AnimationProps.moveUp(distance: height / 3), AnimationProps.fade()]
    )
    // Words go the way that the user goes.
    let (from, to) =
      isForward
      ? (AnimationProps.moveRight(distance: width), AnimationProps.moveLeft(distance: width))
      : (AnimationProps.moveLeft(distance: width), AnimationProps.moveRight(distance: width))
    for slide in Slide.allCases {
      container[.title(slide)] = Animation(
        type: .linearWithOptions(duration: 0.4, options: .curveEaseOut),
        entryTransformers: [from],
        leaveTransformers: [to, AnimationProps.fade()]
      )
      container[.text(slide)] = Animation(
        type: .linearWithDelay(duration: 0.4, options: .curveEaseOut, delay: 0.1),
        entryTransformers: [from, AnimationProps.fade()],
        leaveTransformers: [to, AnimationProps.fade()]
      )
    }
    container[.friend(.ember)] = bouncing(AnimationProps.moveLeft(distance: width))
    container[.friend(.puddle)] = bouncing(AnimationProps.moveRight(distance: width))
    container[.friend(.sprout)] = bouncing(AnimationProps.scale(percentage: 0.05))
    container[.friend(.bolt)] = bouncing(AnimationProps.moveUp(distance: height))
  }

  /// Comes and goes the same way, like a mass at a spring.
  private static func bouncing(_ transformer: @escaping AnimationPropsTransformer) -> Animation {
    Animation(
      type: .spring(duration: 0.9, damping: 0.55, initialVelocity: 0),
      entryTransformers: [transformer, AnimationProps.fade()],
      leaveTransformers: [transformer, AnimationProps.fade()]
    )
  }
}
