// The probes of provider `swift_concurrency`: all of them are made of ConcurrencyEvents.def.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "Tracepoints.h"

// As CSIGNPOSTS_KEEP_SECTION of Sources/Signposts/CSignposts/EmitEvents.h, which says why.
__attribute__((constructor, used)) static void keep_section(void) {
  __asm__ volatile("" : : "r"(&lttng_ust_tracepoint_ptr_swift_concurrency___task_run));
}
