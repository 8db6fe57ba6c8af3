// The C half of `Signposts`: one inline test and one emit function for each event of the table (CEventTable.h).
//
// How it works, and why it looks like this:
//  1. An event that nobody records must cost nothing. The wrappers below are inlined into Swift and test the tracepoint's `state` word
//     themselves: one load, one branch that is never taken.
//  2. Only the test may be inlined. LTTng's own `lttng_ust_tracepoint()` macro also refers to hidden symbols of the module that it is
//     compiled into; inlined into Swift code of another dynamic library it crashes as soon as the event is enabled. Emission stays in the
//     .c files.
//  3. Without LTTng's headers the same functions exist, test nothing and do nothing. With the headers but without the package's trait
//     `Tracing`, the words exist, stay 0, and LTTng isn't linked.
//
//  4. Emission allocates nothing: text is made printable ASCII on the stack (TextEvents.c).
//
// A `const char *` must be printable ASCII of at most 30,000 bytes; a `csignposts_text` may be any text.
#ifndef CSIGNPOSTS_H
#define CSIGNPOSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CEventTable.h"

// `swift build -Xcc -DCSIGNPOSTS_WITHOUT_TRACEPOINTS` leaves out even the tests of the words, in Swift as in C, to measure their cost.
#if !defined(CSIGNPOSTS_WITHOUT_TRACEPOINTS) && __has_include(<lttng/tracepoint-types.h>) && \
    __has_include(<lttng/tracepoint.h>)
#include <lttng/tracepoint-types.h>
#define CSIGNPOSTS_HAS_LTTNG_TYPES 1
#define CSIGNPOSTS_TEST(provider, name)                                                  \
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
#define CSIGNPOSTS_TEST(provider, name)                                                  \
  static inline __attribute__((always_inline)) bool                                       \
      csignposts_##provider##_##name##_enabled(void) {                                    \
    return false;                                                                         \
  }
#endif

// For the .c files only: whether they are compiled to emit.
#if CSIGNPOSTS_HAS_LTTNG_TYPES && defined(CSIGNPOSTS_TRACING)
#define CSIGNPOSTS_EMITS 1
#else
#define CSIGNPOSTS_EMITS 0
#endif

/// Whether this build can emit events at all.
bool csignposts_can_emit(void);

/// The next id of the process-wide counter that provides the ids of all intervals and events. Starts at 1: an id of 0 means "none".
static inline __attribute__((always_inline)) uint64_t csignposts_make_id(void) {
  extern uint64_t csignposts_last_id;
  return __atomic_add_fetch(&csignposts_last_id, 1, __ATOMIC_RELAXED);
}

/// Whether this process has ever made an interval the parent of what begins in its body. Until then nobody has to look for one in the task,
/// which takes a third as long as emitting an event.
static inline __attribute__((always_inline)) bool csignposts_has_parents(void) {
  extern bool csignposts_parents_exist;
  return __atomic_load_n(&csignposts_parents_exist, __ATOMIC_RELAXED);
}

/// Records that there are parents from now on.
static inline __attribute__((always_inline)) void csignposts_expect_parents(void) {
  extern bool csignposts_parents_exist;
  __atomic_store_n(&csignposts_parents_exist, true, __ATOMIC_RELAXED);
}

/// The name kept for a type, by the address of its metadata, or null; see TypeNames.c.
const char *csignposts_type_name(uintptr_t type);

/// Keeps a name, which is never freed, for a type, if there is room. One thread at a time.
void csignposts_keep_type_name(uintptr_t type, const char *name);

// Text of any kind: see TextEvents.c.

/// Bytes of UTF-8, in two words, so that they are passed in registers: the top bit of `extent` says whether a zero follows the bytes, the
/// others are their number.
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

/// The length in bytes of the text as printable ASCII, at most 30,000, without the terminator.
size_t csignposts_escaped_length(csignposts_text text);

/// Whether the text is printable ASCII without a backslash, which needs no escape.
bool csignposts_is_plain(const char *bytes, size_t length);

/// Writes the text as printable ASCII and a terminator: `csignposts_escaped_length` bytes plus one.
void csignposts_escape(csignposts_text text, char *escaped);

// The events. Each line of the table has a test, `csignposts_PROVIDER_NAME_enabled()`, and a function `csignposts_PROVIDER_NAME(fields...)`
// that emits unconditionally. With fields of type `any` there is another one, `csignposts_PROVIDER_NAME_text(fields...)`, which takes texts
// of any kind there (TextEvents.c).

