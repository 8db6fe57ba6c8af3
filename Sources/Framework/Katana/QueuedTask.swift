import Signposts

/// Work of the store itself that has to be done in its turn, by the owner.
final class QueuedTask<S: State>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  private let body: @Sendable (StateCore<S>) -> Void

  init(_ body: @escaping @Sendable (StateCore<S>) -> Void) {
    self.body = body
    super.init(id: .none, isReentrant: false) { item, core in
      // SAFETY: the item is the one that has this closure.
      unsafe unsafeDowncast(item, to: QueuedTask<S>.self).body(core)
      item.finish()
    }
  }
}
