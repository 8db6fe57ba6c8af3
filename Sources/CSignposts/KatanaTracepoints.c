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
CSIGNPOSTS_ABSENT(katana, update_begin)
CSIGNPOSTS_ABSENT(katana, update_end)
CSIGNPOSTS_ABSENT(katana, listeners_begin)
CSIGNPOSTS_ABSENT(katana, listeners_end)
CSIGNPOSTS_ABSENT(katana, effect_begin)
CSIGNPOSTS_ABSENT(katana, effect_end)
CSIGNPOSTS_ABSENT(katana, interceptors_begin)
CSIGNPOSTS_ABSENT(katana, interceptors_end)
CSIGNPOSTS_ABSENT(katana, queue_depth)
#endif

void csignposts_katana_dispatch_enqueue(uint64_t id, uint64_t parent_id, const char *kind,
                                        const char *name, uint32_t depth) {
  EMIT(katana, dispatch_enqueue, id, parent_id, kind, name, depth);
}

void csignposts_katana_dispatch_discard(uint64_t id, const char *reason) {
  EMIT(katana, dispatch_discard, id, reason);
}

void csignposts_katana_update_begin(uint64_t id, const char *name, uint64_t version) {
  EMIT(katana, update_begin, id, name, version);
}

void csignposts_katana_update_end(uint64_t id) { EMIT(katana, update_end, id); }

void csignposts_katana_listeners_begin(uint64_t id, uint64_t version, uint32_t count) {
  EMIT(katana, listeners_begin, id, version, count);
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
