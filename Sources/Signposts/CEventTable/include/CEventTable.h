// The event table: every event of this package, defined once (docs/tracing.md, The event table).
//
// KatanaEvents.def, SignpostEvents.def and ConcurrencyEvents.def have one line per event:
//
//     EVENT(provider, name, role, log level, PLAIN or SLOT, (type, field)...)
//     TEXT_EVENT(...)    the same, with fields of type `any`
//
//  1. Role: BEGIN("label"), END, POINT, SAMPLE, COUNTER or DETAIL (of the interval or event with its id). `X_begin` and `X_end` are the two
//     ends of an interval; reports call it by the label. MOVING_BEGIN begins one that may end on another thread, or in another order than a
//     stack's.
//  2. Type: u64, u32, i64, f64, flag (a bool), text (printable ASCII), any (text of any kind; a second function, `..._text`, escapes it) or
//     packed (fields in the form of FieldList.c, as a text with its length before it).
//     At most 10 fields, which is LTTng's limit.
//  3. SLOT adds a field `slot`, the low bits of the id. A viewer that can keep a state per field value, but can't compute, finds its data
//     about an item there, in a bounded number of places.
//  4. A third part of a field, (u32, count, "listeners called"), is the label under which reports sum its values.
//
// The C functions (CSignposts.h), LTTng's event classes (Tracepoints.h), and the array below derive from it; everything that reads or
// records traces uses the array.
#ifndef CEVENTTABLE_H
#define CEVENTTABLE_H

#include <stddef.h>

typedef struct csignposts_field {
  const char *type;
  const char *name;
  /// The name in reports of the sum of its values; null for fields that aren't summed.
  const char *label;
} csignposts_field;

/// One line of the table.
typedef struct csignposts_event {
  const char *provider;
  const char *name;
  const char *role;
  /// For a begin, the interval's name in reports.
  const char *label;
  const char *log_level;
  size_t field_count;
  /// Includes `slot`, if the event has it.
  csignposts_field fields[11];
} csignposts_event;

/// The number of events.
size_t csignposts_event_count(void);

/// The events: those of provider `katana`, then those of `signpost`, then those of `swift_concurrency`.
const csignposts_event *csignposts_event_at(size_t index);

// CEVENTS_LIST(m, (a, b), (c, d)) is `m(a, b), m(c, d)`, and CEVENTS_JOIN the same without the comma.
#define CEVENTS_LIST(m, ...) \
  CEVENTS_MAP(CEVENTS_COUNT(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), m, CEVENTS_COMMA, __VA_ARGS__)
#define CEVENTS_JOIN(m, ...) \
  CEVENTS_MAP(CEVENTS_COUNT(__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), m, CEVENTS_NOTHING, __VA_ARGS__)
#define CEVENTS_COMMA() ,
#define CEVENTS_NOTHING()
#define CEVENTS_COUNT(a, b, c, d, e, f, g, h, i, j, count, ...) count
#define CEVENTS_MAP(count, ...) CEVENTS_MAP_OF(count, __VA_ARGS__)
#define CEVENTS_MAP_OF(count, ...) CEVENTS_MAP_##count(__VA_ARGS__)
#define CEVENTS_MAP_1(m, s, a) m a
#define CEVENTS_MAP_2(m, s, a, ...) m a s() CEVENTS_MAP_1(m, s, __VA_ARGS__)
#define CEVENTS_MAP_3(m, s, a, ...) m a s() CEVENTS_MAP_2(m, s, __VA_ARGS__)
#define CEVENTS_MAP_4(m, s, a, ...) m a s() CEVENTS_MAP_3(m, s, __VA_ARGS__)
#define CEVENTS_MAP_5(m, s, a, ...) m a s() CEVENTS_MAP_4(m, s, __VA_ARGS__)
#define CEVENTS_MAP_6(m, s, a, ...) m a s() CEVENTS_MAP_5(m, s, __VA_ARGS__)
#define CEVENTS_MAP_7(m, s, a, ...) m a s() CEVENTS_MAP_6(m, s, __VA_ARGS__)
#define CEVENTS_MAP_8(m, s, a, ...) m a s() CEVENTS_MAP_7(m, s, __VA_ARGS__)
#define CEVENTS_MAP_9(m, s, a, ...) m a s() CEVENTS_MAP_8(m, s, __VA_ARGS__)
#define CEVENTS_MAP_10(m, s, a, ...) m a s() CEVENTS_MAP_9(m, s, __VA_ARGS__)

#endif
