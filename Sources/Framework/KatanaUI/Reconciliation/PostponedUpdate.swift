/// What is asked of a node while it is updated, and done after that update: by one of its callbacks, or because such a callback
/// updates a node that it is in.
struct PostponedUpdate {
  let perform: @MainActor () -> Void
  /// The group that waits for it.
  let group: UpdateGroup?
}

extension AnyNode {
  /// Whether the node is in the middle of an update.
  @inlinable final var isInUpdate: Bool {
    !flags.isDisjoint(with: [.isUpdating, .isReceivingProps])
  }

  /// Does later in the same flush what is asked of the node while it is updated, unless it is removed before.
  ///
  /// The completion of the update that the options are of waits.
  @usableFromInline
  final func postpone(_ options: NodeUpdate, _ update: @escaping @MainActor () -> Void) {
    guard let renderer else { return }
    let group = options.motion?.group
    group?.begin()
    rareParts.postponed.append(PostponedUpdate(perform: update, group: group))
    renderer.enqueue(self)
  }

  final func performPostponed() {
    guard let rare, !rare.postponed.isEmpty else { return }
    let updates = rare.postponed
    rare.postponed = []
    for update in updates {
      if !flags.contains(.isRemoved) { update.perform() }
      update.group?.end()
    }
  }
}
