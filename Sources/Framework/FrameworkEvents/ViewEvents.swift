public import CSignposts
package import Signposts

// What view trees do: frames, and the reconciliations and commits in them. Layouts are in LayoutEvents.swift.
//
// What happens between a begin and its end belongs into the `asCurrent` of the id that the begin has returned, unless
// that is `none`: so layouts and the program's own intervals become its children.
//
// SAFETY: of all functions: interned names live for ever.
extension KatanaTracepoints {
  /// Whether a session takes the begin of a frame.
  @inlinable
  @inline(__always)
  package static var isFrameRecorded: Bool { csignposts_katana_frame_begin_enabled() }

  /// Whether a session takes the begin of a reconciliation.
  @inlinable
  @inline(__always)
  package static var isReconcileRecorded: Bool { csignposts_katana_reconcile_begin_enabled() }

  /// Whether a session takes the begin of a commit.
  @inlinable
  @inline(__always)
  package static var isCommitRecorded: Bool { csignposts_katana_commit_begin_enabled() }

  /// A view tree begins to show what has changed since its last frame.
  ///
  /// - Parameters:
  ///   - parent: What the frame came about in.
  ///   - name: That of the tree's root; asked for only if somebody records.
  ///   - version: The version of the state that it shows; 0 without a store.
  /// - Returns: What `frameEnded(id:connected:updated:)` wants; `none` if nobody records.
  package static func frameBegan(
    parent: SignpostID,
    name: @autoclosure () -> TraceName,
    version: UInt64
  ) -> SignpostID {
    guard isFrameRecorded else { return .none }
    let id = SignpostID.makeUnique()
    unsafe csignposts_katana_frame_begin(id.rawValue, parent.rawValue, name().cString, version)
    emitCPUTime(of: id)
    return id
  }

  /// A frame has ended.
  ///
  /// - Parameters:
  ///   - id: What the begin has returned.
  ///   - connected: How often a connected node was asked for what it reads of the state.
  ///   - updated: How many nodes got other props or another state.
  package static func frameEnded(id: SignpostID, connected: Int, updated: Int) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_frame_end_enabled() else { return }
    csignposts_katana_frame_end(
      id.rawValue,
      UInt32(clamping: connected),
      UInt32(clamping: updated)
    )
  }

  /// Nodes are about to be matched with new descriptions.
  ///
  /// - Parameters:
  ///   - parent: The frame.
  ///   - name: That of the topmost of the nodes; asked for only if somebody records.
  ///   - version: The version of the state that the descriptions are made of; 0 without a store.
  /// - Returns: What `reconcileEnded(id:created:reused:removed:moved:)` wants; `none` if nobody records.
  package static func reconcileBegan(
    parent: SignpostID,
    name: @autoclosure () -> TraceName,
    version: UInt64
  ) -> SignpostID {
    guard isReconcileRecorded else { return .none }
    let id = SignpostID.makeUnique()
    unsafe csignposts_katana_reconcile_begin(id.rawValue, parent.rawValue, name().cString, version)
    emitCPUTime(of: id)
    return id
  }

  /// Nodes were matched with new descriptions.
  ///
  /// - Parameters:
  ///   - id: What the begin has returned.
  ///   - created: How many nodes are new.
  ///   - reused: How many have got another description.
  ///   - removed: How many are no more.
  ///   - moved: How many of the reused ones have another place among their siblings.
  package static func reconcileEnded(
    id: SignpostID,
    created: Int,
    reused: Int,
    removed: Int,
    moved: Int
  ) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_reconcile_end_enabled() else { return }
    csignposts_katana_reconcile_end(
      id.rawValue,
      UInt32(clamping: created),
      UInt32(clamping: reused),
      UInt32(clamping: removed),
      UInt32(clamping: moved)
    )
  }

  /// Changes of views are about to be handed to a backend.
  ///
  /// - Parameters:
  ///   - parent: The frame.
  ///   - name: The backend's; asked for only if somebody records.
  ///   - version: The version of the state that the views show; 0 without a store.
  /// - Returns: What `commitEnded(id:created:placed:patched:removed:)` wants; `none` if nobody records.
  package static func commitBegan(
    parent: SignpostID,
    name: @autoclosure () -> TraceName,
    version: UInt64
  ) -> SignpostID {
    guard isCommitRecorded else { return .none }
    let id = SignpostID.makeUnique()
    unsafe csignposts_katana_commit_begin(id.rawValue, parent.rawValue, name().cString, version)
    emitCPUTime(of: id)
    return id
  }

  /// A backend has taken over changes of views.
  ///
  /// - Parameters:
  ///   - id: What the begin has returned.
  ///   - created: How many views are new.
  ///   - placed: How many have got a place among their siblings.
  ///   - patched: How many have got other properties.
  ///   - removed: How many are no more.
  package static func commitEnded(
    id: SignpostID,
    created: Int,
    placed: Int,
    patched: Int,
    removed: Int
  ) {
    guard id != .none else { return }
    emitCPUTime(of: id)
    guard csignposts_katana_commit_end_enabled() else { return }
    csignposts_katana_commit_end(
      id.rawValue,
      UInt32(clamping: created),
      UInt32(clamping: placed),
      UInt32(clamping: patched),
      UInt32(clamping: removed)
    )
  }
}
