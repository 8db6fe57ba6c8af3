// The fields of provider `signpost`. LTTng-UST reads this header several times with different macros;
// only SignpostTracepoints.c includes it.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER signpost

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "SignpostTracepoints.h"

#if !defined(SIGNPOST_TRACEPOINTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define SIGNPOST_TRACEPOINTS_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, interval_begin,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, name, const char *,
                    subsystem, const char *, category),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_string(subsystem, subsystem)
    lttng_ust_field_string(category, category)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, interval_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, interval_end,
  LTTNG_UST_TP_ARGS(uint64_t, id),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, interval_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, event,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, parent_id, const char *, name, const char *,
                    subsystem, const char *, category, const char *, message),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_string(subsystem, subsystem)
    lttng_ust_field_string(category, category)
    lttng_ust_field_string(message, message)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, event, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, counter,
  LTTNG_UST_TP_ARGS(const char *, name, int64_t, value, const char *, subsystem, const char *,
                    category),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_string(name, name)
    lttng_ust_field_integer(int64_t, value, value)
    lttng_ust_field_string(subsystem, subsystem)
    lttng_ust_field_string(category, category)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, counter, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, thread_cpu_time,
  LTTNG_UST_TP_ARGS(uint64_t, id, int64_t, nanoseconds),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(int64_t, nanoseconds, nanoseconds)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, thread_cpu_time, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

#endif

#include <lttng/tracepoint-event.h>
