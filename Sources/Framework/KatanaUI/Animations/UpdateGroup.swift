/// Counts the animations that one update starts, until the last one ends.
///
/// Isolation: the main actor.
@MainActor
@usableFromInline
final class UpdateGroup {
  /// Running animations, plus one while the update itself runs.
  private var count = 1
  private var completion: (() -> Void)?
  private let parent: UpdateGroup?

  /// Makes a group for a running update.
  ///
  /// - Parameters:
  ///   - parent: The group of the enclosing update, which can't end before this one.
  ///   - completion: Called once, when everything has ended.
  init(in parent: UpdateGroup? = nil, completion: @escaping () -> Void) {
    (self.parent, self.completion) = (parent, completion)
    parent?.begin()
  }

  var isOver: Bool { count == 0 }

  /// Counts an animation that starts.
  func begin() { count += 1 }

  /// Counts the end of an animation, or of the update itself.
  func end() {
    precondition(count > 0, "update group: ended once more than begun")
    count -= 1
    guard count == 0 else { return }
    completion.take()?()
    parent?.end()
  }
}

/// How an update is animated.
@usableFromInline
final class UpdateMotion: Sendable {
  /// How the node's view gets to its values; `nil` for at once.
  let animation: Animation?
  /// How the views of the node's children do; `nil` for the same as the node.
  let children: AnimationTable?
  /// Whether the update asks the node's description how children appear, change and disappear.
  @usableFromInline let asksDescription: Bool
  /// Whether the node or one of its ancestors is leaving.
  @usableFromInline let isLeaving: Bool
  /// The group that waits for the animations.
  let group: UpdateGroup?

  init(
    animation: Animation? = nil,
    children: AnimationTable? = nil,
    asksDescription: Bool = false,
    isLeaving: Bool = false,
    group: UpdateGroup? = nil
  ) {
    self.animation = animation.flatMap { $0.type.isNone ? nil : $0 }
    (self.children, self.asksDescription) = (children, asksDescription)
    (self.isLeaving, self.group) = (isLeaving, group)
  }

  /// An update that is part of a transition and is visible at once.
  static let silent = UpdateMotion()

  /// The motion for the node of a child.
  ///
  /// Children in a child's props use the animations for their own keys, or else the one of that child.
  func motion(of child: any AnyNodeDescription) -> UpdateMotion {
    guard let children else { return self }
    let hasChildren = child.childrenInProps != nil
    let own = children.animation(for: child)
    let inherited = child.key.flatMap { children.byName[$0] } == nil ? animation : nil
    let animation = own.type.isNone ? inherited : own
    return UpdateMotion(
      animation: animation,
      children: hasChildren ? children : nil,
      asksDescription: animation == nil && !hasChildren,
      isLeaving: isLeaving,
      group: group
    )
  }
}
