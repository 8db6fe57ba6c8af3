// A library that is loaded into a Swift program and has a hook of its own, as an executor's or another tracer's is: counts
// the jobs that wait for the pool, and says at the end how many. With -DCALLS_NEXT it calls what was there before it.
#include <dlfcn.h>
#include <stdio.h>

#define SWIFT __attribute__((swiftcall))
typedef SWIFT void (*job_function)(void *job);
typedef SWIFT void (*job_hook)(void *job, job_function original);

static job_hook next;
static unsigned count;

SWIFT static void hook(void *job, job_function original) {
  __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  if (next) return next(job, original);
  original(job);
}

__attribute__((constructor)) static void install(void) {
  job_hook *variable = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (!variable) return;
#ifdef CALLS_NEXT
  next = *variable;
#endif
  *variable = hook;
}

__attribute__((destructor)) static void tell(void) {
  if (count > 0) fprintf(stderr, "other hooks: %u jobs\n", count);
}
