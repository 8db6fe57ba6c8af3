public import CSignposts
package import Signposts

// Events of view trees: frames, and the reconciliations and commits in them. Layouts are in LayoutEvents.swift.
//
// Work between a begin and its end belongs in the `asCurrent` of the id that the begin returned, unless that is `none`; then layouts and
// the program's own intervals become its children.
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
  ///   - parent: The interval that caused the frame.
  ///   - name: The name of the tree's root; evaluated only if somebody records.
  ///   - version: The version of the shown state; 0 without a store.
  /// - Returns: The id for `frameEnded(id:connected:updated:)`; `none` if nobody records.
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
  ///   - id: The id from the begin.
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
  ///   - name: The name of the topmost node; evaluated only if somebody records.
  ///   - version: The version of the state that the descriptions come from; 0 without a store.
  /// - Returns: The id for `reconcileEnded(id:created:reused:removed:moved:)`; `none` if nobody records.
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
  ///   - id: The id from the begin.
  ///   - created: How many nodes are new.
  ///   - reused: How many got another description.
  ///   - removed: How many were removed.
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

  /// Changes of views are about to be passed to a backend.
  ///
  /// - Parameters:
  ///   - parent: The frame.
  ///   - name: The backend's; evaluated only if somebody records.
  ///   - version: The version of the state that the views show; 0 without a store.
  /// - Returns: The id for `commitEnded(id:created:placed:patched:removed:)`; `none` if nobody records.
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

  /// A backend has applied changes of views.
  ///
  /// - Parameters:
  ///   - id: The id from the begin.
  ///   - created: How many views are new.
  ///   - placed: How many got a place among their siblings.
  ///   - patched: How many got other properties.
  ///   - removed: How many were removed.
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
