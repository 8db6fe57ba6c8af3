// The emission of provider `signpost`, and the ids that all events share.
#define _GNU_SOURCE
#define CSIGNPOSTS_PROVIDER signpost
#define CSIGNPOSTS_EVENTS "SignpostEvents.def"
#include "EmitEvents.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

CSIGNPOSTS_KEEP_SECTION(signpost___event)

uint64_t csignposts_last_id = 0;

// A child that continues without exec has its parent's ids. If LTTng doesn't know of the fork (hamon record tells it), the child's events
// even have the parent's process id. So the child counts from elsewhere; otherwise the two would end each other's intervals.
static void csignposts_leave_parents_ids(void) {
  csignposts_close_dictionary();
  uint64_t last = __atomic_load_n(&csignposts_last_id, __ATOMIC_RELAXED);
  uint64_t own = (uint64_t)(uint32_t)getpid() << 32;
  __atomic_store_n(&csignposts_last_id, own | (last & UINT32_MAX), __ATOMIC_RELAXED);
}

#if CSIGNPOSTS_EMITS
// At exit LTTng-UST empties the table through which tracepoints call its library. A thread that was interrupted in one, while another left
// the program, would then call a null pointer; so the table stays. Nothing else of LTTng-UST's clean-up depends on it.
__attribute__((constructor, used)) static void csignposts_outlive_exit(void) { tracepoint_disable_destructors(); }
#endif

__attribute__((constructor, used)) static void csignposts_watch_forks(void) {
  pthread_atfork(NULL, NULL, csignposts_leave_parents_ids);
}

bool csignposts_parents_exist = false;

void csignposts_event_happened(csignposts_text name, csignposts_text message) {
#if CSIGNPOSTS_EMITS
  static const char wanted[] = "snapshot memory";
  if (csignposts_text_length(name) != sizeof wanted - 1 || memcmp(name.bytes, wanted, sizeof wanted - 1) != 0) return;
  // By name, as a program isn't linked with the library; it is a rare event.
  void (*take)(const char *) = (void (*)(const char *))dlsym(RTLD_DEFAULT, "hamon_memory_snapshot");
  if (take == NULL) return;
  char label[64] = "";
  const size_t length = csignposts_text_length(message);
  if (length > 0) memcpy(label, message.bytes, length < sizeof label ? length : sizeof label - 1);
  take(label);
#else
  (void)name;
  (void)message;
#endif
}

bool csignposts_can_emit(void) { return CSIGNPOSTS_EMITS; }

void csignposts_emit_thread_cpu_time(uint64_t id) {
#if CSIGNPOSTS_EMITS
  struct timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return;
  csignposts_signpost_thread_cpu_time(id, (int64_t)now.tv_sec * 1000000000 + now.tv_nsec);
#endif
}
