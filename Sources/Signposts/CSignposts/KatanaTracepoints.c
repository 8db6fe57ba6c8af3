#define _GNU_SOURCE
#include "CSignposts.h"

#if CSIGNPOSTS_EMITS
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "KatanaTracepoints.h"
#include "EmitEvent.h"

CSIGNPOSTS_KEEP_SECTION(katana___update_begin)
#else
#include "EmitEvent.h"

CSIGNPOSTS_ABSENT(katana, dispatch_enqueue)
CSIGNPOSTS_ABSENT(katana, dispatch_discard)
CSIGNPOSTS_ABSENT(katana, dispatch_retry)
CSIGNPOSTS_ABSENT(katana, update_begin)
CSIGNPOSTS_ABSENT(katana, update_end)
CSIGNPOSTS_ABSENT(katana, listeners_begin)
CSIGNPOSTS_ABSENT(katana, listeners_end)
CSIGNPOSTS_ABSENT(katana, effect_begin)
CSIGNPOSTS_ABSENT(katana, effect_end)
CSIGNPOSTS_ABSENT(katana, interceptors_begin)
CSIGNPOSTS_ABSENT(katana, interceptors_end)
CSIGNPOSTS_ABSENT(katana, queue_depth)
CSIGNPOSTS_ABSENT(katana, route_diff_begin)
CSIGNPOSTS_ABSENT(katana, route_diff_end)
CSIGNPOSTS_ABSENT(katana, route_step_begin)
CSIGNPOSTS_ABSENT(katana, route_step_end)
CSIGNPOSTS_ABSENT(katana, layout_begin)
CSIGNPOSTS_ABSENT(katana, layout_end)
CSIGNPOSTS_ABSENT(katana, reconcile_begin)
CSIGNPOSTS_ABSENT(katana, reconcile_end)
#endif

void csignposts_katana_dispatch_enqueue(uint64_t id, uint64_t parent_id, const char *kind,
                                        const char *name, uint32_t depth) {
  EMIT(katana, dispatch_enqueue, id, parent_id, kind, name, depth);
}

void csignposts_katana_dispatch_discard(uint64_t id, const char *reason) {
  EMIT(katana, dispatch_discard, id, reason);
}

void csignposts_katana_dispatch_retry(uint64_t id, const char *name, uint32_t attempt,
                                      int64_t delay, const char *error) {
  EMIT(katana, dispatch_retry, id, name, attempt, delay, error);
}

void csignposts_katana_update_begin(uint64_t id, const char *name, uint64_t version) {
  EMIT(katana, update_begin, id, name, version);
}

void csignposts_katana_update_end(uint64_t id) { EMIT(katana, update_end, id); }

void csignposts_katana_listeners_begin(uint64_t id, const char *name, uint64_t version,
                                       uint32_t count) {
  EMIT(katana, listeners_begin, id, name, version, count);
}

void csignposts_katana_listeners_end(uint64_t id) { EMIT(katana, listeners_end, id); }

void csignposts_katana_effect_begin(uint64_t id, uint64_t parent_id, const char *name,
                                    uint64_t version) {
  EMIT(katana, effect_begin, id, parent_id, name, version);
}

void csignposts_katana_effect_end(uint64_t id, const char *outcome) {
  EMIT(katana, effect_end, id, outcome);
}

void csignposts_katana_interceptors_begin(uint64_t id, const char *name, uint32_t count) {
  EMIT(katana, interceptors_begin, id, name, count);
}

void csignposts_katana_interceptors_end(uint64_t id) { EMIT(katana, interceptors_end, id); }

void csignposts_katana_queue_depth(uint64_t store, uint32_t depth) {
  EMIT(katana, queue_depth, store, depth);
}

void csignposts_katana_route_diff_begin(uint64_t id, uint64_t parent_id, uint32_t old_count,
                                        uint32_t new_count) {
  EMIT(katana, route_diff_begin, id, parent_id, old_count, new_count);
}

void csignposts_katana_route_diff_end(uint64_t id, uint32_t actions, uint32_t pushes,
                                      uint32_t pops, uint32_t changes) {
  EMIT(katana, route_diff_end, id, actions, pushes, pops, changes);
}

void csignposts_katana_route_step_begin(uint64_t id, uint64_t parent_id, const char *kind,
                                        const char *name, uint32_t pushed, uint32_t popped) {
  EMIT(katana, route_step_begin, id, parent_id, kind, name, pushed, popped);
}

void csignposts_katana_route_step_end(uint64_t id, const char *outcome) {
  EMIT(katana, route_step_end, id, outcome);
}

void csignposts_katana_layout_begin(uint64_t id, uint64_t parent_id, const char *name,
                                    uint32_t views, bool is_cache_hit) {
  EMIT(katana, layout_begin, id, parent_id, name, views, is_cache_hit);
}

void csignposts_katana_layout_end(uint64_t id) {
  EMIT(katana, layout_end, id);
}

void csignposts_katana_reconcile_begin(uint64_t id, uint64_t parent_id, const char *name) {
  EMIT(katana, reconcile_begin, id, parent_id, name);
}

void csignposts_katana_reconcile_end(uint64_t id, uint32_t created, uint32_t reused,
                                     uint32_t removed, uint32_t moved) {
  EMIT(katana, reconcile_end, id, created, reused, removed, moved);
}
