public import FrameworkEvents
public import Signposts
import Synchronization

extension StateCore {
  /// The listeners, and how many of them want the old state.
  @usableFromInline
  struct Listeners {
    @usableFromInline var table = ListenerTable<Listener<S>>()
    var oldStateCount = 0
    /// The closures to call when the store goes away, by listener.
    ///
    /// Apart from the table, because a pass over the listeners would copy it with each of them.
    var closers: [Int: @Sendable () -> Void] = [:]
  }

  /// Adds a listener; returns what removes it.
  ///
  /// `onClose` is called when the store goes away.
  @usableFromInline
  func addListener(
    _ listener: Listener<S>,
    onClose: (@Sendable () -> Void)? = nil
  ) -> @Sendable () -> Void {
    let id = listeners.withLock { listeners in
      let id = listeners.table.append(listener)
      if listener.wantsOldState { listeners.oldStateCount += 1 }
      listeners.closers[id] = onClose
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
      return (removed, listeners.closers.removeValue(forKey: id))
    }
  }

  /// Tells the listeners that the store goes away, and lets go of them.
  func closeListeners() {
    let closed = listeners.withLock { listeners in
      defer { listeners = Listeners() }
      return listeners
    }
    for close in closed.closers.values { close() }
  }

  /// Tells the listeners of the update that was just applied.
  ///
  /// Called by the owner.
  @inlinable
  func notifyListeners(old: S?, id: SignpostID, name: @autoclosure () -> TraceName) {
    let pass = listeners.withLock { $0.table.entries }
    // SAFETY: the caller owns the store (rule 1).
    let new = unsafe owned.pointee.state
    publish()
    if id != .none {
      KatanaTracepoints.listenersBegan(
        id: id,
        name: name(),
        version: unsafe owned.pointee.version,
        count: pass.count { $0.listener != nil }
      )
    }
    if let old {
      for entry in pass {
        switch entry.listener {
        case .pair(let call): call(old, new)
        case .newState(let call): call(new)
        case nil: break
        }
      }
    } else {
      // A listener that wants the old state has come between the update and now.
      for entry in pass {
        if case .newState(let call) = entry.listener { call(new) }
      }
    }
    if id != .none { KatanaTracepoints.listenersEnded(id: id) }
    withdraw()
  }
}
