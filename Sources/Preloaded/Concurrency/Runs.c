// Where and when tasks run.
//
//  1. The runtime tells libswiftCore whenever a task begins to run on a thread or leaves it, so that accesses for which
//     exclusivity is checked go with the task. That call leaves the library; it has the address of a part of the task.
//  2. When a task leaves its thread, the runtime has noted in it what it waits for: TASK_DEPENDENCY.
//  3. A task that ends leaves nothing. It has ended when its thread runs the next one, or returns from the job that it was
//     run in; the functions below that run jobs tell that.
#define _GNU_SOURCE
#include "Hooks.h"
#include "Tracepoints.h"

// Numbers of the event table: DependencyKind of include/swift/ABI/TaskStatus.h.
enum task_wait { UNKNOWN, FOR_TASK, FOR_CONTINUATION, FOR_GROUP, FOR_EXECUTOR };

// How many callers are asked whether they are of the program and not of the runtime.
enum { MAXIMUM_DEPTH = 16 };

__thread thread_state here __attribute__((tls_model("initial-exec")));

void tell_end(void) {
  EMIT(task_end, here.task);
  here.task = 0;
}

typedef void (*context_function)(char *);
typedef SWIFT word_pair (*executor_function)(void);

EXPORTED void swift_task_enterThreadLocalContext(char *accesses) {
  NEXT(context_function, "swift_task_enterThreadLocalContext")(accesses);
  if (!runtime_is_known()) return;
  const char *task = accesses - TASK_ACCESSES;
  if (here.task) tell_end();
  here.task = task_id(task);
  here.address = task;
  if (!IS_RECORDED(task_run)) return;
  word_pair executor = NEXT(executor_function, "swift_task_getCurrentExecutor")();
  here.executor = (uintptr_t)executor.first;
  if (here.executor) note_executor(here.executor, (uintptr_t)executor.second);
  EMIT(task_run, here.task, here.executor, task_status(task) | (here.is_elsewhere ? 0x200 : 0));
}

// The functions that wait: the outermost of the runtime's, which the program has called, the innermost of the program, and
// the one that has called that.
typedef struct {
  uintptr_t function, caller, outer;
} waiting_functions;

static waiting_functions find_functions(const char *task) {
  uintptr_t found = AT(const uintptr_t, task, JOB_RESUME_FUNCTION);
  waiting_functions waiting = {found, found, 0};
  const char *context = AT(const char *const, task, JOB_RESUME_CONTEXT);
  for (int depth = 0; context && depth < MAXIMUM_DEPTH; depth++) {
    uintptr_t next = AT(const uintptr_t, context, CONTEXT_RESUME);
    context = AT(const char *const, context, CONTEXT_PARENT);
    // The context of a continuation names the function that goes on once more.
    if (next == found) continue;
    if (!is_of_runtime(found)) {
      waiting.outer = next;
      break;
    }
    if (next == 0) break;
    waiting.function = found;
    waiting.caller = found = next;
  }
  return waiting;
}

static void tell_pause(const char *task) {
  const void *dependency = AT(void *const, task, TASK_DEPENDENCY);
  uint32_t reason = UNKNOWN;
  uint64_t object = 0;
  if (dependency) {
    reason = AT(const uint32_t, dependency, DEPENDENCY_KIND);
    object = AT(const uint64_t, dependency, DEPENDENCY_OBJECT);
    if (reason == FOR_TASK) object = task_id((void *)object);
    if (reason == FOR_EXECUTOR && object) {
      note_executor(object, AT(const uintptr_t, dependency, DEPENDENCY_OBJECT + sizeof object));
    }
  }
  waiting_functions waiting = find_functions(task);
  note_function(waiting.function);
  note_function(waiting.caller);
  note_function(waiting.outer);
  EMIT(task_pause, here.task, reason, object, waiting.function, waiting.caller, waiting.outer,
       task_status(task));
}

EXPORTED void swift_task_exitThreadLocalContext(char *accesses) {
  NEXT(context_function, "swift_task_exitThreadLocalContext")(accesses);
  const char *task = accesses - TASK_ACCESSES;
  if (!runtime_is_known() || here.task == 0 || here.address != task) return;
  if (IS_RECORDED(task_pause)) tell_pause(task);
  here.task = 0;
}

typedef SWIFT_ASYNC void (*switch_function)(ASYNC_CONTEXT void *, void *, uintptr_t, uintptr_t);

EXPORTED SWIFT_ASYNC void swift_task_switch(ASYNC_CONTEXT void *context, void *function, uintptr_t executor,
                                            uintptr_t implementation) {
  if (here.task && executor != here.executor) {
    if (executor) note_executor(executor, implementation);
    EMIT(task_switch, here.task, executor);
    here.executor = executor;
  }
  return NEXT(switch_function, "swift_task_switch")(context, function, executor, implementation);
}

// Functions that run a job on this thread, within whatever runs there.

thread_state begin_job(void) {
  thread_state outer = here;
  here = (thread_state){0};
  return outer;
}

void end_job(thread_state outer) {
  if (here.task) tell_end();
  here = outer;
}

EXPORTED SWIFT void swift_job_run(void *job, uintptr_t executor, uintptr_t implementation) {
  thread_state outer = begin_job();
  NEXT(SWIFT void (*)(void *, uintptr_t, uintptr_t), "swift_job_run")(job, executor, implementation);
  end_job(outer);
}

EXPORTED SWIFT void swift_job_run_on_task_executor(void *job, uintptr_t executor, uintptr_t implementation) {
  thread_state outer = begin_job();
  here.is_elsewhere = executor != 0;
  NEXT(SWIFT void (*)(void *, uintptr_t, uintptr_t), "swift_job_run_on_task_executor")
  (job, executor, implementation);
  end_job(outer);
}

EXPORTED SWIFT void swift_job_run_on_serial_and_task_executor(void *job, uintptr_t serial,
                                                              uintptr_t serial_implementation,
                                                              uintptr_t executor,
                                                              uintptr_t implementation) {
  thread_state outer = begin_job();
  here.is_elsewhere = executor != 0;
  NEXT(SWIFT void (*)(void *, uintptr_t, uintptr_t, uintptr_t, uintptr_t),
       "swift_job_run_on_serial_and_task_executor")
  (job, serial, serial_implementation, executor, implementation);
  end_job(outer);
}

EXPORTED SWIFT void swift_task_immediate(void *task, uintptr_t executor, uintptr_t implementation) {
  thread_state outer = begin_job();
  NEXT(SWIFT void (*)(void *, uintptr_t, uintptr_t), "swift_task_immediate")(task, executor, implementation);
  end_job(outer);
}

EXPORTED SWIFT void swift_task_startOnMainActor(void *task) {
  thread_state outer = begin_job();
  NEXT(SWIFT void (*)(void *), "swift_task_startOnMainActor")(task);
  end_job(outer);
}
