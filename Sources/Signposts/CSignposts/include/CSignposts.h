// The C half of `Signposts`: one inline test and one emit function for each event.
//
// How it works, and why it looks like this:
//  1. An event that nobody records must cost nothing. The wrappers below are inlined into Swift and
//     test the tracepoint's `state` word themselves: one load, one branch that is never taken.
//  2. Only the test may be inlined. LTTng's own `lttng_ust_tracepoint()` macro also refers to
//     hidden symbols of the module that it is compiled into; inlined into Swift code of another
//     dynamic library it crashes as soon as the event is enabled. Emission stays in the .c files.
//  3. Without LTTng's headers the same functions exist, test nothing and do nothing. With the headers
//     but without the package's trait `Tracing`, the words exist, stay 0, and LTTng isn't linked.
//
//  4. Emission allocates nothing: text is made printable ASCII on the stack (TextEvents.c).
//
// A `const char *` must be printable ASCII of at most 30,000 bytes; a `csignposts_text` may be any.
#ifndef CSIGNPOSTS_H
#define CSIGNPOSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// `swift build -Xcc -DCSIGNPOSTS_WITHOUT_TRACEPOINTS` leaves even the tests of the words out, in Swift as
// in C: to measure what they cost.
#if !defined(CSIGNPOSTS_WITHOUT_TRACEPOINTS) && __has_include(<lttng/tracepoint-types.h>) && \
    __has_include(<lttng/tracepoint.h>)
#include <lttng/tracepoint-types.h>
#define CSIGNPOSTS_HAS_LTTNG_TYPES 1
#define CSIGNPOSTS_EVENT(provider, name)                                                  \
  extern struct lttng_ust_tracepoint lttng_ust_tracepoint_##provider##___##name;         \
  static inline __attribute__((always_inline)) bool                                       \
      csignposts_##provider##_##name##_enabled(void) {                                    \
    return __builtin_expect(                                                              \
        __atomic_load_n(&lttng_ust_tracepoint_##provider##___##name.state,                \
                        __ATOMIC_RELAXED) != 0,                                           \
        0);                                                                               \
  }
#else
#define CSIGNPOSTS_HAS_LTTNG_TYPES 0
#define CSIGNPOSTS_EVENT(provider, name)                                                  \
  static inline __attribute__((always_inline)) bool                                       \
      csignposts_##provider##_##name##_enabled(void) {                                    \
    return false;                                                                         \
  }
#endif

// Of the .c files only: whether they are compiled to emit.
#if CSIGNPOSTS_HAS_LTTNG_TYPES && defined(CSIGNPOSTS_TRACING)
#define CSIGNPOSTS_EMITS 1
#else
#define CSIGNPOSTS_EMITS 0
#endif

/// Whether this build can emit events at all.
bool csignposts_can_emit(void);

/// The next id of the one process-wide counter that every interval and event takes its id from.
/// Starts at 1: an id of 0 means "none".
static inline __attribute__((always_inline)) uint64_t csignposts_make_id(void) {
  extern uint64_t csignposts_last_id;
  return __atomic_add_fetch(&csignposts_last_id, 1, __ATOMIC_RELAXED);
}

/// Whether this process has ever made an interval the parent of what begins in its body. Until then
/// nobody has to look for one in the task, which takes a third as long as emitting an event.
static inline __attribute__((always_inline)) bool csignposts_has_parents(void) {
  extern bool csignposts_parents_exist;
  return __atomic_load_n(&csignposts_parents_exist, __ATOMIC_RELAXED);
}

/// Notes that there are parents from now on.
static inline __attribute__((always_inline)) void csignposts_expect_parents(void) {
  extern bool csignposts_parents_exist;
  __atomic_store_n(&csignposts_parents_exist, true, __ATOMIC_RELAXED);
}

/// The name that was kept for a type, by the address of its metadata, or null; see TypeNames.c.
const char *csignposts_type_name(uintptr_t type);

/// Keeps a name that is never freed for a type, if there is room. One thread at a time.
void csignposts_keep_type_name(uintptr_t type, const char *name);

// Provider `katana`: what the store does.

CSIGNPOSTS_EVENT(katana, dispatch_enqueue)
void csignposts_katana_dispatch_enqueue(uint64_t id, uint64_t parent_id, const char *kind,
                                        const char *name, uint32_t depth);

/// The item will never begin; `reason` is "cancelled", "rejected", "dropped" or "replaced".
CSIGNPOSTS_EVENT(katana, dispatch_discard)
void csignposts_katana_dispatch_discard(uint64_t id, const char *reason);

