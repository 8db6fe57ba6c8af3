public import Signposts

/// An item that found its store busy: a node of `StateCore`'s inbox and the item's own result.
@usableFromInline
class QueuedItem<S: State>: PendingResult<Void>, @unchecked Sendable {
  // Why this is Sendable:
  //  1. `next` is written by the one thread that pushes the node, before it publishes the node, and
  //     after that only by the thread that owns the store (StateCore, rules 3 and 5).
  //  2. Everything else is immutable.

  /// The address of the node below this one in the inbox, or behind it in a batch; unowned: the
  /// inbox holds one reference to each of its nodes.
  @usableFromInline
  final var next: UInt = 0

  /// The item's id in the trace; `.none` where nobody recorded when it was dispatched.
  @usableFromInline
  final let id: SignpostID

  /// Handles the item. A function without captures and not an overridden method: a method of a
  /// generic subclass is reached through its unspecialized form.
  @usableFromInline
  final let run: @Sendable (QueuedItem<S>, StateCore<S>) -> Void

  @inlinable
  init(id: SignpostID, run: @escaping @Sendable (QueuedItem<S>, StateCore<S>) -> Void) {
    self.id = id
    self.run = run
    super.init()
  }
}
