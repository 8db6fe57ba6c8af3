public import CProcessor
import FrameworkEvents
public import Signposts
public import Synchronization

// SAFETY: only the owner, who may touch `owned`, calls what follows (rule 1).
extension StateCore {
  /// Passes an updater through the interceptors; returns the error if it was rejected.
  @inlinable
  @inline(__always)
  func intercept<Updater: StateUpdater>(_ updater: Updater, id: SignpostID) -> (any Error)?
  where Updater.StateType == S {
    // An updater that carries another item, or is traced, needs more than this.
    guard id == .none, updater.carriedItem == nil, let first = unsafe owned.pointee.chain.firstStep
    else {
      return lead(updater, id: id, from: 0) { item in
        guard let updater = updater.carrying(item) as? Updater else { return false }
        try apply(updater, id: id)
        return true
      }
    }
    ownership.endUpdate(on: cprocessor_thread_identity())
    cprocessor_begin_callout()
    defer { cprocessor_end_callout() }
    do {
      try unsafe first._withUnsafeGuaranteedRef { first in
        try first.handle(updater, isUnchanged: true) { item, isUnchanged in
          if isUnchanged {
            try applyUntraced(updater)
          } else {
            try applyHandedOn(item, for: updater)
          }
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Changes the state by an updater that has passed the interceptors.
  @inlinable
  @inline(__always)
  func apply<Updater: StateUpdater>(_ updater: Updater, id: SignpostID) throws
  where Updater.StateType == S {
    try change(by: updater, id: id) { if let refusal = updater.change(&$0) { throw refusal } }
  }

  /// Applies what a free interceptor, which may pass on anything, has passed on.
  @inlinable
  @inline(never)
  func applyHandedOn<Updater: StateUpdater>(
    _ item: any Dispatchable,
    for updater: Updater
  ) throws where Updater.StateType == S {
    // Nearly always.
    guard item.isOf(Updater.self) else { return try applyAny(item, for: updater, id: .none) }
    try unsafe withUnsafeTemporaryAllocation(of: Updater.self, capacity: 1) { copies in
      // SAFETY: there is room for one, of this type.
      let copy = unsafe copies.baseAddress.unsafelyUnwrapped
      unsafe item.copy(to: copy)
      defer { unsafe copy.deinitialize(count: 1) }
      try unsafe apply(copy.pointee, id: .none)
    }
  }

  /// `apply(_:id:)` for an updater that isn't traced.
  @inlinable
  @inline(__always)
  func applyUntraced<Updater: StateUpdater>(_ updater: Updater) throws
  where Updater.StateType == S {
    // Nearly always nobody else is notified, and nobody was, unless an interceptor passes an item on twice.
    guard features.isDisjoint(with: .observers), !ownership.isPublished else {
      return try apply(updater, id: .none)
    }
    if let refusal = apply(updater) { throw refusal }
    unsafe runtime.publishedVersion.store(owned.pointee.version, ordering: .relaxed)
  }

  /// `intercept(_:id:)` for an updater of unknown type, from the interceptor at `index` on.
  func performErased(
    _ updater: any AnyStateUpdater,
    id: SignpostID,
    from index: Int
  ) -> (any Error)? {
    lead(updater, id: id, from: index) { _ in false }
  }

  /// Passes the item that an updater carries, or else the updater, through the interceptors from `index` on.
  ///
  /// `applyTyped` applies an item of the expected type, and returns whether it was one.
  @usableFromInline
  func lead(
    _ updater: any AnyStateUpdater,
    id: SignpostID,
    from index: Int,
    applyTyped: (any Dispatchable) throws -> Bool
  ) -> (any Error)? {
    ownership.endUpdate(on: cprocessor_thread_identity())
    unsafe owned.pointee.updateID = id
    cprocessor_begin_callout()
    defer {
      cprocessor_end_callout()
      unsafe owned.pointee.updateID = .none
    }
    let carried = updater.carriedItem
    let seen = carried ?? updater
    if carried != nil { unsafe owned.pointee.carrier = updater }
    defer { if carried != nil { unsafe owned.pointee.carrier = nil } }
    let chain = unsafe owned.pointee.chain
    var isHandled = chain.interceptors.isEmpty
    func last(_ item: any Dispatchable) throws {
      isHandled = true
      if try !applyTyped(item) { try applyAny(item, for: updater, id: id) }
    }
    do {
      if chain.interceptors.isEmpty {
        try last(seen)
      } else {
        if id != .none {
          KatanaTracepoints.interceptorsBegan(
            id: id,
            name: TraceName(of: type(of: updater)),
            count: chain.interceptors.count - index
          )
        }
        defer { if id != .none { KatanaTracepoints.interceptorsEnded(id: id) } }
        if let step = chain.updaterStep(from: index) {
          try step.handle(seen, isUnchanged: true) { item, _ in try last(item) }
        } else {
          try last(seen)
        }
      }
      if !isHandled { KatanaTracepoints.itemDiscarded(id: id, reason: .dropped) }
      return nil
    } catch {
      if !isHandled { KatanaTracepoints.itemDiscarded(id: id, reason: DiscardReason(error)) }
      return error
    }
  }
}
