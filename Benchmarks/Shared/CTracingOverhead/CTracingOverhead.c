#include "CTracingOverhead.h"

#include "CSignposts.h"

void ctracing_emit_events(long count) {
  for (long index = 0; index < count; index++) {
    if (!csignposts_signpost_event_enabled()) continue;
    csignposts_signpost_event("tick", "twenty characters...", csignposts_make_id(), 0, "benchmark",
                              "overhead");
  }
}

void ctracing_emit_counters(long count) {
  for (long index = 0; index < count; index++) {
    if (!csignposts_signpost_counter_enabled()) continue;
    csignposts_signpost_counter("queue depth", index, "benchmark", "overhead");
  }
}

void ctracing_emit_intervals(long count) {
  for (long index = 0; index < count; index++) {
    if (!csignposts_signpost_interval_begin_enabled()) continue;
    uint64_t id = csignposts_make_id();
    csignposts_signpost_interval_begin(id, 0, "work", "benchmark", "overhead", false);
    csignposts_signpost_interval_end(id);
  }
}

void ctracing_forget_parents(void) {
  extern bool csignposts_parents_exist;
  __atomic_store_n(&csignposts_parents_exist, false, __ATOMIC_RELAXED);
}
