public import CSignposts
public import Signposts

/// The events of provider `katana`, which the framework emits about itself.
///
/// Each function emits unconditionally; callers test first, so that arguments aren't computed when nobody records.
///
/// SAFETY: of all functions: strings outlive the call, which copies them into the trace's buffer, and interned names live for ever.
@usableFromInline
package enum KatanaTracepoints {
  /// Whether a session takes any begin that the dispatch of an updater can emit; an end comes only if its begin could be recorded.
  ///
  /// Complexity: a load and a branch for each, of the 14 ns that a dispatch takes: so there are few.
  @inlinable
  @inline(__always)
  package static var isUpdateRecorded: Bool {
    csignposts_katana_dispatch_enqueue_enabled() || csignposts_katana_update_begin_enabled()
      || csignposts_katana_listeners_begin_enabled()
      || csignposts_katana_interceptors_begin_enabled()
  }

  /// Whether a session takes any begin that the dispatch of an item of this kind can emit.
  package static func isRecorded(_ kind: DispatchableKind) -> Bool {
    isUpdateRecorded || kind == .sideEffect && csignposts_katana_effect_begin_enabled()
  }

  /// An item was dispatched to a store; `depth` items wait before it.
  package static func itemEnqueued(
    kind: DispatchableKind,
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    depth: Int
  ) {
    guard csignposts_katana_dispatch_enqueue_enabled() else { return }
    unsafe kind.traceName.withTraceCString { kind in
      unsafe csignposts_katana_dispatch_enqueue(
        id.rawValue,
        parent.rawValue,
        kind,
        name.cString,
        UInt32(clamping: depth)
      )
    }
  }

  /// A dispatched item will never begin.
  package static func itemDiscarded(id: SignpostID, reason: DiscardReason) {
    guard id != .none, csignposts_katana_dispatch_discard_enabled() else { return }
    unsafe reason.traceName.withTraceCString { reason in
      unsafe csignposts_katana_dispatch_discard(id.rawValue, reason)
    }
  }

  /// A rejected item is dispatched to its store again, after a delay.
  ///
  /// - Parameters:
  ///   - id: The item's id in the rejected try; `none` if nobody recorded its dispatch.
  ///   - name: The item's.
  ///   - attempt: How often it was dispatched again, including this time.
  ///   - delay: The time until then.
  ///   - error: The error that rejected it.
  package static func itemRetried(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    attempt: Int,
    delay: Duration,
    error: any Error
  ) {
    guard csignposts_katana_dispatch_retry_enabled() else { return }
    unsafe TraceText.with(String(describing: error)) { error in
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
  package static func effectBegan(
    id: SignpostID,
    parent: SignpostID,
    name: TraceName,
    version: UInt64
  ) {
    if csignposts_katana_effect_begin_enabled() {
      unsafe csignposts_katana_effect_begin(id.rawValue, parent.rawValue, name.cString, version)
    }
    emitCPUTime(of: id)
  }

  /// A side effect has ended, in one way or another.
  package static func effectEnded(id: SignpostID, outcome: EffectOutcome) {
    emitCPUTime(of: id)
    guard csignposts_katana_effect_end_enabled() else { return }
    unsafe outcome.traceName.withTraceCString { outcome in
      unsafe csignposts_katana_effect_end(id.rawValue, outcome)
    }
  }

  /// An item goes through `count` interceptors; its final handling is part of this.
  package static func interceptorsBegan(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    count: Int
  ) {
    guard csignposts_katana_interceptors_begin_enabled() else { return }
    unsafe csignposts_katana_interceptors_begin(
      id.rawValue,
      name().cString,
      UInt32(clamping: count)
    )
  }

  /// The interceptors are through with the item.
  package static func interceptorsEnded(id: SignpostID) {
    guard csignposts_katana_interceptors_end_enabled() else { return }
    csignposts_katana_interceptors_end(id.rawValue)
  }

  /// The number of waiting items of a store has changed.
  @inlinable
  @inline(__always)
  package static func queueDepthChanged(_ depth: Int, store: SignpostID) {
    guard csignposts_katana_queue_depth_enabled() else { return }
    csignposts_katana_queue_depth(store.rawValue, UInt32(clamping: depth))
  }

  /// An updater begins to change the state, whose version will be `version`.
  @usableFromInline
  package static func updateBegan(id: SignpostID, name: TraceName, version: UInt64) {
    if csignposts_katana_update_begin_enabled() {
      unsafe csignposts_katana_update_begin(id.rawValue, name.cString, version)
    }
    emitCPUTime(of: id)
  }

  @usableFromInline
  package static func updateEnded(id: SignpostID) {
    emitCPUTime(of: id)
    if csignposts_katana_update_end_enabled() { csignposts_katana_update_end(id.rawValue) }
  }

  /// `count` listeners are about to be called for the update `id`, with its name.
  @usableFromInline
  package static func listenersBegan(
    id: SignpostID,
    name: @autoclosure () -> TraceName,
    version: UInt64,
    count: Int
  ) {
    guard csignposts_katana_listeners_begin_enabled() else { return }
    unsafe csignposts_katana_listeners_begin(
      id.rawValue,
      name().cString,
      version,
      UInt32(clamping: count)
    )
  }

  /// The listeners were called for the update `id`.
  @usableFromInline
  package static func listenersEnded(id: SignpostID) {
    guard csignposts_katana_listeners_end_enabled() else { return }
    csignposts_katana_listeners_end(id.rawValue)
  }

  static func emitCPUTime(of id: SignpostID) {
    guard csignposts_signpost_thread_cpu_time_enabled() else { return }
    csignposts_emit_thread_cpu_time(id.rawValue)
  }
}

/// The kinds of items that a store takes.
@usableFromInline
package enum DispatchableKind: Sendable {
  /// A change of the state.
  case updater
  /// Work with the outside world.
  case sideEffect

  var traceName: StaticString {
    switch self {
    case .updater: "updater"
    case .sideEffect: "side_effect"
    }
  }
}

/// Why a dispatched item never began, as written in a trace.
package enum DiscardReason: Sendable {
  /// It was cancelled before its turn.
  case cancelled
  /// An interceptor or the store has rejected it, with an error.
  case rejected
  /// An interceptor has dropped it, or a full queue whose policy is to drop.
  case dropped
  /// An interceptor has replaced it by an item of another kind.
  case replaced

  /// Makes the reason for an error.
  package init(_ error: any Error) {
    self = error is CancellationError ? .cancelled : .rejected
  }

  var traceName: StaticString {
    switch self {
    case .cancelled: "cancelled"
    case .rejected: "rejected"
    case .dropped: "dropped"
    case .replaced: "replaced"
    }
  }
}

/// How a side effect has ended.
package enum EffectOutcome: Sendable {
  /// Its body returned.
  case success
  /// Its body threw.
  case failure
  /// Its body threw because it was cancelled.
  case cancelled

  var traceName: StaticString {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .cancelled: "cancelled"
    }
  }
}

extension StaticString {
  /// Calls `body` with a literal of this module, which is printable ASCII, as a C string.
  @inline(__always)
  func withTraceCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // SAFETY: a literal of more than one scalar has a pointer representation, and is terminated.
    unsafe UnsafeRawPointer(utf8Start).withMemoryRebound(
      to: CChar.self,
      capacity: utf8CodeUnitCount + 1
    ) { unsafe body($0) }
  }
}