#define CSIGNPOSTS_TYPE_u64 uint64_t
#define CSIGNPOSTS_TYPE_u32 uint32_t
#define CSIGNPOSTS_TYPE_i64 int64_t
#define CSIGNPOSTS_TYPE_f64 double
#define CSIGNPOSTS_TYPE_flag bool
#define CSIGNPOSTS_TYPE_text const char *
#define CSIGNPOSTS_TYPE_any const char *
#define CSIGNPOSTS_TYPE_packed csignposts_text
#define CSIGNPOSTS_TEXT_TYPE_u64 uint64_t
#define CSIGNPOSTS_TEXT_TYPE_u32 uint32_t
#define CSIGNPOSTS_TEXT_TYPE_i64 int64_t
#define CSIGNPOSTS_TEXT_TYPE_f64 double
#define CSIGNPOSTS_TEXT_TYPE_flag bool
#define CSIGNPOSTS_TEXT_TYPE_text const char *
#define CSIGNPOSTS_TEXT_TYPE_any csignposts_text
#define CSIGNPOSTS_TEXT_TYPE_packed csignposts_text
#define CSIGNPOSTS_PARAMETER(type, name, ...) CSIGNPOSTS_TYPE_##type name
#define CSIGNPOSTS_TEXT_PARAMETER(type, name, ...) CSIGNPOSTS_TEXT_TYPE_##type name
#define CSIGNPOSTS_ARGUMENT(type, name, ...) name

#define EVENT(provider, name, role, level, slot, ...) \
  CSIGNPOSTS_TEST(provider, name)                     \
  void csignposts_##provider##_##name(CEVENTS_LIST(CSIGNPOSTS_PARAMETER, __VA_ARGS__));
#define TEXT_EVENT(provider, name, role, level, slot, ...) \
  EVENT(provider, name, role, level, slot, __VA_ARGS__)    \
  void csignposts_##provider##_##name##_text(CEVENTS_LIST(CSIGNPOSTS_TEXT_PARAMETER, __VA_ARGS__));
#include "KatanaEvents.def"
#include "SignpostEvents.def"
#undef EVENT
#undef TEXT_EVENT

/// Emits `interval_begin`; whether it is synchronous is part of the name, because the arguments already fill the registers.
void csignposts_signpost_interval_begin_text(uint64_t id, uint64_t parent_id, csignposts_text name,
                                             const char *subsystem, const char *category);
void csignposts_signpost_synchronous_begin_text(uint64_t id, uint64_t parent_id,
                                                csignposts_text name, const char *subsystem,
                                                const char *category);

// Texts and metrics that are told once: see Dictionary.c.

/// A text, and 64 bits that stand for it: found once, they serve whoever looks it up.
typedef struct csignposts_hashed_text {
  csignposts_text text;
  uint64_t hash;
} csignposts_hashed_text;

/// The text with its hash, which is never 0.
csignposts_hashed_text csignposts_hash(csignposts_text text);

/// The number of a text that repeats; 0 if it has none, and has to be told whole.
uint32_t csignposts_text_number(csignposts_hashed_text text);

/// A new number for the values of a metric; 0 if they have to be told with its names. The names must live for ever.
uint32_t csignposts_make_series(const char *name, const char *subsystem, const char *category);

/// From now on nothing gets a number: a child of this process must not give those that its parent gives.
void csignposts_close_dictionary(void);

// Fields of one interval or event, told at once: see FieldList.c. Each function adds one to `length` bytes, of which
// there are CSIGNPOSTS_FIELDS_SIZE, and returns how many are in use then; 0 if there is no room.

enum { CSIGNPOSTS_FIELDS_SIZE = 1024 };

uint32_t csignposts_add_text(char *bytes, uint32_t length, csignposts_hashed_text key,
                             csignposts_hashed_text value);
uint32_t csignposts_add_integer(char *bytes, uint32_t length, csignposts_hashed_text key,
                                int64_t value);
uint32_t csignposts_add_float(char *bytes, uint32_t length, csignposts_hashed_text key,
                              double value);
uint32_t csignposts_add_flag(char *bytes, uint32_t length, csignposts_hashed_text key, bool value);

/// Takes a snapshot of the memory where libhamon-memory.so is loaded and the event is "snapshot memory".
void csignposts_event_happened(csignposts_text name, csignposts_text message);

/// Emits `thread_cpu_time` with the thread's current CPU clock.
void csignposts_emit_thread_cpu_time(uint64_t id);

#endif
