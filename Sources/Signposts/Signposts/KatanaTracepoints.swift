public import CSignposts

/// The events of provider `katana`, for the framework alone: programs use `Signposter`.
///
/// Each function emits unconditionally; callers test first, so that what is emitted need not be
/// computed when nobody records.
public enum KatanaTracepoints {
  /// Whether a session takes any begin that the dispatch of an updater can emit; an end comes only where
  /// its begin could be recorded.
  ///
  /// Complexity: a load and a branch for each, of the 14 ns that a dispatch takes: so there are few.
  @inlinable
  @inline(__always)
  public static var isUpdateRecorded: Bool {
    csignposts_katana_dispatch_enqueue_enabled() || csignposts_katana_update_begin_enabled()
      || csignposts_katana_listeners_begin_enabled()
      || csignposts_katana_interceptors_begin_enabled()
  }

  /// Whether a session takes any begin that the dispatch of an item of some kind can emit.
  public static func isRecorded(_ kind: DispatchableKind) -> Bool {
    isUpdateRecorded || kind == .sideEffect && csignposts_katana_effect_begin_enabled()
  }

  /// An item was handed to a store; `depth` items wait before it.
  public static func itemEnqueued(
    kind: DispatchableKind,
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    depth: Int
  ) {
    guard csignposts_katana_dispatch_enqueue_enabled() else { return }
    kind.traceName.withTraceCString { kind in
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

  /// An item that was handed to a store will never begin.
  public static func itemDiscarded(id: SignpostID, reason: DiscardReason) {
    guard id != .none, csignposts_katana_dispatch_discard_enabled() else { return }
    reason.traceName.withTraceCString { reason in
      // SAFETY: the string outlives the call, which copies it into the trace's buffer.
      unsafe csignposts_katana_dispatch_discard(id.rawValue, reason)
    }
  }

  /// An item that was rejected is handed to its store again, after a delay.
  ///
  /// - Parameters:
  ///   - id: The item's id in the try that was rejected; `none` if nobody recorded its dispatch.
  ///   - name: The item's.
  ///   - attempt: How often it was handed over again, with this time.
  ///   - delay: The time until then.
  ///   - error: What it was rejected with.
  public static func itemRetried(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    attempt: Int,
    delay: Duration,
    error: any Error
  ) {
    guard csignposts_katana_dispatch_retry_enabled() else { return }
    TraceText.with(String(describing: error)) { error in
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
      unsafe csignposts_katana_dispatch_retry_text(
        id.rawValue,
        name().cString,
        UInt32(clamping: attempt),
        Int64(min(delay / .nanoseconds(1), 0x1p62)),
        error
      )
    }
  }

  /// A side effect begins, when the state had `version`.
  public static func effectBegan(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    version: UInt64
  ) {
    if csignposts_katana_effect_begin_enabled() {
      // SAFETY: interned names live for ever.
      unsafe csignposts_katana_effect_begin(id.rawValue, parent.rawValue, name.cString, version)
    }
    emitCPUTime(of: id)
  }

  /// A side effect has ended, in one way or another.
  public static func effectEnded(id: SignpostID, outcome: EffectOutcome) {
    emitCPUTime(of: id)
    guard csignposts_katana_effect_end_enabled() else { return }
    outcome.traceName.withTraceCString { outcome in
      // SAFETY: the string outlives the call, which copies it into the trace's buffer.
      unsafe csignposts_katana_effect_end(id.rawValue, outcome)
    }
  }

  /// An item is led through `count` interceptors; what handles it in the end is part of it.
  public static func interceptorsBegan(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    count: Int
  ) {
    guard csignposts_katana_interceptors_begin_enabled() else { return }
    // SAFETY: interned names live for ever.
    unsafe csignposts_katana_interceptors_begin(
      id.rawValue,
      name().cString,
      UInt32(clamping: count)
    )
  }

  /// The interceptors are through with the item.
  public static func interceptorsEnded(id: SignpostID) {
    guard csignposts_katana_interceptors_end_enabled() else { return }
    csignposts_katana_interceptors_end(id.rawValue)
  }

  /// So many items wait now in a store.
  @inlinable
  @inline(__always)
  public static func queueDepthChanged(_ depth: Int, store: SignpostID) {
    guard csignposts_katana_queue_depth_enabled() else { return }
    csignposts_katana_queue_depth(store.rawValue, UInt32(clamping: depth))
  }

  /// An updater begins to change the state, whose version will be `version`.
  public static func updateBegan(id: SignpostID, name: TraceName, version: UInt64) {
    if csignposts_katana_update_begin_enabled() {
      // SAFETY: interned names live for ever.
      unsafe csignposts_katana_update_begin(id.rawValue, name.cString, version)
    }
    emitCPUTime(of: id)
  }

  /// An updater has changed the state.
  public static func updateEnded(id: SignpostID) {
    emitCPUTime(of: id)
    if csignposts_katana_update_end_enabled() { csignposts_katana_update_end(id.rawValue) }
  }

  /// `count` listeners are about to be told of the update `id`, whose name it is.
  public static func listenersBegan(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    version: UInt64,
    count: Int
  ) {
    guard csignposts_katana_listeners_begin_enabled() else { return }
    // SAFETY: interned names live for ever.
    unsafe csignposts_katana_listeners_begin(
      id.rawValue,
      name().cString,
      version,
      UInt32(clamping: count)
    )
  }

  /// The listeners have been told of the update `id`.
  public static func listenersEnded(id: SignpostID) {
    guard csignposts_katana_listeners_end_enabled() else { return }
    csignposts_katana_listeners_end(id.rawValue)
  }

  /// Whether a session takes the begin of a layout.
  @inlinable
  @inline(__always)
  public static var isLayoutRecorded: Bool { csignposts_katana_layout_begin_enabled() }

  /// The layout of a container with `views` views begins, or what a cache had of it is taken.
  public static func layoutBegan(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    views: Int,
    isCacheHit: Bool
  ) {
    if csignposts_katana_layout_begin_enabled() {
      // SAFETY: interned names live for ever.
      unsafe csignposts_katana_layout_begin(
        id.rawValue,
        parent.rawValue,
        name.cString,
        UInt32(clamping: views),
        isCacheHit
      )
    }
    emitCPUTime(of: id)
  }

  /// A layout has ended.
  public static func layoutEnded(id: SignpostID) {
    emitCPUTime(of: id)
    if csignposts_katana_layout_end_enabled() { csignposts_katana_layout_end(id.rawValue) }
  }

  static func emitCPUTime(of id: SignpostID) {
    guard csignposts_signpost_thread_cpu_time_enabled() else { return }
    csignposts_signpost_thread_cpu_time(id.rawValue)
  }
}
