public import NativeViews

// How the children of a shown node go from one list to another, in four steps:
//
// 1. New children appear where their entry transformers put them, among the present children.
// 2. The new list is shown with animations. Leaving children stay in it: they get their last props as changed by their leave transformers,
//    take no touches, and aren't updated.
// 3. When all animations of step 2 have ended, the children that left with them are removed.
// 4. An update in between starts at step 1 with the children present; their views continue from where they are on the screen. Leaving
//    children keep leaving, unless the newer list has them again.
//
// Source: docs/semantics/ui.md, N5, N6, N7.
extension AnyNode {
  /// Whether some of the children may be leaving.
  @usableFromInline final var isInTransition: Bool {
    guard let rare else { return false }
    return !rare.transitions.isEmpty
  }

  /// Shows another list of children.
  ///
  /// Without a table of animations, children move to their places at once, except for leaving ones. `apply` gives the node's view its
  /// props.
  @usableFromInline
  final func transition(
    to list: [any AnyNodeDescription],
    by table: AnimationTable?,
    _ options: NodeUpdate,
    apply: (NativeView) -> Void
  ) {
    guard let view, let container = childrenContainer else { return }
    let shown = shownChildren(before: list)
    guard let table else {
      let merge = ChildrenMerge(list, shown) { child, _ in child.isStillLeaving ? child : nil }
      var options = options
      if options.motion == nil { options.motion = UpdateMotion(asksDescription: true) }
      let edits = matchChildren(with: merge.descriptions, options)
      show(options) { apply(view) }
      return placeChildren(edits, in: container)
    }
    enterChildren(of: list, into: shown, by: table, in: container)
    let group = beginTransition(in: options.motion?.group)
    let merge = ChildrenMerge(list, shown) { child, number in
      guard child.departure == 0 else { return child.isStillLeaving ? child : nil }
      let animation = table.animation(for: child)
      guard !animation.type.isNone, let renderer else { return nil }
      renderer.departureCount += 1
      return ChildInTransition(
        leaving: child.transformed(by: animation.leaveTransformers),
        until: group,
        departure: renderer.departureCount,
        number: number
      )
    }
    let motion = UpdateMotion(children: table, group: group)
    let edits = matchChildren(
      with: merge.descriptions,
      NodeUpdate(isForced: options.isForced, motion: motion)
    )
    show(options) { apply(view) }
    placeChildren(edits, in: container)
    group.end()
  }

  /// Shows new children where they come from.
  private func enterChildren(
    of list: [any AnyNodeDescription],
    into shown: [any AnyNodeDescription],
    by table: AnimationTable,
    in container: NativeView
  ) {
    let merge = ChildrenMerge(shown, list) { child, _ in
      let animation = table.animation(for: child)
      // A child without an animation appears when the others begin to move.
      return animation.type.isNone ? nil : child.transformed(by: animation.entryTransformers)
    }
    guard merge.hasAdded else { return }
    let first = zip(merge.descriptions, merge.isChanged).map { child, isChanged in
      isChanged || child.departure != 0 ? child : ChildInTransition(staying: child)
    }
    placeChildren(
      matchChildren(with: first, NodeUpdate(isForced: false, motion: .silent)),
      in: container
    )
  }

  /// Descriptions of the children with their newest props; leaving ones are marked, unless a newer list has them again.
  private func shownChildren(
    before list: [any AnyNodeDescription]
  ) -> [any AnyNodeDescription] {
    let shown = children.map { child -> any AnyNodeDescription in
      let description = child.descriptionWithFallbacks ?? child.anyDescription
      guard let departure = child.rare?.departure, child.departureNumber != 0 else {
        return description
      }
      return ChildInTransition(
        leaving: description,
        until: departure.group,
        departure: child.departureNumber
      )
    }
    return NodeChildren(shown).bringingBack(NodeChildren(list))?.descriptions ?? shown
  }

  /// Marks boundaries that show a fallback as not to be updated, as their props aren't what is seen; `nil` if none does.
  private var descriptionWithFallbacks: (any AnyNodeDescription)? {
    if rare?.fallback.shown != nil { return ChildInTransition(staying: anyDescription) }
    guard !children.isEmpty else { return nil }
    var description = anyDescription
    guard var nested = description.childrenInProps, nested.count == children.count else {
      return nil
    }
    var hasChanged = false
    for (place, child) in children.enumerated() where nested[place].departure == 0 {
      guard let changed = child.descriptionWithFallbacks, nested[place].corresponds(to: child)
      else { continue }
      nested[place] = changed
      hasChanged = true
    }
    guard hasChanged else { return nil }
    description.childrenInProps = nested
    return description
  }

  private func beginTransition(in parent: UpdateGroup?) -> UpdateGroup {
    weak var own: UpdateGroup?
    let group = UpdateGroup(in: parent) { [weak self] in
      guard let own else { return }
      self?.endTransition(own)
    }
    own = group
    rareParts.transitions.append(group)
    return group
  }

  /// Removes the children that left with a group of animations.
  private func endTransition(_ group: UpdateGroup) {
    guard let renderer, let rare else { return }
    rare.transitions.removeAll { $0 === group }
    renderer.run { removeChildren(thatLeftWith: group) }
  }

  private func removeChildren(thatLeftWith group: UpdateGroup) {
    // Not by reconciling with a shorter list: there a child without a key matches any other of its type.
    let gone = children.filter { $0.rare?.departure?.group === group }
    if !gone.isEmpty {
      children.removeAll { $0.rare?.departure?.group === group }
      for child in gone {
        let view = child.view
        child.unmount()
        view?.removeFromParent()
      }
    }
    for child in children where child.rare?.departure == nil {
      var description = child.anyDescription
      guard let remaining = description.childrenInProps?.removing(group) else { continue }
      child.removeChildren(thatLeftWith: group)
      description.childrenInProps = remaining
      let keepsFallback = child.rare?.fallback.keep() ?? false
      description.update(child, with: NodeUpdate(isForced: keepsFallback, motion: .silent))
    }
  }

  /// Changes the node's view, animated as the update says.
  @usableFromInline
  final func show(_ options: NodeUpdate, _ changes: () -> Void) {
    guard let motion = options.motion, let animation = motion.animation?.type.viewAnimation else {
      return changes()
    }
    animate(animation, motion, changes)
  }

  private func animate(
    _ animation: ViewAnimation,
    _ motion: UpdateMotion,
    _ changes: () -> Void
  ) {
    guard let tree = view?.tree else { return changes() }
    var animation = animation
    if motion.isLeaving { animation.repetition = .times(1) }
    guard let group = motion.group, animation.repetition != .forever else {
      return tree.animate(animation, changes: changes)
    }
    group.begin()
    tree.animate(animation, changes: changes) { _ in group.end() }
  }
}
