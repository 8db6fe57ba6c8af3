// What waits for a thread, and the jobs of libdispatch in which it then runs.
//
//  1. The runtime has a variable for each way to enqueue a job. What was there before is called by ours, and what is put there
//     later replaces it: then tasks aren't told to be enqueued, and all else is.
//  2. A job that reaches libdispatch by a way without a variable is told there.
#define _GNU_SOURCE
#include "Hooks.h"
#include "Tracepoints.h"

typedef SWIFT void (*job_function)(void *job);
typedef SWIFT void (*job_hook)(void *job, job_function original);

typedef SWIFT void (*delayed_function)(unsigned long long delay, void *job);
typedef SWIFT void (*delayed_hook)(unsigned long long delay, void *job, delayed_function original);
typedef SWIFT void (*timed_function)(long long seconds, long long nanoseconds, long long leeway_seconds,
                                     long long leeway_nanoseconds, int clock, void *job);
typedef SWIFT void (*timed_hook)(long long seconds, long long nanoseconds, long long leeway_seconds,
                                 long long leeway_nanoseconds, int clock, void *job,
                                 timed_function original);

static job_hook next_global_hook, next_main_hook;
static delayed_hook next_delayed_hook;
static timed_hook next_timed_hook;

void tell_enqueue(const void *job, bool is_main) {
  if (!job_is_task(job)) {
    // Who yields is resumed by a job that waits in its place: it is what waits for a thread.
    if (job_resumes(job) && here.task) EMIT(task_enqueue, here.task, here.task, is_main);
    return;
  }
  here.enqueued = job;
  // An executor that is given the new task may wake another one first.
  if (here.creation && !here.creation->is_told && task_id(job) > here.creation->before) {
    return tell_creation(here.creation, job, true);
  }
  EMIT(task_enqueue, task_id(job), here.task, is_main);
}

static void enqueue(void *job, job_function original, job_hook next, bool is_main) {
  if (here.in_hand != job) tell_enqueue(job, is_main);
  if (here.in_hand == job || !next) return original(job);
  const void *outer = here.in_hand;
  here.in_hand = job;
  next(job, original);
  here.in_hand = outer;
}

SWIFT static void enqueue_global(void *job, job_function original) {
  enqueue(job, original, next_global_hook, false);
}

SWIFT static void enqueue_main(void *job, job_function original) {
  enqueue(job, original, next_main_hook, true);
}

// Who sleeps waits for a task of the runtime's own, which is enqueued for a later time: all that is seen of its creation.
static void tell_sleep(const void *job) {
  if (!job_is_task(job)) return;
  here.enqueued = job;
  creation created = {.kind = SLEEP};
  tell_creation(&created, job, false);
}

SWIFT static void enqueue_delayed(unsigned long long delay, void *job, delayed_function original) {
  if (here.in_hand != job) tell_sleep(job);
  if (here.in_hand == job || !next_delayed_hook) return original(delay, job);
  const void *outer = here.in_hand;
  here.in_hand = job;
  next_delayed_hook(delay, job, original);
  here.in_hand = outer;
}

SWIFT static void enqueue_timed(long long seconds, long long nanoseconds, long long leeway_seconds,
                                long long leeway_nanoseconds, int clock, void *job,
                                timed_function original) {
  if (here.in_hand != job) tell_sleep(job);
  if (here.in_hand == job || !next_timed_hook) {
    return original(seconds, nanoseconds, leeway_seconds, leeway_nanoseconds, clock, job);
  }
  const void *outer = here.in_hand;
  here.in_hand = job;
  next_timed_hook(seconds, nanoseconds, leeway_seconds, leeway_nanoseconds, clock, job, original);
  here.in_hand = outer;
}

#define INSTALL(name, own, next)                              \
  {                                                           \
    __typeof__(next) *hook = runtime_function(name);          \
    if (hook && *hook != own) {                               \
      next = *hook;                                           \
      *hook = own;                                            \
    }                                                         \
  }