/// The item `id`, 0 if nobody recorded its dispatch, was rejected with `error` and is handed over again after
/// `delay` nanoseconds, for the `attempt`th time.
CSIGNPOSTS_EVENT(katana, dispatch_retry)
void csignposts_katana_dispatch_retry(uint64_t id, const char *name, uint32_t attempt,
                                      int64_t delay, const char *error);

CSIGNPOSTS_EVENT(katana, update_begin)
void csignposts_katana_update_begin(uint64_t id, const char *name, uint64_t version);

CSIGNPOSTS_EVENT(katana, update_end)
void csignposts_katana_update_end(uint64_t id);

/// The listeners of the update `id`, whose `name` it is.
CSIGNPOSTS_EVENT(katana, listeners_begin)
void csignposts_katana_listeners_begin(uint64_t id, const char *name, uint64_t version,
                                       uint32_t count);

CSIGNPOSTS_EVENT(katana, listeners_end)
void csignposts_katana_listeners_end(uint64_t id);

CSIGNPOSTS_EVENT(katana, effect_begin)
void csignposts_katana_effect_begin(uint64_t id, uint64_t parent_id, const char *name,
                                    uint64_t version);

/// `outcome` is "success", "failure" or "cancelled".
CSIGNPOSTS_EVENT(katana, effect_end)
void csignposts_katana_effect_end(uint64_t id, const char *outcome);

CSIGNPOSTS_EVENT(katana, interceptors_begin)
void csignposts_katana_interceptors_begin(uint64_t id, const char *name, uint32_t count);

CSIGNPOSTS_EVENT(katana, interceptors_end)
void csignposts_katana_interceptors_end(uint64_t id);

CSIGNPOSTS_EVENT(katana, queue_depth)
void csignposts_katana_queue_depth(uint64_t store, uint32_t depth);

/// Two routes are compared, each the number of its destinations.
CSIGNPOSTS_EVENT(katana, route_diff_begin)
void csignposts_katana_route_diff_begin(uint64_t id, uint64_t parent_id, uint32_t old_count,
                                        uint32_t new_count);

/// So many steps lead from the one to the other; what is none of the three reorders or activates.
CSIGNPOSTS_EVENT(katana, route_diff_end)
void csignposts_katana_route_diff_end(uint64_t id, uint32_t actions, uint32_t pushes,
                                      uint32_t pops, uint32_t changes);

/// A step is carried out: `kind` is "push", "pop", "change", "reorder" or "activate", `name` is that of
/// the destination that it is about, and so many destinations come and go.
CSIGNPOSTS_EVENT(katana, route_step_begin)
void csignposts_katana_route_step_begin(uint64_t id, uint64_t parent_id, const char *kind,
                                        const char *name, uint32_t pushed, uint32_t popped);

/// `outcome` is "success", "failure", "timeout", "incomplete" or "unrealized".
CSIGNPOSTS_EVENT(katana, route_step_end)
void csignposts_katana_route_step_end(uint64_t id, const char *outcome);

CSIGNPOSTS_EVENT(katana, layout_begin)
void csignposts_katana_layout_begin(uint64_t id, uint64_t parent_id, const char *name,
                                    uint32_t views, bool is_cache_hit);

CSIGNPOSTS_EVENT(katana, layout_end)
void csignposts_katana_layout_end(uint64_t id);

CSIGNPOSTS_EVENT(katana, reconcile_begin)
void csignposts_katana_reconcile_begin(uint64_t id, uint64_t parent_id, const char *name);

CSIGNPOSTS_EVENT(katana, reconcile_end)
void csignposts_katana_reconcile_end(uint64_t id, uint32_t created, uint32_t reused,
                                     uint32_t removed, uint32_t moved);

// Provider `signpost`: what any Swift program emits through `Signposter`.

CSIGNPOSTS_EVENT(signpost, interval_begin)
void csignposts_signpost_interval_begin(uint64_t id, uint64_t parent_id, const char *name,
                                        const char *subsystem, const char *category);

/// `interval_begin` with `is_synchronous`: it ends on this thread, and what begins in it here ends before
/// it does, so that a viewer can stack it. Not an argument, for there are as many as fit into registers.
void csignposts_signpost_synchronous_begin(uint64_t id, uint64_t parent_id, const char *name,
                                           const char *subsystem, const char *category);

CSIGNPOSTS_EVENT(signpost, interval_end)
void csignposts_signpost_interval_end(uint64_t id);

CSIGNPOSTS_EVENT(signpost, event)
void csignposts_signpost_event(uint64_t id, uint64_t parent_id, const char *name,
                               const char *subsystem, const char *category,
                               const char *message);

CSIGNPOSTS_EVENT(signpost, counter)
void csignposts_signpost_counter(const char *name, int64_t value, const char *subsystem,
                                 const char *category);

