// Creation, cancellation and resumption of tasks: functions that programs call through the dynamic linker.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

#include "Hooks.h"
#include "Tracepoints.h"

// Kinds of TaskOptionRecord and TaskCreateFlags: include/swift/ABI/MetadataValues.h.
enum { SERIAL_EXECUTOR = 0, GROUP = 1, UNOWNED_EXECUTOR = 5, OWNED_EXECUTOR = 6, NAME = 7 };
enum { COPIES_LOCALS = 0x400, IS_ENQUEUED = 0x1000, RUNS_AT_ONCE = 0x10000 };

static void read_options(creation *creation, const void *option) {
  for (; option; option = AT(void *const, option, OPTION_NEXT)) {
    const void *value = AT(void *const, option, OPTION_VALUE);
    switch (AT(const uint8_t, option, OPTION_KIND)) {
      case SERIAL_EXECUTOR:
      case UNOWNED_EXECUTOR:
      case OWNED_EXECUTOR:
        if (!value) break;
        creation->executor = (uintptr_t)value;
        creation->implementation = AT(const uintptr_t, option, OPTION_VALUE + sizeof value);
        break;
      case GROUP: creation->group = (uintptr_t)value; break;
      case NAME: creation->name = value; break;
    }
  }
}

// The code of a closure: its first word is how far that is from it.
static uintptr_t entry_function(const void *entry) {
  return entry ? (uintptr_t)entry + (intptr_t)AT(const int32_t, entry, 0) : 0;
}

// The end of this thread's stack.
static uintptr_t stack_end(void) {
  static __thread uintptr_t end __attribute__((tls_model("initial-exec")));
  if (UNLIKELY(end == 0)) {
    pthread_attr_t attributes;
    void *begin;
    size_t size;
    end = 1;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &begin, &size) == 0) end = (uintptr_t)begin + size;
      pthread_attr_destroy(&attributes);
    }
  }
  return end;
}

// The calls that have led to the one of a function that has this frame, as far as their callers have frames, and aren't of the
// runtime: that has called an asynchronous function.
static void find_callers(creation *creation, void **frame) {
  uintptr_t end = stack_end();
  for (int depth = 0; depth < SITE_DEPTH; depth++) {
    uintptr_t caller = (uintptr_t)frame[1] - 1;
    if (is_of_runtime(caller)) return;
    creation->callers[depth] = caller;
    uintptr_t next = (uintptr_t)frame[0];
    if (next <= (uintptr_t)frame || next % sizeof(void *) != 0 || next + 16 > end) return;
    frame = (void **)next;
  }
}

// The highest id of a task that was told; ids rise.
static uint64_t highest_task;

