#define _GNU_SOURCE
#include "Runtime.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "Hooks.h"
#include "Tracepoints.h"

int runtime_state = RUNTIME_UNSEEN;
code_range runtime_code;

#ifndef HAMON_LINKED_IN
void *runtime_function(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function) return function;
  // A plug-in that was opened by itself has brought the runtime, or libdispatch: it isn't in the global scope.
  static const char *const libraries[] = {"libswift_Concurrency.so", "libdispatch.so"};
  for (int index = 0; index < 2 && !function; index++) {
    void *library = dlopen(libraries[index], RTLD_LAZY | RTLD_NOLOAD);
    if (!library) continue;
    function = dlsym(library, name);
    // Whoever has opened it still has.
    dlclose(library);
  }
  return function;
}
#endif

// The loaded code that holds an address.
static int find_code(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  code_range *range = result;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
    if (range->begin - begin >= header->p_memsz) continue;
    *range = (code_range){begin, begin + header->p_memsz};
    return 1;
  }
  return 0;
}

static const char *problem_of_runtime(char *text, size_t size) {
#if !defined(__x86_64__) && !defined(__aarch64__)
  return "tasks of this processor's programs have a layout that isn't known";
#endif
  const uint32_t *layout = runtime_function("_swift_concurrency_debug_internal_layout_version");
  const size_t *task_size = runtime_function("_swift_concurrency_debug_asyncTaskSize");
  if (!layout || !task_size) return "it is older than Swift 5.9";
  if (*layout != 1 || *task_size != TASK_SIZE) {
    snprintf(text, size, "its tasks have another layout (version %u, %zu bytes)", *layout, *task_size);
    return text;
  }
  if (!runtime_function("swift_task_getCurrentExecutor")) return "it tells no executors";
  return "";
}

static void tell_exit(void) { EMIT(process_exit, (uint32_t)getpid()); }

void await_exit(void) {
  static bool is_awaited;
  // Looked at before it is exchanged: threads that create tasks come by here with each.
  if (__atomic_load_n(&is_awaited, __ATOMIC_RELAXED)) return;
  if (!__atomic_exchange_n(&is_awaited, true, __ATOMIC_RELAXED)) atexit(tell_exit);
}

int examine_runtime(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  int state = __atomic_load_n(&runtime_state, __ATOMIC_RELAXED);
  void *create = state == RUNTIME_UNSEEN ? runtime_function("swift_task_create") : NULL;
  if (create) {
    char text[128];
    const char *problem = problem_of_runtime(text, sizeof text);
    // A function that nobody else has a reason to stand before.
    code_range code = {(uintptr_t)runtime_function("swift_concurrency_jobPriority"), 0};
    dl_iterate_phdr(find_code, &code);
    if (code.end == 0) problem = "its code isn't found";
    runtime_code = code;
    state = *problem ? RUNTIME_UNKNOWN : RUNTIME_KNOWN;
    if (state == RUNTIME_KNOWN) install_hooks();
    __atomic_store_n(&runtime_state, state, __ATOMIC_RELEASE);
    EMIT(runtime, (uint32_t)sysconf(_SC_NPROCESSORS_ONLN), problem);
  }
  pthread_mutex_unlock(&lock);
  return state;
}

// When all libraries of the program are there; one that is opened later is found by the first function that is called.
__attribute__((constructor)) static void examine_at_start(void) {
#ifdef HAMON_LINKED_IN
  examine_runtime();
#else
  if (dlsym(RTLD_NEXT, "swift_task_create")) examine_runtime();
#endif
}
