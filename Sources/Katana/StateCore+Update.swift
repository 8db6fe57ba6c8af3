public import CProcessor
public import Signposts
public import Synchronization

// Everything here is called by the owner only.
extension StateCore {
  /// Applies an updater and tells the listeners.
  @inlinable
  @inline(__always)
  func perform<Updater: StateUpdater>(_ updater: Updater, id: SignpostID)
  where Updater.StateType == S {
    if control.pointee.listenerCount.load(ordering: .relaxed) == 0, id == .none {
      apply(updater)
    } else {
      performObserved(updater, id: id)
    }
  }

  /// Applies an updater to the state where it lies.
  @inlinable
  @inline(__always)
  func apply<Updater: StateUpdater>(_ updater: Updater) where Updater.StateType == S {
    let me = cprocessor_thread_identity()
    control.pointee.owner.store(me, ordering: .relaxed)
    // SAFETY: the caller owns the store (rule 1).
    unsafe updater.updateState(&owned.pointee.state)
    unsafe owned.pointee.version &+= 1
    control.pointee.owner.store(me | 1, ordering: .relaxed)
  }

  /// As `perform`, where there are listeners or a recording.
  @inlinable
  @inline(never)
  func performObserved<Updater: StateUpdater>(_ updater: Updater, id: SignpostID)
  where Updater.StateType == S {
    // The old state is kept only for listeners: it makes the updater copy what it changes.
    let old =
      control.pointee.listenerCount.load(ordering: .relaxed) == 0 ? nil : unsafe owned.pointee.state
    if id == .none {
      apply(updater)
    } else {
      // SAFETY: the caller owns the store (rule 1).
      let version = unsafe owned.pointee.version &+ 1
      unsafe owned.pointee.updateID = id
      KatanaTracepoints.updateBegan(id: id, name: TraceName(of: Updater.self), version: version)
      apply(updater)
      KatanaTracepoints.updateEnded(id: id)
    }
    if let old { notifyListeners(old: old, id: id) }
    // SAFETY: the caller owns the store (rule 1).
    unsafe owned.pointee.updateID = .none
  }

  /// Tells the listeners of the update that was just applied.
  @usableFromInline
  func notifyListeners(old: S, id: SignpostID) {
    let pass = listeners.withLock { $0.entries }
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
    for entry in pass { entry.listener?(old, new) }
    if id != .none { KatanaTracepoints.listenersEnded(id: id) }
    withdraw()
  }

  func addListener(
    _ listener: @escaping @Sendable (S, S) -> Void
  ) -> @Sendable () -> Void {
    let id = listeners.withLock { table in
      let id = table.append(listener)
      control.pointee.listenerCount.store(table.count, ordering: .relaxed)
      return id
    }
    // Weak: a listener that outlives its store must not keep it alive.
    return { [weak self] in
      guard let self else { return }
      listeners.withLock { table in
        guard table.remove(id) else { return }
        control.pointee.listenerCount.store(table.count, ordering: .relaxed)
      }
    }
  }
}