void tell_creation(creation *creation, const void *task, bool is_enqueued) {
  creation->is_told = true;
  await_exit();
  uint64_t id = task_id(task), highest = __atomic_load_n(&highest_task, __ATOMIC_RELAXED);
  while (id > highest && !__atomic_compare_exchange_n(&highest_task, &highest, id, true,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  if (creation->executor) note_executor(creation->executor, creation->implementation);
  char copy[256];
  const char *name = creation->name ? creation->name : "";
  EMIT(task_create, task_id(task), here.task, creation->kind, is_enqueued, creation->group,
       creation->executor, note_site(creation),
       printable(name, strnlen(name, sizeof copy), copy, sizeof copy));
}

typedef SWIFT word_pair (*create_function)(size_t, void *, const void *, void *, void *);
static pthread_once_t first_task = PTHREAD_ONCE_INIT;

EXPORTED SWIFT word_pair swift_task_create(size_t flags, void *options, const void *type, void *entry,
                                           void *context) {
  create_function next = NEXT(create_function, "swift_task_create");
  if (!runtime_is_known() || !IS_RECORDED(task_create)) return next(flags, options, type, entry, context);
#ifdef HAMON_LINKED_IN
  // Of an `async let`, whose call is told: here it doesn't stay within the runtime.
  if (here.creation) return next(flags, options, type, entry, context);
#endif
  pthread_once(&first_task, install_hooks);
  creation created = {.function = entry_function(entry)};
  find_callers(&created, __builtin_frame_address(0));
  read_options(&created, options);
  created.kind = created.group            ? GROUP_CHILD
                 : flags & RUNS_AT_ONCE    ? IMMEDIATE
                 : !(flags & IS_ENQUEUED)  ? (here.task ? IMMEDIATE : MAIN)
                 : flags & COPIES_LOCALS   ? TASK
                                           : DETACHED;
#ifdef HAMON_LINKED_IN
  // Nor does that of the one that wakes who sleeps.
  if (here.task && !(flags & (IS_ENQUEUED | RUNS_AT_ONCE))) created.kind = SLEEP;
#endif
  created.before = __atomic_load_n(&highest_task, __ATOMIC_RELAXED);
  creation *outer = here.creation;
  here.creation = &created;
  word_pair result = next(flags, options, type, entry, context);
  here.creation = outer;
  // Unless the hook has told it: that of an actor's task is never called.
  if (!created.is_told) tell_creation(&created, result.first, flags & IS_ENQUEUED);
  return result;
}

typedef SWIFT void (*async_let_function)(void *, void *, const void *, void *, void *, void *);

EXPORTED SWIFT void swift_asyncLet_begin(void *let, void *options, const void *type, void *entry,
                                         void *context, void *buffer) {
  async_let_function next = NEXT(async_let_function, "swift_asyncLet_begin");
  if (!runtime_is_known() || !IS_RECORDED(task_create)) {
    return next(let, options, type, entry, context, buffer);
  }
  creation created = {.kind = ASYNC_LET, .function = entry_function(entry)};
  find_callers(&created, __builtin_frame_address(0));
  read_options(&created, options);
  created.before = __atomic_load_n(&highest_task, __ATOMIC_RELAXED);
  creation *outer = here.creation;
  here.creation = &created;
  next(let, options, type, entry, context, buffer);
  here.creation = outer;
  if (!created.is_told) {
    tell_creation(&created, (void *)(AT(uintptr_t, let, ASYNC_LET_TASK) & ~(uintptr_t)15), true);
  }
}

// Cancellation and priorities.

static void tell_cancel(const void *task, uintptr_t caller) {
  if (!runtime_is_known() || !IS_RECORDED(task_cancel)) return;
  note_function(caller);
  EMIT(task_cancel, task_id(task), here.task, caller);
}

EXPORTED SWIFT void swift_task_cancel(void *task) {
  tell_cancel(task, CALLER);
  NEXT(SWIFT void (*)(void *), "swift_task_cancel")(task);
}

// Task.cancel(), whose call of the above doesn't leave the library.
typedef SWIFT void (*cancel_method)(void *, const void *, const void *, const void *);
EXPORTED SWIFT void task_cancel_method(void *task, const void *success, const void *failure,
                                       const void *conformance) __asm__("$sScT6cancelyyF");
EXPORTED SWIFT void task_cancel_method(void *task, const void *success, const void *failure,
                                       const void *conformance) {
  tell_cancel(task, CALLER);
  NEXT(cancel_method, "$sScT6cancelyyF")(task, success, failure, conformance);
}

EXPORTED SWIFT size_t swift_task_escalate(void *task, size_t priority) {
  if (runtime_is_known()) EMIT(task_escalate, task_id(task), here.task, (uint32_t)priority);
  return NEXT(SWIFT size_t(*)(void *, size_t), "swift_task_escalate")(task, priority);
}

// Continuations: a task that goes on in the pool is told by the hook, any other here.

static void tell_resume(const void *task, uintptr_t caller) {
  if (!task || !runtime_is_known() || !IS_RECORDED(task_resume)) return;
  // What it waits with says where it goes on; the runtime looks at that, too.
  const void *context = AT(const void *const, task, JOB_RESUME_CONTEXT);
  if (context && AT(const uintptr_t, context, CONTINUATION_EXECUTOR) == 0 && pool_is_seen()) return;
  note_function(caller);
  EMIT(task_resume, task_id(task), here.task, caller);
}

EXPORTED SWIFT void swift_continuation_resume(void *task) {
  tell_resume(task, CALLER);
  NEXT(SWIFT void (*)(void *), "swift_continuation_resume")(task);
}

EXPORTED SWIFT void swift_continuation_throwingResume(void *task) {
  tell_resume(task, CALLER);
  NEXT(SWIFT void (*)(void *), "swift_continuation_throwingResume")(task);
}

EXPORTED SWIFT void swift_continuation_throwingResumeWithError(void *task, void *error) {
  tell_resume(task, CALLER);
  NEXT(SWIFT void (*)(void *, void *), "swift_continuation_throwingResumeWithError")(task, error);
}

// CheckedContinuation.resume(returning:) and (throwing:), which call the above within the library. Its one field is an
// object that holds the task until it was resumed.
typedef SWIFT void (*resume_method)(void *, const void *, SELF void **);
EXPORTED SWIFT void checked_resume_returning(void *value, const void *type, SELF void **self) __asm__(
    "$sScC6resume9returningyxn_tF");
EXPORTED SWIFT void checked_resume_returning(void *value, const void *type, SELF void **self) {
  tell_resume(__atomic_load_n(&AT(void *, *self, CANARY_TASK), __ATOMIC_RELAXED),
              CALLER);
  NEXT(resume_method, "$sScC6resume9returningyxn_tF")(value, type, self);
}

EXPORTED SWIFT void checked_resume_throwing(void *error, const void *type, SELF void **self) __asm__(
    "$sScC6resume8throwingyq_n_tF");
EXPORTED SWIFT void checked_resume_throwing(void *error, const void *type, SELF void **self) {
  tell_resume(__atomic_load_n(&AT(void *, *self, CANARY_TASK), __ATOMIC_RELAXED),
              CALLER);
  NEXT(resume_method, "$sScC6resume8throwingyq_n_tF")(error, type, self);
}
