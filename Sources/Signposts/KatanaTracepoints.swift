public import CSignposts

/// The events of provider `katana`, for the store alone: programs use `Signposter`.
///
/// Each function emits unconditionally; callers test first, so that what is emitted need not be
/// computed when nobody records.
public enum KatanaTracepoints {
  /// Whether a session takes any event that a dispatch can emit.
  ///
  /// Four loads and one branch.
  @inlinable
  @inline(__always)
  public static var isDispatchRecorded: Bool {
    csignposts_katana_dispatch_enqueue_enabled() || isUpdateRecorded
      || csignposts_katana_listeners_begin_enabled()
  }

  /// Whether a session takes either end of an update.
  @inlinable
  @inline(__always)
  public static var isUpdateRecorded: Bool {
    csignposts_katana_update_begin_enabled() || csignposts_katana_update_end_enabled()
  }

  /// An updater was handed to a store; `depth` items wait before it.
  public static func updaterEnqueued(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    depth: Int
  ) {
    guard csignposts_katana_dispatch_enqueue_enabled() else { return }
    ASCIIEscaping.withCString("updater" as StaticString) { kind in
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
      unsafe csignposts_katana_dispatch_enqueue(
        id.rawValue,
        parent.rawValue,
        kind,
        name.cString,
        UInt32(clamping: depth)
      )
    }
  }

  /// An updater begins to change the state, whose version will be `version`.
  public static func updateBegan(id: SignpostID, name: TraceName, version: UInt64) {
    if csignposts_katana_update_begin_enabled() {
      // SAFETY: interned names live for ever.
      unsafe csignposts_katana_update_begin(id.rawValue, name.cString, version)
    }
    if csignposts_signpost_thread_cpu_time_enabled() {
      csignposts_signpost_thread_cpu_time(id.rawValue)
    }
  }

  /// An updater has changed the state.
  public static func updateEnded(id: SignpostID) {
    if csignposts_signpost_thread_cpu_time_enabled() {
      csignposts_signpost_thread_cpu_time(id.rawValue)
    }
    if csignposts_katana_update_end_enabled() { csignposts_katana_update_end(id.rawValue) }
  }

  /// `count` listeners are about to be told of the update `id`.
  public static func listenersBegan(id: SignpostID, version: UInt64, count: Int) {
    guard csignposts_katana_listeners_begin_enabled() else { return }
    csignposts_katana_listeners_begin(id.rawValue, version, UInt32(clamping: count))
  }

  /// The listeners have been told of the update `id`.
  public static func listenersEnded(id: SignpostID) {
    guard csignposts_katana_listeners_end_enabled() else { return }
    csignposts_katana_listeners_end(id.rawValue)
  }
}
