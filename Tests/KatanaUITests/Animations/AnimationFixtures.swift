import Foundation
import Katana
import KatanaUI
import NativeViews

/// A description with children in its props, all of which a test tells.
struct Box: NodeDescriptionWithChildren {
  struct Props: NodeDescriptionProps, Childrenable, Buildable {
    var children: NodeChildren = []
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props
  init(props: Props) { self.props = props }

  init(_ key: String?, x: CGFloat = 0, _ children: [any AnyNodeDescription] = []) {
    props = Props()
    props.key = key
    props.frame = CGRect(x: x, y: 0, width: 10, height: 10)
    props.children = NodeChildren(children)
  }
}

/// Ways in which the children of a ``BoxStage`` are animated.
enum BoxMotion: Int, CaseIterable, Sendable {
  case none
  case linear
  case spring
  case slide
  case onlyA
  case allButA
  case forever

  var animation: Animation {
    switch self {
    case .none: .none
    case .linear, .onlyA, .allButA: Animation(type: .linear(duration: 0.1))
    case .spring:
      Animation(
        type: .spring(duration: 0.2, damping: 0.5, initialVelocity: 0),
        entryTransformers: [AnimationProps.scale(percentage: 0.5)],
        leaveTransformers: [AnimationProps.fade()]
      )
    case .slide:
      Animation(
        type: .linear(duration: 0.3),
        entryTransformers: [AnimationProps.moveRight(distance: 100), AnimationProps.fade()],
        leaveTransformers: [AnimationProps.moveLeft(distance: 100)]
      )
    case .forever:
      Animation(
        type: .linearWithOptions(duration: 0.2, options: [.repeat]),
        leaveTransformers: [AnimationProps.fade()]
      )
    }
  }

  func animate(_ container: inout ChildrenAnimations<String>) {
    switch self {
    case .onlyA: container["a"] = animation
    case .allButA:
      container.allChildren = animation
      container["a"] = .none
    default: container.allChildren = animation
    }
  }
}

/// A node whose children, and their animations, are told by a test.
struct BoxStage: NodeDescription {
  typealias Keys = String

  struct Props: NodeDescriptionProps {
    var boxes: NodeChildren = []
    var motion = BoxMotion.none
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }

  var props: Props

  init(_ boxes: [any AnyNodeDescription], _ motion: BoxMotion = .none) {
    props = Props()
    props.boxes = NodeChildren(boxes)
    props.motion = motion
    props.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
  }

  static func childrenDescriptions(
    props: Props,
    state: EmptyState,
    update: @escaping (EmptyState) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    props.boxes.descriptions
  }

  static func updateChildrenAnimations(
    container: inout ChildrenAnimations<String>,
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) {
    nextProps.motion.animate(&container)
  }
}

/// A stage on a screen whose clock a test advances.
@MainActor
final class Theatre {
  let tree = ViewTree(size: CGSize(width: 100, height: 100))
  var renderer: Renderer?

  init(_ stage: any AnyNodeDescription, store: (any AnyStore)? = nil, isShown: Bool = true) {
    let renderer = Renderer(rootDescription: stage, store: store)
    self.renderer = renderer
    if isShown { renderer.render(in: tree.root) }
    tree.flush()
  }

  func show(
    _ boxes: [any AnyNodeDescription],
    _ motion: BoxMotion = .none,
    completion: (@MainActor () -> Void)? = nil
  ) {
    renderer?.rootNode.update(
      with: BoxStage(boxes, motion),
      animation: .none,
      completion: completion
    )
  }

  /// Lets milliseconds pass.
  func wait(_ milliseconds: Int) {
    (tree.backend as? HeadlessBackend)?.clock.advance(by: .milliseconds(milliseconds))
  }

  var stage: NativeView { renderer?.rootNode.nativeView ?? tree.root }

  /// Keys of the views, those in others in brackets.
  var keys: String { Self.keys(of: stage) }

  static func keys(of view: NativeView) -> String {
    view.children.map { child in
      let inner = keys(of: child)
      return (child.key ?? "-") + (inner.isEmpty ? "" : "[\(inner)]")
    }.joined(separator: " ")
  }

  func view(_ key: String) -> NativeView? {
    var found: NativeView?
    stage.forEachView { if $0.key == key { found = $0 } }
    return found
  }
}
