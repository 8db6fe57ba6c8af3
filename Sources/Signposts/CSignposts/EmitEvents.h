// The functions that emit the events of one provider, generated from the event table; KatanaTracepoints.c and SignpostTracepoints.c are one
// provider each (see Tracepoints.h).
#ifndef EMIT_EVENTS_H
#define EMIT_EVENTS_H

#include "CSignposts.h"

#if CSIGNPOSTS_EMITS
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "Tracepoints.h"

// lld with --gc-sections (and thin LTO) drops the section of pointers through which the program registers its tracepoints with LTTng: then
// it registers, lists its events and records none. One address of that section, taken in a function that must stay, keeps an object file's
// section.
#define CSIGNPOSTS_KEEP_SECTION(tracepoint)                                                 \
  __attribute__((constructor, used)) static void csignposts_keep_section_##tracepoint(void) { \
    __asm__ volatile("" : : "r"(&lttng_ust_tracepoint_ptr_##tracepoint));                  \
  }

// The inline test in CSignposts.h was already made; LTTng's callback makes no second one.
#define EMIT(provider, name, ...) lttng_ust_do_tracepoint(provider, name, __VA_ARGS__)
#define WORD(provider, name)
#else
#define CSIGNPOSTS_KEEP_SECTION(tracepoint)
#define EMIT(provider, name, ...) ((void)0)
#if CSIGNPOSTS_HAS_LTTNG_TYPES
// The word that the inline test reads, never set.
#define WORD(provider, name) struct lttng_ust_tracepoint lttng_ust_tracepoint_##provider##___##name;
#else
#define WORD(provider, name)
#endif
#endif

#define EVENT(provider, name, role, level, slot, ...)                                            \
  WORD(provider, name)                                                                           \
  void csignposts_##provider##_##name(CEVENTS_LIST(CSIGNPOSTS_PARAMETER, __VA_ARGS__)) {         \
    EMIT(provider, name, CEVENTS_LIST(CSIGNPOSTS_ARGUMENT, __VA_ARGS__));                        \
  }
#define TEXT_EVENT EVENT
#include CSIGNPOSTS_EVENTS
#undef EVENT
#undef TEXT_EVENT

#endif
