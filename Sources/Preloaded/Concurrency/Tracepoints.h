// LTTng's event classes of provider `swift_concurrency`, made of ConcurrencyEvents.def. LTTng-UST reads this header several
// times with different macros; Tracepoints.c makes the probes, the others only emit.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER swift_concurrency

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./Tracepoints.h"

#if !defined(HAMON_CONCURRENCY_TRACEPOINTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define HAMON_CONCURRENCY_TRACEPOINTS_H

#include <lttng/tracepoint.h>
#include <stdbool.h>
#include <stdint.h>

#include "CEventTable.h"

#define ARGUMENT_u64 uint64_t
#define ARGUMENT_u32 uint32_t
#define ARGUMENT_flag bool
#define ARGUMENT_text const char *
#define LTTNG_ARGUMENT(type, name, ...) ARGUMENT_##type, name
#define LTTNG_FIELD(type, name, ...) LTTNG_FIELD_##type(name)
#define LTTNG_FIELD_u64(name) lttng_ust_field_integer(uint64_t, name, name)
#define LTTNG_FIELD_u32(name) lttng_ust_field_integer(uint32_t, name, name)
#define LTTNG_FIELD_flag(name) lttng_ust_field_integer(uint8_t, name, name)
#define LTTNG_FIELD_text(name) lttng_ust_field_string(name, name)

#define EVENT(provider, name, role, level, slot, ...)                                         \
  LTTNG_UST_TRACEPOINT_EVENT(                                                                 \
      provider, name, LTTNG_UST_TP_ARGS(CEVENTS_LIST(LTTNG_ARGUMENT, __VA_ARGS__)),           \
      LTTNG_UST_TP_FIELDS(CEVENTS_JOIN(LTTNG_FIELD, __VA_ARGS__)))                            \
  LTTNG_UST_TRACEPOINT_LOGLEVEL(provider, name, LTTNG_UST_TRACEPOINT_LOGLEVEL_##level)
#include "ConcurrencyEvents.def"
#undef EVENT

/// Whether anybody records an event.
#define IS_RECORDED(name) lttng_ust_tracepoint_enabled(swift_concurrency, name)
/// Emits an event, where it is recorded.
#define EMIT(name, ...) lttng_ust_tracepoint(swift_concurrency, name, __VA_ARGS__)

#endif

#include <lttng/tracepoint-event.h>
