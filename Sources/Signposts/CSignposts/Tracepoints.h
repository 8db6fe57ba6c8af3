// LTTng's event classes of one provider, generated from the event table. LTTng-UST reads this header several times with different macros;
// KatanaTracepoints.c and SignpostTracepoints.c include it once each, after they have defined CSIGNPOSTS_PROVIDER and CSIGNPOSTS_EVENTS,
// the provider's part of the table.
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER CSIGNPOSTS_PROVIDER

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "Tracepoints.h"

#if !defined(TRACEPOINTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define TRACEPOINTS_H

#include <lttng/tracepoint.h>

#define LTTNG_ARGUMENT(type, name, ...) CSIGNPOSTS_TYPE_##type, name
#define LTTNG_FIELD(type, name, ...) LTTNG_FIELD_##type(name)
#define LTTNG_FIELD_u64(name) lttng_ust_field_integer(uint64_t, name, name)
#define LTTNG_FIELD_u32(name) lttng_ust_field_integer(uint32_t, name, name)
#define LTTNG_FIELD_i64(name) lttng_ust_field_integer(int64_t, name, name)
#define LTTNG_FIELD_f64(name) lttng_ust_field_float(double, name, name)
#define LTTNG_FIELD_flag(name) lttng_ust_field_integer(uint8_t, name, name)
#define LTTNG_FIELD_text(name) lttng_ust_field_string(name, name)
#define LTTNG_FIELD_any(name) lttng_ust_field_string(name, name)
// Copied as a whole: several times as fast as a text that ends at its zero.
#define LTTNG_FIELD_packed(name) \
  lttng_ust_field_sequence_text(char, name, name.bytes, uint16_t, name.extent)
#define LTTNG_FIELDS_PLAIN
#define LTTNG_FIELDS_SLOT lttng_ust_field_integer(uint16_t, slot, (uint16_t)id)

#define EVENT(provider, name, role, level, slot, ...)                                         \
  LTTNG_UST_TRACEPOINT_EVENT(                                                                 \
      provider, name, LTTNG_UST_TP_ARGS(CEVENTS_LIST(LTTNG_ARGUMENT, __VA_ARGS__)),           \
      LTTNG_UST_TP_FIELDS(CEVENTS_JOIN(LTTNG_FIELD, __VA_ARGS__) LTTNG_FIELDS_##slot))        \
  LTTNG_UST_TRACEPOINT_LOGLEVEL(provider, name, LTTNG_UST_TRACEPOINT_LOGLEVEL_##level)
#define TEXT_EVENT EVENT
#include CSIGNPOSTS_EVENTS
#undef EVENT
#undef TEXT_EVENT

#endif

#include <lttng/tracepoint-event.h>
