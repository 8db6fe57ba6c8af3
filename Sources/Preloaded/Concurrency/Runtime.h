// What the hooks know of the concurrency runtime of Swift, and of its memory.
//
//  1. Nothing of the runtime is linked: a program without it, or with another one, goes on untouched. Its functions are found
//     by name when they are first needed, behind this library in the order of the dynamic linker.
//  2. The parts of a task that are read are those of Swift 5.9 to 6.3 on 64 bits (include/swift/ABI/Task.h,
//     stdlib/public/Concurrency/TaskPrivate.h of swiftlang/swift). `runtime_is_known` compares what the runtime says of its own
//     layout for debuggers, and tries the rest on the first task; where anything differs, no hook does anything.
//  3. With HAMON_LINKED_IN they are linked into a program that has the runtime in itself: Linked.c. Then nobody can tell which code is the
//     runtime's.
//  4. The functions that stand before the runtime's call it with what they were given, in the same conventions.
#ifndef HAMON_CONCURRENCY_RUNTIME_H
#define HAMON_CONCURRENCY_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SWIFT_ASYNC __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
#define SELF __attribute__((swift_context))
#define EXPORTED __attribute__((visibility("default")))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/// The call that this function was called by: the last byte of it, for the next may be of another line or function.
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

// Memory of the runtime, by its offset.
#define AT(type, address, offset) (*(type *)((char *)(address) + (offset)))

enum {
  // struct Job
  JOB_KIND = 0x20,
  JOB_ID = 0x24,
  JOB_RESUME_FUNCTION = 0x38,
  JOB_RESUME_CONTEXT = 0x40,
  // AsyncTask::PrivateStorage, which begins with the accesses that exclusivity checking knows of
  TASK_ACCESSES = 0x50,
  TASK_STATUS = 0x60,
  TASK_ID_HIGH = 0x90,
  TASK_DEPENDENCY = 0xA0,
  TASK_SIZE = 0xD0,
  // TaskDependencyStatusRecord
  DEPENDENCY_OBJECT = 0x10,
  DEPENDENCY_KIND = 0x20,
  // AsyncContext
  CONTEXT_PARENT = 0x0,
  CONTEXT_RESUME = 0x8,
  // ContinuationAsyncContext
  CONTINUATION_EXECUTOR = 0x30,
  // TaskOptionRecord
  OPTION_KIND = 0x0,
  OPTION_NEXT = 0x8,
  OPTION_VALUE = 0x10,
  // AsyncLetImpl, with flags in the low bits
  ASYNC_LET_TASK = 0x18,
  // CheckedContinuationCanary
  CANARY_TASK = 0x10,
};

/// A job that is a task.
static inline bool job_is_task(const void *job) { return AT(const uint8_t, job, JOB_KIND) == 0; }
// Whether it does nothing but resume a continuation (JobKind::NullaryContinuation).
static inline bool job_resumes(const void *job) { return AT(const uint8_t, job, JOB_KIND) == 195; }

/// The id of a task, which its process gives once.
static inline uint64_t task_id(const void *task) {
  return (uint64_t)AT(const uint32_t, task, JOB_ID) |
         (uint64_t)AT(const uint32_t, task, TASK_ID_HIGH) << 32;
}

/// The priority of a task, and 0x100 where it is cancelled.
static inline uint32_t task_status(const void *task) {
  return __atomic_load_n(&AT(const uint32_t, task, TASK_STATUS), __ATOMIC_RELAXED) & 0x1FF;
}

/// Two words that a function of the runtime returns.
typedef struct {
  void *first;
  void *second;
} word_pair;

/// A function of the runtime by name, behind this library; null where there is none.
void *runtime_function(const char *name);

/// The address range of the runtime's code.
typedef struct {
  uintptr_t begin;
  uintptr_t end;
} code_range;
extern code_range runtime_code;

static inline bool is_of_runtime(uintptr_t address) {
#ifdef HAMON_LINKED_IN
  (void)address;
  return false;
#endif
  return address - runtime_code.begin < runtime_code.end - runtime_code.begin;
}

// The state of the hooks: 0 before the first of them, then whether they know the runtime.
enum { RUNTIME_UNSEEN, RUNTIME_KNOWN, RUNTIME_UNKNOWN };
extern int runtime_state;
/// Looks at the runtime, once; says in an event what it is.
int examine_runtime(void);

/// Lets the end of the process be told, once it has come to `main`: what asks for that before is called when the tracepoints are gone.
void await_exit(void);

/// Whether the hooks may do anything.
static inline bool runtime_is_known(void) {
  int state = __atomic_load_n(&runtime_state, __ATOMIC_ACQUIRE);
  if (UNLIKELY(state == RUNTIME_UNSEEN)) state = examine_runtime();
  return LIKELY(state == RUNTIME_KNOWN);
}

/// The same, where a function that also other libraries call doesn't look for the runtime.
static inline bool runtime_was_seen(void) {
  return __atomic_load_n(&runtime_state, __ATOMIC_ACQUIRE) == RUNTIME_KNOWN;
}

// A pointer to the next function of a name, found when it is first called.
#define NEXT(pointer, name)                                                            \
  ({                                                                                   \
    static void *next_of_name;                                                         \
    void *next = __atomic_load_n(&next_of_name, __ATOMIC_RELAXED);                     \
    if (UNLIKELY(!next)) {                                                             \
      next = runtime_function(name);                                                   \
      __atomic_store_n(&next_of_name, next, __ATOMIC_RELAXED);                         \
    }                                                                                  \
    (pointer)next;                                                                     \
  })

#endif
