public import Signposts
import Synchronization

extension StateCore {
  /// The listeners, and how many of them want the old state.
  struct Listeners {
    var table = ListenerTable<Listener<S>>()
    var oldStateCount = 0
  }

  /// Adds a listener; returns what removes it.
  func addListener(_ listener: Listener<S>) -> @Sendable () -> Void {
    let id = listeners.withLock { listeners in
      let id = listeners.table.append(listener)
      if listener.wantsOldState { listeners.oldStateCount += 1 }
      enable(listener.wantsOldState ? [.listeners, .oldState] : .listeners)
      return id
    }
    // Weak: a listener that outlives its store must not keep it alive.
    return { [weak self] in self?.removeListener(id) }
  }

  private func removeListener(_ id: Int) {
    // What was removed goes away outside of the lock: its captures may do anything then.
    _ = listeners.withLock { listeners in
      let removed = listeners.table.remove(id)
      if removed?.wantsOldState == true { listeners.oldStateCount -= 1 }
      if listeners.oldStateCount == 0 { disable(.oldState) }
      if listeners.table.count == 0 { disable(.listeners) }
      return removed
    }
  }

  /// Tells the listeners that the store goes away, and lets go of them.
  func closeListeners() {
    let entries = listeners.withLock { listeners in
      defer { listeners = Listeners() }
      return listeners.table.entries
    }
    for entry in entries { entry.listener?.onClose?() }
  }

  /// Tells the listeners of the update that was just applied.
  ///
  /// Called by the owner.
  @usableFromInline
  func notifyListeners(old: S?, id: SignpostID) {
    let pass = listeners.withLock { $0.table.entries }
    // SAFETY: the caller owns the store (rule 1).
    let new = unsafe owned.pointee.state
    let version = unsafe owned.pointee.version
    publish(new)
    if id != .none {
      KatanaTracepoints.listenersBegan(
        id: id,
        version: version,
        count: pass.count { $0.listener != nil }
      )
    }
    for entry in pass {
      switch entry.listener?.call {
      case .newState(let call): call(new)
      case .pair(let call):
        // Without an old state the listener came between the update and now.
        if let old { call(old, new) }
      case nil: break
      }
    }
    if id != .none { KatanaTracepoints.listenersEnded(id: id) }
    withdraw()
  }
}
