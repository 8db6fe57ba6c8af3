// The fields of provider `katana`. LTTng-UST reads this header several times with different macros;
// only KatanaTracepoints.c includes it.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER katana

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "KatanaTracepoints.h"

#if !defined(KATANA_TRACEPOINTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define KATANA_TRACEPOINTS_H

#include <lttng/tracepoint.h>

// `slot`: the low bits of an item's id. A viewer that can keep a state for each value of a field, and can't
// compute, finds by it what it remembers of an item, in a bounded number of places.
LTTNG_UST_TRACEPOINT_EVENT(
  katana, dispatch_enqueue,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, kind, const char *, name,
                    uint32_t, depth),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(kind, kind)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint32_t, depth, depth)
    lttng_ust_field_integer(uint16_t, slot, (uint16_t)id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, dispatch_enqueue, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, dispatch_discard,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, reason),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(reason, reason)
    lttng_ust_field_integer(uint16_t, slot, (uint16_t)id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, dispatch_discard, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, dispatch_retry,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, name, uint32_t, attempt, int64_t, delay,
                    const char *, error),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint32_t, attempt, attempt)
    lttng_ust_field_integer(int64_t, delay, delay)
    lttng_ust_field_string(error, error)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, dispatch_retry, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, update_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, name, uint64_t, version),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint64_t, version, version)
    lttng_ust_field_integer(uint16_t, slot, (uint16_t)id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, update_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, update_end,
  LTTNG_UST_TP_ARGS(uint64_t, id),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, update_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, listeners_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, name, uint64_t, version, uint32_t, count),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint64_t, version, version)
    lttng_ust_field_integer(uint32_t, count, count)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, listeners_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, listeners_end,
  LTTNG_UST_TP_ARGS(uint64_t, id),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, listeners_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, effect_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, name, uint64_t, version),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint64_t, version, version)
    lttng_ust_field_integer(uint16_t, slot, (uint16_t)id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, effect_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, effect_end,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, outcome),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(outcome, outcome)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, effect_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, interceptors_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, name, uint32_t, count),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint32_t, count, count)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, interceptors_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, interceptors_end,
  LTTNG_UST_TP_ARGS(uint64_t, id),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, interceptors_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, queue_depth,
  LTTNG_UST_TP_ARGS(uint64_t, store, uint32_t, depth),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, store, store)
    lttng_ust_field_integer(uint32_t, depth, depth)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, queue_depth, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, route_diff_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, uint32_t, old_count, uint32_t, new_count),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_integer(uint32_t, old_count, old_count)
    lttng_ust_field_integer(uint32_t, new_count, new_count)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, route_diff_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, route_diff_end,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint32_t, actions, uint32_t, pushes, uint32_t, pops,
                    uint32_t, changes),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint32_t, actions, actions)
    lttng_ust_field_integer(uint32_t, pushes, pushes)
    lttng_ust_field_integer(uint32_t, pops, pops)
    lttng_ust_field_integer(uint32_t, changes, changes)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, route_diff_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, route_step_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, kind, const char *, name,
                    uint32_t, pushed, uint32_t, popped),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(kind, kind)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint32_t, pushed, pushed)
    lttng_ust_field_integer(uint32_t, popped, popped)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, route_step_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, route_step_end,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, outcome),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(outcome, outcome)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, route_step_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, layout_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, name, uint32_t, views,
                    bool, is_cache_hit),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(uint32_t, views, views)
    lttng_ust_field_integer(uint8_t, is_cache_hit, is_cache_hit)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, layout_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, layout_end,
  LTTNG_UST_TP_ARGS(uint64_t, id),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, layout_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, reconcile_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, name),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, reconcile_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  katana, reconcile_end,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint32_t, created, uint32_t, reused, uint32_t, removed,
                    uint32_t, moved),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint32_t, created, created)
    lttng_ust_field_integer(uint32_t, reused, reused)
    lttng_ust_field_integer(uint32_t, removed, removed)
    lttng_ust_field_integer(uint32_t, moved, moved)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(katana, reconcile_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

#endif

#include <lttng/tracepoint-event.h>
