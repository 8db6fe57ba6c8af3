// The probes of provider `swift_concurrency`: all of them are made of ConcurrencyEvents.def.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "Tracepoints.h"

// As CSIGNPOSTS_KEEP_SECTION of Sources/Signposts/CSignposts/EmitEvents.h, which says why.
__attribute__((constructor, used)) static void keep_section(void) {
  __asm__ volatile("" : : "r"(&lttng_ust_tracepoint_ptr_swift_concurrency___task_run));
}

// As csignposts_outlive_exit of Sources/Signposts/CSignposts/SignpostTracepoints.c, which says why.
__attribute__((constructor, used)) static void outlive_exit(void) { tracepoint_disable_destructors(); }

#ifndef HAMON_LINKED_IN
// A program that has the hooks in itself tells of its tasks. Where this library is loaded into it as well, its probes would be called, too, for
// LTTng-UST knows them by name: so they aren't registered. Before LTTng's own constructor, which has priority 150.
extern const char hamon_concurrency_linked[] __attribute__((weak));
__attribute__((constructor(101))) static void make_way(void) {
  if (hamon_concurrency_linked) lttng_ust__probe_register_refcount___swift_concurrency++;
}
#endif
