import Signposts

/// What a store handles last that was busy when it was closed: its interceptors refer to it, and this
/// ends that.
final class ClosingItem<S: State>: QueuedItem<S>, @unchecked Sendable {
  // Why this is Sendable: everything in it is; `@unchecked` as for `Completion`.

  init() {
    super.init(id: .none, isReentrant: false) { item, core in
      item.skip(StoreError.storeDropped, in: core)
    }
  }

  override func skip(_ error: any Error, in core: StateCore<S>) {
    // SAFETY: called by the owner (StoreOwnership, rule 1).
    unsafe core.owned.pointee.chain = InterceptorChain(interceptors: [])
    finish()
  }
}
