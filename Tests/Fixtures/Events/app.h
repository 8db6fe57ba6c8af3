// The tracepoints of a program that has never heard of this package.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER app

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "app.h"

#if !defined(APP_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define APP_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(app, request_begin, LTTNG_UST_TP_ARGS(int, id, const char *, path),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, request_id, id) lttng_ust_field_string(name, path)))
LTTNG_UST_TRACEPOINT_EVENT(app, request_end, LTTNG_UST_TP_ARGS(int, id, int, bytes, const char *, outcome),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, request_id, id) lttng_ust_field_integer(int, bytes, bytes)
    lttng_ust_field_string(outcome, outcome)))
LTTNG_UST_TRACEPOINT_EVENT(app, parse_entry, LTTNG_UST_TP_ARGS(), LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_EVENT(app, parse_exit, LTTNG_UST_TP_ARGS(), LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_EVENT(app, start, LTTNG_UST_TP_ARGS(const char *, job),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_string(job, job)))
LTTNG_UST_TRACEPOINT_EVENT(app, stop, LTTNG_UST_TP_ARGS(const char *, job),
  LTTNG_UST_TP_FIELDS(lttng_ust_field_string(job, job)))

#endif

#include <lttng/tracepoint-event.h>
