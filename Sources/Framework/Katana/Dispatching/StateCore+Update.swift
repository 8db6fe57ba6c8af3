public import CProcessor
public import FrameworkEvents
public import Signposts
public import Synchronization

// SAFETY: only the owner, who may touch `owned`, calls what follows (rule 1).
extension StateCore {
  /// Handles an updater; returns the error if it was rejected.
  @inlinable
  @inline(__always)
  func perform<Updater: StateUpdater>(_ updater: Updater, id: SignpostID) -> (any Error)?
  where Updater.StateType == S {
    if control.features.load(ordering: .relaxed) == 0, id == .none { return apply(updater) }
    return performObserved(updater, id: id)
  }

  /// Applies an updater to the state in place; returns the error if the updater refuses.
  @inlinable
  @inline(__always)
  func apply<Updater: StateUpdater>(_ updater: Updater) -> (any Error)?
  where Updater.StateType == S {
    let me = cprocessor_thread_identity()
    ownership.beginUpdate(on: me)
    let refusal = unsafe updater.change(&owned.pointee.state)
    if refusal == nil { unsafe owned.pointee.version &+= 1 }
    ownership.endUpdate(on: me)
    return refusal
  }

  /// `perform` for a store with listeners, interceptors or a recording.
  @inlinable
  @inline(never)
  func performObserved<Updater: StateUpdater>(_ updater: Updater, id: SignpostID) -> (any Error)?
  where Updater.StateType == S {
    guard features.contains(.interceptors) else {
      unsafe owned.pointee.updateID = id
      defer { unsafe owned.pointee.updateID = .none }
      do {
        try change(by: updater, id: id) {
          if let refusal = updater.change(&$0) { throw refusal }
        }
        return nil
      } catch {
        return error
      }
    }
    return intercept(updater, id: id)
  }

  /// `change` for a store that only notifies listeners without the old state; doesn't publish the state.
  @inlinable
  @inline(__always)
  func applyAndTell<Updater: StateUpdater>(_ updater: Updater) -> (any Error)?
  where Updater.StateType == S {
    if let refusal = apply(updater) { return refusal }
    unsafe runtime.publishedVersion.store(owned.pointee.version, ordering: .relaxed)
    cprocessor_begin_callout()
    tellListeners()
    cprocessor_end_callout()
    return nil
  }

  /// Changes the state, then calls the listeners.
  ///
  /// Calls `beforeListeners` between the two.
  ///
  /// - Throws: What the body throws; then nothing has changed and no listener is called.
  @inlinable
  @inline(never)
  func change<Item: Dispatchable>(
    by item: Item,
    id: SignpostID,
    beforeListeners: () -> Void = {},
    _ body: (inout S) throws -> Void
  ) rethrows {
    let features = features
    withdraw()
    // The old state is kept only if somebody gets it: keeping it makes the updater copy what it changes.
    let old = features.contains(.oldState) ? unsafe owned.pointee.state : nil
    let version = unsafe owned.pointee.version &+ 1
    if id != .none {
      KatanaTracepoints.updateBegan(id: id, name: TraceName(of: Item.self), version: version)
    }
    let me = cprocessor_thread_identity()
    ownership.beginUpdate(on: me)
    do {
      defer {
        ownership.endUpdate(on: me)
        if id != .none { KatanaTracepoints.updateEnded(id: id) }
      }
      unsafe try body(&owned.pointee.state)
    }
    unsafe owned.pointee.version = version
    runtime.publishedVersion.store(version, ordering: .relaxed)
    // Calls from here on may dispatch to other stores.
    cprocessor_begin_callout()
    defer { cprocessor_end_callout() }
    if features.contains(.recording) { record(item, version: version) }
    beforeListeners()
    if features.contains(.listeners) {
      tellListeners(old: old, id: id, name: TraceName(of: Item.self))
    }
  }
}