/// One value of a distribution, such as how long something took. A double, which Trace Compass
/// reads with the precision of a float.
CSIGNPOSTS_EVENT(signpost, measurement)
void csignposts_signpost_measurement(const char *name, double value, const char *subsystem,
                                     const char *category);

// What is known besides of the interval or event with an id: after the begin of an interval, before
// an event.

CSIGNPOSTS_EVENT(signpost, field_integer)
void csignposts_signpost_field_integer(uint64_t id, const char *key, int64_t value);

CSIGNPOSTS_EVENT(signpost, field_float)
void csignposts_signpost_field_float(uint64_t id, const char *key, double value);

CSIGNPOSTS_EVENT(signpost, field_boolean)
void csignposts_signpost_field_boolean(uint64_t id, const char *key, bool value);

CSIGNPOSTS_EVENT(signpost, field_text)
void csignposts_signpost_field_text(uint64_t id, const char *key, const char *value);

/// Who the interval is outside of this process (W3C Trace Context); `parent_span_id` is 0 for a root.
CSIGNPOSTS_EVENT(signpost, span_context)
void csignposts_signpost_span_context(uint64_t id, uint64_t trace_id_high, uint64_t trace_id_low,
                                      uint64_t span_id, uint64_t parent_span_id);

/// The interval has to do with another span, which is not its parent.
CSIGNPOSTS_EVENT(signpost, span_link)
void csignposts_signpost_span_link(uint64_t id, uint64_t trace_id_high, uint64_t trace_id_low,
                                   uint64_t span_id);

/// The thread's CPU clock, emitted beside both ends of an interval of either provider. A system
/// call an event, so it is an event of its own that a recording asks for.
CSIGNPOSTS_EVENT(signpost, thread_cpu_time)
void csignposts_signpost_thread_cpu_time(uint64_t id);

// Text of any kind: see TextEvents.c.

/// Bytes of UTF-8, in two words, so that it is passed in registers: the top bit of `extent` says whether
/// a zero follows the bytes, the others are their number.
typedef struct csignposts_text {
  const char *bytes;
  uint64_t extent;
} csignposts_text;

static inline __attribute__((always_inline)) csignposts_text csignposts_make_text(
    const char *bytes, size_t length, bool is_terminated) {
  csignposts_text text = {bytes, (uint64_t)length | (uint64_t)is_terminated << 63};
  return text;
}

static inline __attribute__((always_inline)) size_t csignposts_text_length(csignposts_text text) {
  return (size_t)(text.extent & ~(UINT64_C(1) << 63));
}

static inline __attribute__((always_inline)) bool csignposts_text_is_terminated(
    csignposts_text text) {
  return text.extent >> 63 != 0;
}

/// How many bytes the text has as printable ASCII, at most 30,000; the terminator not counted.
size_t csignposts_escaped_length(csignposts_text text);

/// Writes the text as printable ASCII and a terminator into `length + 1` bytes, where `length` is
/// `csignposts_escaped_length` of it.
void csignposts_escape(csignposts_text text, char *escaped, size_t length);

void csignposts_katana_dispatch_retry_text(uint64_t id, const char *name, uint32_t attempt,
                                           int64_t delay, csignposts_text error);
void csignposts_katana_route_step_begin_text(uint64_t id, uint64_t parent_id, const char *kind,
                                             csignposts_text name, uint32_t pushed,
                                             uint32_t popped);
void csignposts_signpost_interval_begin_text(uint64_t id, uint64_t parent_id, csignposts_text name,
                                             const char *subsystem, const char *category);
void csignposts_signpost_synchronous_begin_text(uint64_t id, uint64_t parent_id,
                                                csignposts_text name, const char *subsystem,
                                                const char *category);
// The texts come first: what is in registers need not be read back from the stack as one.
void csignposts_signpost_event_text(csignposts_text name, csignposts_text message, uint64_t id,
                                    uint64_t parent_id, const char *subsystem,
                                    const char *category);
void csignposts_signpost_counter_text(csignposts_text name, int64_t value, const char *subsystem,
                                      const char *category);
void csignposts_signpost_measurement_text(csignposts_text name, double value,
                                          const char *subsystem, const char *category);
void csignposts_signpost_field_integer_text(uint64_t id, csignposts_text key, int64_t value);
void csignposts_signpost_field_float_text(uint64_t id, csignposts_text key, double value);
void csignposts_signpost_field_boolean_text(uint64_t id, csignposts_text key, bool value);
void csignposts_signpost_field_text_text(uint64_t id, csignposts_text key, csignposts_text value);

#endif
