/// Animations that one update has begun, counted until the last one has ended.
///
/// Isolation: the main actor.
@MainActor
@usableFromInline
final class UpdateGroup {
  /// Animations that run, and one as long as the update itself does.
  private var count = 1
  private var completion: (() -> Void)?
  private let parent: UpdateGroup?

  /// Makes a group of an update that runs.
  ///
  /// - Parameters:
  ///   - parent: The group of the update that this one is a part of; it isn't over before this one is.
  ///   - completion: Called once, when all has ended.
  init(in parent: UpdateGroup? = nil, completion: @escaping () -> Void) {
    (self.parent, self.completion) = (parent, completion)
    parent?.begin()
  }

  /// Whether all has ended.
  var isOver: Bool { count == 0 }

  /// Takes note of an animation.
  func begin() { count += 1 }

  /// Takes note of the end of an animation, or of the update itself.
  func end() {
    precondition(count > 0, "update group: ended once more than begun")
    count -= 1
    guard count == 0 else { return }
    completion.take()?()
    parent?.end()
  }
}

/// The part of an update that is about animations.
@usableFromInline
final class UpdateMotion: Sendable {
  /// How the view of the node gets to its values; at once where it is `nil`.
  let animation: Animation?
  /// How views of the node's children do; where it is `nil`, as that of the node.
  let children: AnimationTable?
  /// Whether the node's description is asked how its children appear, change and disappear.
  @usableFromInline let asksDescription: Bool
  /// Whether the node, or one that it is in, is on its way out.
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

  /// An update that is part of a transition, and is seen at once.
  static let silent = UpdateMotion()

  /// The motion for the node of one of the children.
  ///
  /// Those that are in a child's props have animations by their own keys, and where there is none, that of the child.
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
