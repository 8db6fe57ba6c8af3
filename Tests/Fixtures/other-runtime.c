// A runtime of tasks that isn't known. With -DLIBRARY it is libswift_Concurrency.so itself, of whose layout -DLAYOUT=N tells; without
// that it tells nothing, as those before Swift 5.9. Otherwise a program that creates a task of it.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SWIFT __attribute__((swiftcall))
typedef struct {
  void *first, *second;
} word_pair;

#ifdef LIBRARY

#ifdef LAYOUT
uint32_t _swift_concurrency_debug_internal_layout_version = LAYOUT;
size_t _swift_concurrency_debug_asyncTaskSize = 0x100;
#endif

SWIFT word_pair swift_task_create(size_t flags, void *options, const void *type, void *entry, void *context) {
  (void)options, (void)type, (void)entry;
  return (word_pair){(void *)flags, context};
}

SWIFT uint8_t swift_concurrency_jobPriority(void *job) { return (uint8_t)(uintptr_t)job; }

SWIFT void swift_task_cancel(void *task) { printf("cancelled %d\n", (int)(uintptr_t)task); }

#else

SWIFT word_pair swift_task_create(size_t flags, void *options, const void *type, void *entry, void *context);
SWIFT void swift_task_cancel(void *task);

int main(void) {
  int context;
  word_pair task = swift_task_create(7, NULL, NULL, NULL, &context);
  printf("created %d %s\n", (int)(uintptr_t)task.first, task.second == &context ? "whole" : "broken");
  swift_task_cancel(task.first);
  return 0;
}

#endif
