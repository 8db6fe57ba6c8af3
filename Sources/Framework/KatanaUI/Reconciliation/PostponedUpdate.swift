/// A request made of a node during its update, and done after it: by one of the node's callbacks, or because a callback updates an
/// ancestor.
struct PostponedUpdate {
  let perform: @MainActor () -> Void
  let group: UpdateGroup?
}

extension AnyNode {
  /// Whether the node is in the middle of an update.
  @inlinable final var isInUpdate: Bool {
    !flags.isDisjoint(with: [.isUpdating, .isReceivingProps])
  }

  /// Does a request made during an update later in the same flush, unless the node is removed before.
  ///
  /// The completion of the enclosing update waits for it.
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
