#define _GNU_SOURCE
#include "CSignposts.h"

#include <pthread.h>
#include <unistd.h>

#if CSIGNPOSTS_EMITS
#include <time.h>

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "SignpostTracepoints.h"
#include "EmitEvent.h"

CSIGNPOSTS_KEEP_SECTION(signpost___event)
#else
#include "EmitEvent.h"

CSIGNPOSTS_ABSENT(signpost, interval_begin)
CSIGNPOSTS_ABSENT(signpost, interval_end)
CSIGNPOSTS_ABSENT(signpost, event)
CSIGNPOSTS_ABSENT(signpost, counter)
CSIGNPOSTS_ABSENT(signpost, measurement)
CSIGNPOSTS_ABSENT(signpost, field_integer)
CSIGNPOSTS_ABSENT(signpost, field_float)
CSIGNPOSTS_ABSENT(signpost, field_boolean)
CSIGNPOSTS_ABSENT(signpost, field_text)
CSIGNPOSTS_ABSENT(signpost, span_context)
CSIGNPOSTS_ABSENT(signpost, span_link)
CSIGNPOSTS_ABSENT(signpost, thread_cpu_time)
#endif

uint64_t csignposts_last_id = 0;

// A child that goes on without exec has the numbers of its parent. Where LTTng isn't told of the fork
// (hamon record tells it), its events even bear the parent's process id; so it counts from elsewhere, or
// the two would end each other's intervals.
static void csignposts_leave_parents_ids(void) {
  uint64_t last = __atomic_load_n(&csignposts_last_id, __ATOMIC_RELAXED);
  uint64_t own = (uint64_t)(uint32_t)getpid() << 32;
  __atomic_store_n(&csignposts_last_id, own | (last & UINT32_MAX), __ATOMIC_RELAXED);
}

__attribute__((constructor, used)) static void csignposts_watch_forks(void) {
  pthread_atfork(NULL, NULL, csignposts_leave_parents_ids);
}

bool csignposts_parents_exist = false;

bool csignposts_can_emit(void) { return CSIGNPOSTS_EMITS; }

void csignposts_signpost_interval_begin(uint64_t id, uint64_t parent_id, const char *name,
                                        const char *subsystem, const char *category) {
  EMIT(signpost, interval_begin, id, parent_id, name, subsystem, category, false);
}

void csignposts_signpost_synchronous_begin(uint64_t id, uint64_t parent_id, const char *name,
                                           const char *subsystem, const char *category) {
  EMIT(signpost, interval_begin, id, parent_id, name, subsystem, category, true);
}

void csignposts_signpost_interval_end(uint64_t id) { EMIT(signpost, interval_end, id); }

void csignposts_signpost_event(uint64_t id, uint64_t parent_id, const char *name,
                               const char *subsystem, const char *category,
                               const char *message) {
  EMIT(signpost, event, id, parent_id, name, subsystem, category, message);
}

void csignposts_signpost_counter(const char *name, int64_t value, const char *subsystem,
                                 const char *category) {
  EMIT(signpost, counter, name, value, subsystem, category);
}

void csignposts_signpost_measurement(const char *name, double value, const char *subsystem,
                                     const char *category) {
  EMIT(signpost, measurement, name, value, subsystem, category);
}

void csignposts_signpost_field_integer(uint64_t id, const char *key, int64_t value) {
  EMIT(signpost, field_integer, id, key, value);
}

void csignposts_signpost_field_float(uint64_t id, const char *key, double value) {
  EMIT(signpost, field_float, id, key, value);
}

void csignposts_signpost_field_boolean(uint64_t id, const char *key, bool value) {
  EMIT(signpost, field_boolean, id, key, value);
}

void csignposts_signpost_field_text(uint64_t id, const char *key, const char *value) {
  EMIT(signpost, field_text, id, key, value);
}

void csignposts_signpost_span_context(uint64_t id, uint64_t trace_id_high, uint64_t trace_id_low,
                                      uint64_t span_id, uint64_t parent_span_id) {
  EMIT(signpost, span_context, id, trace_id_high, trace_id_low, span_id, parent_span_id);
}

void csignposts_signpost_span_link(uint64_t id, uint64_t trace_id_high, uint64_t trace_id_low,
                                   uint64_t span_id) {
  EMIT(signpost, span_link, id, trace_id_high, trace_id_low, span_id);
}

void csignposts_signpost_thread_cpu_time(uint64_t id) {
#if CSIGNPOSTS_EMITS
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return;
  EMIT(signpost, thread_cpu_time, id, (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
#endif
}
