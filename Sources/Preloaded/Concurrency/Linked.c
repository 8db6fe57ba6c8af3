// The hooks in a program that has the runtime linked in (-static-stdlib). The linker puts them before it: with --wrap=NAME a call of NAME is
// one of __wrap_NAME, which tools/preloaded makes of the functions here, and __real_NAME is the runtime's own.
//
//  1. LinkedNames.def is made by tools/preloaded: WRAPPED(name) of what stands before a function, PLAIN(name) of what is only used.
//  2. What a program doesn't have is null: a weak reference brings nothing in.
#include <string.h>

#include "Runtime.h"

#define WRAPPED(name) extern char __real_##name __attribute__((weak));
#define PLAIN(name) extern char name __attribute__((weak));
#include "LinkedNames.def"
#undef WRAPPED
#undef PLAIN

void *runtime_function(const char *wanted) {
  const struct {
    const char *name;
    void *address;
  } functions[] = {
#define WRAPPED(name) {#name, &__real_##name},
#define PLAIN(name) {#name, &name},
#include "LinkedNames.def"
#undef WRAPPED
#undef PLAIN
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    if (strcmp(functions[index].name, wanted) == 0) return functions[index].address;
  }
  return NULL;
}

// By its text the tool knows such a program (TaskHooks.swift), and by its name the library that is loaded into others (Tracepoints.c).
EXPORTED const char hamon_concurrency_linked[] = "hamon: hooks of the concurrency runtime are linked in";
