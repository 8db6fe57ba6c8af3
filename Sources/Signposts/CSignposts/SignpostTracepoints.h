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
                    subsystem, const char *, category, bool, is_synchronous),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, parent_id, parent_id)
    lttng_ust_field_string(name, name)
    lttng_ust_field_string(subsystem, subsystem)
    lttng_ust_field_string(category, category)
    lttng_ust_field_integer(uint8_t, is_synchronous, is_synchronous)))
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
  signpost, measurement,
  LTTNG_UST_TP_ARGS(const char *, name, double, value, const char *, subsystem,
                    const char *, category),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_string(name, name)
    lttng_ust_field_float(double, value, value)
    lttng_ust_field_string(subsystem, subsystem)
    lttng_ust_field_string(category, category)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, measurement, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, field_integer,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, key, int64_t, value),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(key, key)
    lttng_ust_field_integer(int64_t, value, value)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, field_integer, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, field_float,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, key, double, value),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(key, key)
    lttng_ust_field_float(double, value, value)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, field_float, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, field_boolean,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, key, bool, value),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(key, key)
    lttng_ust_field_integer(uint8_t, value, value)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, field_boolean, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, field_text,
  LTTNG_UST_TP_ARGS(uint64_t, id, const char *, key, const char *, value),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_string(key, key)
    lttng_ust_field_string(value, value)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, field_text, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, span_context,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, trace_id_high, uint64_t, trace_id_low,
                    uint64_t, span_id, uint64_t, parent_span_id),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, trace_id_high, trace_id_high)
    lttng_ust_field_integer(uint64_t, trace_id_low, trace_id_low)
    lttng_ust_field_integer(uint64_t, span_id, span_id)
    lttng_ust_field_integer(uint64_t, parent_span_id, parent_span_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, span_context, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, span_link,
  LTTNG_UST_TP_ARGS(uint64_t, id, uint64_t, trace_id_high, uint64_t, trace_id_low,
                    uint64_t, span_id),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(uint64_t, trace_id_high, trace_id_high)
    lttng_ust_field_integer(uint64_t, trace_id_low, trace_id_low)
    lttng_ust_field_integer(uint64_t, span_id, span_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, span_link, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
  signpost, thread_cpu_time,
  LTTNG_UST_TP_ARGS(uint64_t, id, int64_t, nanoseconds),
  LTTNG_UST_TP_FIELDS(
    lttng_ust_field_integer(uint64_t, id, id)
    lttng_ust_field_integer(int64_t, nanoseconds, nanoseconds)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(signpost, thread_cpu_time, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

#endif

#include <lttng/tracepoint-event.h>
