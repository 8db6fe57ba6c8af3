// The parts of the hooks, and what they tell each other of the thread they run on.
#ifndef HAMON_CONCURRENCY_HOOKS_H
#define HAMON_CONCURRENCY_HOOKS_H

#include "Runtime.h"

// Numbers of the event table. SLEEP is the runtime's own, which wakes a task that sleeps.
enum task_kind { TASK, DETACHED, GROUP_CHILD, ASYNC_LET, MAIN, IMMEDIATE, SLEEP };

/// How many of the calls that lead to a task are told.
enum { SITE_DEPTH = 8 };

/// A task that is being created on this thread, until it was told.
typedef struct {
  uint32_t kind;
  bool is_told;
  uintptr_t group;
  uintptr_t executor;
  uintptr_t implementation;
  uintptr_t function;
  uintptr_t callers[SITE_DEPTH];
  const char *name;
  /// The highest id that was told when it began; that of the new task is higher.
  uint64_t before;
} creation;

/// What runs on this thread.
typedef struct {
  /// The id of the task; 0 for none.
  uint64_t task;
  const char *address;
  uintptr_t executor;
  creation *creation;
  /// The job that was told last to be enqueued: the executor below must not tell it again.
  const void *enqueued;
  /// The job that a hook of ours has in hand. Where a hook that ours has called calls ours, it is done.
  const void *in_hand;
  /// Whether the job runs on a thread of a task executor of the program's own.
  bool is_elsewhere;
} thread_state;
extern __thread thread_state here __attribute__((tls_model("initial-exec")));

/// Sets the runtime's hooks; what was in them before is called by ours. Once more when the first task is created, for other
/// libraries that are loaded into a program set theirs before that, too.
void install_hooks(void);

/// Whether tasks that begin to wait for the pool are told.
bool pool_is_seen(void);

/// Tells that a task was created, and that it waits for a thread where `is_enqueued`.
void tell_creation(creation *creation, const void *task, bool is_enqueued);
/// Tells that a job waits for a thread, where it is a task.
void tell_enqueue(const void *job, bool is_main);

/// Begins a job that runs within whatever runs on this thread, and ends it; the task that it leaves there has ended.
thread_state begin_job(void);
void end_job(thread_state outer);
/// Tells that the task which runs here has ended.
void tell_end(void);

/// Tells the place of a creation, where it wasn't told yet; returns its number.
uint64_t note_site(const creation *creation);
/// Tells of what module an address is, and of what type the object of an executor, where that wasn't told yet.
void note_function(uintptr_t address);
void note_executor(uintptr_t executor, uintptr_t implementation);

/// Copies a text into `size` bytes; a backslash and what isn't printable ASCII become \xNN (docs/tracing.md, T8).
const char *printable(const char *text, size_t length, char *copy, size_t size);

#endif
