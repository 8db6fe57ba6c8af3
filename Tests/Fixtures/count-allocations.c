// Preloaded into a program, counts the allocations of each thread; a thread asks for its own by
// allocations_of_this_thread(). Those of LTTng's threads are of no interest: they depend on who records on the machine.
#define _GNU_SOURCE
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Of this model: others may allocate when a thread first touches the variable.
static __thread unsigned long count __attribute__((tls_model("initial-exec")));

static void add(void) { count++; }

unsigned long allocations_of_this_thread(void) { return count; }

void *malloc(size_t size) {
  add();
  return __libc_malloc(size);
}

void *calloc(size_t items, size_t size) {
  add();
  return __libc_calloc(items, size);
}

void *realloc(void *memory, size_t size) {
  add();
  return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  add();
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL;
}

void *aligned_alloc(size_t alignment, size_t size) {
  add();
  return __libc_memalign(alignment, size);
}
