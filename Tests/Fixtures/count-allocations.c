// Preloaded into a program, counts its allocations and writes the number to the file that
// COUNT_ALLOCATIONS names, when the program ends.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static unsigned long count;

static void add(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

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

__attribute__((destructor)) static void report(void) {
  unsigned long counted = __atomic_load_n(&count, __ATOMIC_RELAXED);
  const char *path = getenv("COUNT_ALLOCATIONS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file == NULL) return;
  fprintf(file, "%lu\n", counted);
  fclose(file);
}