void install_hooks(void) {
  INSTALL("swift_task_enqueueGlobal_hook", enqueue_global, next_global_hook)
  INSTALL("swift_task_enqueueMainExecutor_hook", enqueue_main, next_main_hook)
  INSTALL("swift_task_enqueueGlobalWithDelay_hook", enqueue_delayed, next_delayed_hook)
  INSTALL("swift_task_enqueueGlobalWithDeadline_hook", enqueue_timed, next_timed_hook)
}

bool pool_is_seen(void) {
  const job_hook *hook = NEXT(const job_hook *, "swift_task_enqueueGlobal_hook");
  return hook && *hook == enqueue_global;
}

// The runtime gives libdispatch a function and a job. Ours runs it, and so knows its end; there is one for each function that
// the runtime has, for a job's only pointer is the job.
typedef void (*work_function)(void *);
enum { WORK_COUNT = 4 };
static work_function works[WORK_COUNT];

static void run_work(void *context, int index) {
  thread_state outer = begin_job();
  __atomic_load_n(&works[index], __ATOMIC_ACQUIRE)(context);
  end_job(outer);
}

static void run_work_0(void *context) { run_work(context, 0); }
static void run_work_1(void *context) { run_work(context, 1); }
static void run_work_2(void *context) { run_work(context, 2); }
static void run_work_3(void *context) { run_work(context, 3); }
static const work_function runners[WORK_COUNT] = {run_work_0, run_work_1, run_work_2, run_work_3};

// Whether libdispatch is given a job by the runtime. Where its code can't be told from other code, it is the job that a hook was given
// just before.
static bool is_runtime_work(work_function work, const void *job) {
#ifdef HAMON_LINKED_IN
  (void)work;
  return job && job == here.enqueued;
#else
  (void)job;
  return is_of_runtime((uintptr_t)work);
#endif
}

// The function that runs a function of the runtime.
static work_function runner(work_function work) {
  for (int index = 0; index < WORK_COUNT; index++) {
    work_function found = NULL;
    if (__atomic_compare_exchange_n(&works[index], &found, work, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE) ||
        found == work) {
      return runners[index];
    }
  }
  return work;
}

// dispatch/queue.h and source.h; a queue, source or time is a word.
extern char _dispatch_main_q __attribute__((weak));

EXPORTED void dispatch_async_f(void *queue, void *context, work_function work) {
  if (runtime_was_seen() && is_runtime_work(work, context)) {
    if (context && context != here.enqueued) tell_enqueue(context, queue == (void *)&_dispatch_main_q);
    here.enqueued = NULL;
    work = runner(work);
  }
  NEXT(void (*)(void *, void *, work_function), "dispatch_async_f")(queue, context, work);
}

EXPORTED void dispatch_after_f(uint64_t when, void *queue, void *context, work_function work) {
  if (runtime_was_seen() && is_runtime_work(work, context)) {
    if (context && context != here.enqueued) tell_sleep(context);
    here.enqueued = NULL;
    work = runner(work);
  }
  NEXT(void (*)(uint64_t, void *, void *, work_function), "dispatch_after_f")(when, queue, context, work);
}

// With a leeway the runtime has a timer, whose context is that and the job.
EXPORTED void dispatch_source_set_event_handler_f(void *source, work_function work) {
#ifdef HAMON_LINKED_IN
  // Any other's context may be anything.
  bool is_of_job = here.enqueued != NULL;
#else
  bool is_of_job = is_of_runtime((uintptr_t)work);
#endif
  if (runtime_was_seen() && is_of_job) {
    void **context = NEXT(void **(*)(void *), "dispatch_get_context")(source);
    const void *job = context ? context[1] : NULL;
    if (is_runtime_work(work, job)) {
      if (job && job != here.enqueued) tell_sleep(job);
      here.enqueued = NULL;
      work = runner(work);
    }
  }
  NEXT(void (*)(void *, work_function), "dispatch_source_set_event_handler_f")(source, work);
}
