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
  /// `katana:dispatch_retry`: an item was rejected with an error and is handed over again after `delay`
  /// nanoseconds, for the `attempt`th time. The id is that of the try that was rejected, 0 if unknown.
  case dispatchRetry(
    id: UInt64,
    name: TraceSymbol,
    attempt: UInt32,
    delay: Int64,
    error: String
  )
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
  /// `katana:route_diff_begin`: two routes of so many destinations were compared.
  case routeDiffBegin(id: UInt64, parentID: UInt64, oldCount: UInt32, newCount: UInt32)
  /// `katana:route_diff_end`: so many steps lead from the one to the other; what neither pushes nor pops
  /// nor changes reorders or activates.
  case routeDiffEnd(id: UInt64, actions: UInt32, pushes: UInt32, pops: UInt32, changes: UInt32)
  /// `katana:route_step_begin`: a router began to carry out a step, whose `kind` is `push`, `pop`,
  /// `change`, `reorder` or `activate`, and by which so many destinations come and go.
  case routeStepBegin(
    id: UInt64,
    parentID: UInt64,
    kind: TraceSymbol,
    name: TraceSymbol,
    pushed: UInt32,
    popped: UInt32
  )
  /// `katana:route_step_end`: `outcome` is `success`, `failure`, `timeout`, `incomplete` or
  /// `unrealized`.
  case routeStepEnd(id: UInt64, outcome: TraceSymbol)
  /// `katana:layout_begin`: `views` views are laid out.
  case layoutBegin(
    id: UInt64,
    parentID: UInt64,
    name: TraceSymbol,
    views: UInt32,
    isCacheHit: Bool
  )
  /// `katana:layout_end`.
  case layoutEnd(id: UInt64)
  /// `katana:reconcile_begin`: a view tree is brought in step with its description.
  case reconcileBegin(id: UInt64, parentID: UInt64, name: TraceSymbol)
  /// `katana:reconcile_end`: what became of the nodes.
  case reconcileEnd(id: UInt64, created: UInt32, reused: UInt32, removed: UInt32, moved: UInt32)
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
  /// `signpost:measurement`: one value of a distribution.
  case measurement(
    name: TraceSymbol,
    value: Double,
    subsystem: TraceSymbol,
    category: TraceSymbol
  )
  /// `signpost:field_integer`, `field_float`, `field_boolean`, `field_text`: what is known besides of
  /// the interval that has begun with this id, or of the event that follows with it.
  case field(id: UInt64, TraceField)
  /// `signpost:span_context`: who the interval is outside of its process; a parent of 0 is none.
  case spanContext(id: UInt64, context: TraceSpanContext, parentSpanID: UInt64)
  /// `signpost:span_link`: the interval has to do with another span, which is not its parent.
  case spanLink(id: UInt64, to: TraceSpanContext)
  /// `signpost:thread_cpu_time`: the CPU clock of the emitting thread, beside an end of the interval
  /// with this id.
  case threadCPUTime(id: UInt64, nanoseconds: Int64)
  /// An event that the reader has no fields for.
  case other
}
