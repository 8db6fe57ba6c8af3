/// The fields of an event.
///
/// Ids are unique in one process only: two processes of one trace use the same ones.
public enum TracePayload: Sendable, Equatable {
  /// `katana:dispatch_enqueue`: an update was put into the store's queue, behind `depth` others.
  case dispatchEnqueue(
    id: UInt64,
    parentID: UInt64,
    kind: TraceSymbol,
    name: TraceSymbol,
    depth: UInt32
  )
  /// `katana:dispatch_discard`: an item will never begin; `reason` is `cancelled`, `rejected`,
  /// `dropped` or `replaced`.
  case dispatchDiscard(id: UInt64, reason: TraceSymbol)
  /// `katana:update_begin`: the store began to compute a new version of the state.
  case updateBegin(id: UInt64, name: TraceSymbol, version: UInt64)
  /// `katana:update_end`.
  case updateEnd(id: UInt64)
  /// `katana:listeners_begin`: the store began to tell `count` listeners of a version. The id is
  /// that of the update.
  case listenersBegin(id: UInt64, version: UInt64, count: UInt32)
  /// `katana:listeners_end`.
  case listenersEnd(id: UInt64)
  /// `katana:effect_begin`: a side effect began, when the state had `version`.
  case effectBegin(id: UInt64, parentID: UInt64, name: TraceSymbol, version: UInt64)
  /// `katana:effect_end`: `outcome` is `success`, `failure` or `cancelled`.
  case effectEnd(id: UInt64, outcome: TraceSymbol)
  /// `katana:interceptors_begin`: an item was led through `count` interceptors. The id is that of
  /// the item.
  case interceptorsBegin(id: UInt64, name: TraceSymbol, count: UInt32)
  /// `katana:interceptors_end`.
  case interceptorsEnd(id: UInt64)
  /// `katana:queue_depth`: so many items waited in the queue of a store, whose id is unique in its
  /// process.
  case queueDepth(store: UInt64, depth: UInt32)
  /// `signpost:interval_begin`.
  case intervalBegin(
    id: UInt64,
    parentID: UInt64,
    name: TraceSymbol,
    subsystem: TraceSymbol,
    category: TraceSymbol
  )
  /// `signpost:interval_end`.
  case intervalEnd(id: UInt64)
  /// `signpost:event`: something happened at one moment.
  case point(
    id: UInt64,
    parentID: UInt64,
    name: TraceSymbol,
    subsystem: TraceSymbol,
    category: TraceSymbol,
    message: String
  )
  /// `signpost:counter`: a quantity has a new value.
  case counter(name: TraceSymbol, value: Int64, subsystem: TraceSymbol, category: TraceSymbol)
  /// `signpost:thread_cpu_time`: the CPU clock of the emitting thread, beside an end of the interval
  /// with this id.
  case threadCPUTime(id: UInt64, nanoseconds: Int64)
  /// An event that the reader has no fields for.
  case other
}
