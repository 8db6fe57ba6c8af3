import FrameworkEvents
public import Signposts
public import Synchronization

/// An item that found its store busy: a node of `StateCore`'s inbox and the item's own completion.
@usableFromInline
class QueuedItem<S: State>: Completion, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  /// The address of the node below this one in the inbox, or behind it in a batch; unowned: the
  /// inbox holds one reference to each of its nodes.
  ///
  /// Written by the thread that pushes the node, before it publishes it, and after that only by the
  /// store's owner (StateCore, rules 2 and 3); so relaxed order is enough. Atomic, because a plain
  /// property of a class would be checked for exclusive access at run time.
  @usableFromInline
  final let next = Atomic<UInt>(0)

  /// Whether the item shall be skipped.
  @usableFromInline
  final let isCancelled = Atomic<Bool>(false)

  /// Whether another thread than the owner may have dispatched the item, or the one that led to it.
  ///
  /// Written before the item is published.
  final let isForOthers = Atomic<Bool>(true)

  /// The item's id in the trace; `.none` where nobody recorded when it was dispatched.
  @usableFromInline
  final let id: SignpostID

  /// Whether the owner itself dispatched it, in a listener, interceptor or updater: then it belongs to
  /// the item that the owner was at, and the owner doesn't leave it to others.
  @usableFromInline
  final let isReentrant: Bool

  /// Handles the item and finishes it.
  ///
  /// A function without captures and not an overridden method: a method of a generic subclass is
  /// reached through its unspecialized form.
  @usableFromInline
  final let run: @Sendable (QueuedItem<S>, StateCore<S>) -> Void

  @inlinable
  init(
    id: SignpostID,
    isReentrant: Bool,
    run: @escaping @Sendable (QueuedItem<S>, StateCore<S>) -> Void
  ) {
    self.id = id
    self.isReentrant = isReentrant
    self.run = run
    super.init()
  }

  /// Ends the item without handling it.
  ///
  /// Called by the owner of the store.
  func skip(_ error: any Error, in core: StateCore<S>) {
    KatanaTracepoints.itemDiscarded(id: id, reason: DiscardReason(error))
    fail(error)
  }

  override var traceID: SignpostID { id }

  @usableFromInline
  override func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }
}
