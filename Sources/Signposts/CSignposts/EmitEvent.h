// What both providers' .c files need, after LTTng's own headers where those are used.
#ifndef EMIT_EVENT_H
#define EMIT_EVENT_H

#if CSIGNPOSTS_EMITS

// lld with --gc-sections (and thin LTO) drops the section of pointers through which the program
// tells LTTng of its tracepoints: the program registers, lists its events and records none. One
// address of that section, taken in a function that must stay, keeps an object file's section.
#define CSIGNPOSTS_KEEP_SECTION(tracepoint)                                                 \
  __attribute__((constructor, used)) static void csignposts_keep_section_##tracepoint(void) { \
    __asm__ volatile("" : : "r"(&lttng_ust_tracepoint_ptr_##tracepoint));                  \
  }

// The inline test in CSignposts.h has been made; LTTng's callback makes no second one.
#define EMIT(provider, name, ...) lttng_ust_do_tracepoint(provider, name, __VA_ARGS__)

#else
#define EMIT(provider, name, ...) ((void)0)

#if CSIGNPOSTS_HAS_LTTNG_TYPES
// The word that the inline test reads, never set.
#define CSIGNPOSTS_ABSENT(provider, name) \
  struct lttng_ust_tracepoint lttng_ust_tracepoint_##provider##___##name;
#else
#define CSIGNPOSTS_ABSENT(provider, name)
#endif
#endif

#endif
