import FrameworkEvents
public import Signposts
public import Synchronization

/// An item that found its store busy: a node of `StateCore`'s inbox and the item's own completion.
///
/// Why this and its subclasses below are Sendable: everything in them is; `@unchecked` as for `Completion`.
@usableFromInline
class QueuedItem<S: State>: Completion, @unchecked Sendable {
  /// The address of the node below this one in the inbox, or behind it in a batch; unowned: the inbox holds one reference to each of its
  /// nodes.
  ///
  /// The thread that pushes the node writes it before publishing the node; after that only the store's owner does (StoreOwnership, rules 2
  /// and 3), so relaxed order is enough. Atomic, because a plain property of a class would be checked for exclusive access at run time.
  @usableFromInline
  final let next = Atomic<UInt>(0)

  /// Whether the item is to be skipped.
  @usableFromInline
  final let isCancelled = Atomic<Bool>(false)

  /// Whether a thread other than the owner may have dispatched the item, or the one that led to it.
  ///
  /// Written before the item is published.
  final let isForOthers = Atomic<Bool>(true)

  /// The item's id in the trace; `.none` if its dispatch was not recorded.
  @usableFromInline
  final let id: SignpostID

  /// Whether the owner itself dispatched it, in a listener, interceptor or updater; then it belongs to the owner's current item, and the
  /// owner doesn't leave it to others.
  @usableFromInline
  final let isReentrant: Bool

  /// Handles the item and finishes it.
  ///
  /// A function without captures, not an overridden method: a method of a generic subclass would be called in its unspecialized form.
  // SAFETY: for each `unsafeDowncast` below: the item is the one that has this function.
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

/// An updater that found its store busy.
@usableFromInline
final class QueuedUpdater<Updater: StateUpdater>: QueuedItem<Updater.StateType>,
  @unchecked Sendable
{
  @usableFromInline
  let updater: Updater

  @inlinable
  init(_ updater: Updater, id: SignpostID, isReentrant: Bool) {
    self.updater = updater
    super.init(id: id, isReentrant: isReentrant) { item, core in
      let updater = unsafe unsafeDowncast(item, to: QueuedUpdater<Updater>.self).updater
      if let rejection = core.perform(updater, id: item.id) {
        core.reject(item, rejection, item: updater)
      } else {
        item.finish()
      }
    }
  }
}

/// An updater of an unknown type that found its store busy.
final class QueuedErasedUpdater<S: State>: QueuedItem<S>, @unchecked Sendable {
  let updater: any AnyStateUpdater
  let firstInterceptor: Int

  init(
    _ updater: any AnyStateUpdater,
    id: SignpostID,
    isReentrant: Bool,
    firstInterceptor: Int
  ) {
    self.updater = updater
    self.firstInterceptor = firstInterceptor
    super.init(id: id, isReentrant: isReentrant) { item, core in
      let queued = unsafe unsafeDowncast(item, to: QueuedErasedUpdater<S>.self)
      let updater = queued.updater
      let rejection = core.performErased(updater, id: item.id, from: queued.firstInterceptor)
      if let rejection {
        core.reject(item, rejection, item: updater)
      } else {
        item.finish()
      }
    }
  }
}

/// A side effect that was dispatched before the store was ready: it starts in its turn.
final class QueuedEffect<S: State>: QueuedItem<S>, @unchecked Sendable {
  let effectRun: EffectRun

  init(_ effectRun: EffectRun) {
    self.effectRun = effectRun
    super.init(id: effectRun.id, isReentrant: false) { item, core in
      core.runtime.start(unsafe unsafeDowncast(item, to: QueuedEffect<S>.self).effectRun)
      item.finish()
    }
  }

  override func skip(_ error: any Error, in core: StateCore<S>) {
    effectRun.refuse(error)
    finish()
  }
}

/// Work of the store itself that the owner has to do in its turn.
final class QueuedTask<S: State>: QueuedItem<S>, @unchecked Sendable {
  private let body: @Sendable (StateCore<S>) -> Void

  init(_ body: @escaping @Sendable (StateCore<S>) -> Void) {
    self.body = body
    super.init(id: .none, isReentrant: false) { item, core in
      unsafe unsafeDowncast(item, to: QueuedTask<S>.self).body(core)
      item.finish()
    }
  }
}

/// The last item of a store that was busy when it was closed: it releases the interceptors, which refer to the store.
final class ClosingItem<S: State>: QueuedItem<S>, @unchecked Sendable {
  init() {
    super.init(id: .none, isReentrant: false) { item, core in
      item.skip(StoreError.storeDropped, in: core)
    }
  }

  override func skip(_ error: any Error, in core: StateCore<S>) {
    // SAFETY: called by the owner (StoreOwnership, rule 1).
    unsafe core.owned.pointee.chain = InterceptorChain(interceptors: [])
    _ = core.takePass()
    finish()
  }
}
