// What addresses stand for: told once, in the trace, so that whoever reads it needs nothing else.
#define _GNU_SOURCE
#include <link.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "BuildID.h"
#include "Hooks.h"
#include "Tracepoints.h"

const char *printable(const char *text, size_t length, char *copy, size_t size) {
  static const char digits[] = "0123456789abcdef";
  size_t written = 0;
  for (size_t index = 0; index < length && written + 5 < size; index++) {
    unsigned char byte = (unsigned char)text[index];
    if (byte >= 0x20 && byte < 0x7F && byte != '\\') {
      copy[written++] = (char)byte;
    } else {
      copy[written++] = '\\';
      copy[written++] = 'x';
      copy[written++] = digits[byte >> 4];
      copy[written++] = digits[byte & 15];
    }
  }
  copy[written] = 0;
  return copy;
}

// The code that was told. Ranges are only ever added; a reader that finds the count finds the ranges (release, acquire).
enum { MAXIMUM_MODULES = 256 };
static code_range modules[MAXIMUM_MODULES];
static unsigned module_count;
static pthread_mutex_t module_lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_known(uintptr_t address) {
  unsigned count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
  for (unsigned index = 0; index < count; index++) {
    if (address - modules[index].begin < modules[index].end - modules[index].begin) return true;
  }
  return false;
}

static int tell_module(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  uintptr_t address = *(uintptr_t *)result;
  code_range range = {0, 0};
  unsigned char id[32];
  char text[2 * sizeof id + 1] = "";
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && header->p_flags & PF_X && address - begin < header->p_memsz) {
      range = (code_range){begin, begin + header->p_memsz};
    }
  }
  if (range.end == 0) return 0;
  char own[PATH_MAX], path[PATH_MAX];
  const char *name = info->dlpi_name;
  if (!name || !*name) {
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length > 0 ? length : 0] = 0;
    name = own;
  }
  const size_t length = build_id(info, id, sizeof id);
  for (size_t place = 0; place < length; place++) snprintf(text + 2 * place, 3, "%02x", id[place]);
  EMIT(module, range.begin, range.end, info->dlpi_addr, text,
       printable(name, strlen(name), path, sizeof path));
  modules[module_count] = range;
  __atomic_store_n(&module_count, module_count + 1, __ATOMIC_RELEASE);
  return 1;
}

void note_function(uintptr_t address) {
  if (address == 0 || LIKELY(is_known(address))) return;
  pthread_mutex_lock(&module_lock);
  if (module_count < MAXIMUM_MODULES && !is_known(address)) dl_iterate_phdr(tell_module, &address);
  pthread_mutex_unlock(&module_lock);
}

// The sites that were told, by number. One that another takes the entry of is told again; so may be two that meet there.
enum { SITE_BITS = 12, SITES = 1 << SITE_BITS };
static uint64_t sites[SITES];

uint64_t note_site(const creation *creation) {
  // FNV-1a over words, with a last mixture for the high bits that choose the entry.
  uint64_t site = UINT64_C(0xCBF29CE484222325) ^ creation->function;
  for (int depth = 0; depth < SITE_DEPTH; depth++) {
    site = (site * UINT64_C(0x100000001B3)) ^ creation->callers[depth] ^ (site >> 29);
  }
  site *= UINT64_C(0x9E3779B97F4A7C15);
  if (site == 0) site = 1;
  uint64_t *entry = &sites[site >> (64 - SITE_BITS)];
  if (LIKELY(__atomic_load_n(entry, __ATOMIC_RELAXED) == site)) return site;
  __atomic_store_n(entry, site, __ATOMIC_RELAXED);
  note_function(creation->function);
  const uintptr_t *callers = creation->callers;
  for (int depth = 0; depth < SITE_DEPTH; depth++) note_function(callers[depth]);
  EMIT(task_site, site, creation->function, callers[0], callers[1], callers[2], callers[3], callers[4],
       callers[5], callers[6], callers[7]);
  return site;
}

// The executors that were told, by address. An entry that another one takes is told again; so is an object of another type at
// the same address. Two threads may tell the same one twice.
enum { EXECUTOR_BITS = 12, EXECUTORS = 1 << EXECUTOR_BITS };
static struct {
  uintptr_t object, type;
} executors[EXECUTORS];

typedef SWIFT word_pair (*type_name_function)(const void *type, bool is_qualified);
typedef SWIFT word_pair (*main_executor_function)(void);

void note_executor(uintptr_t executor, uintptr_t implementation) {
  uintptr_t type = AT(const uintptr_t, executor, 0);
  // As Knuth's TAOCP 3, 6.4: objects are aligned, their low bits say nothing.
  size_t place = (size_t)((uint64_t)executor * UINT64_C(0x9E3779B97F4A7C15) >> (64 - EXECUTOR_BITS));
  if (LIKELY(__atomic_load_n(&executors[place].object, __ATOMIC_RELAXED) == executor &&
             __atomic_load_n(&executors[place].type, __ATOMIC_RELAXED) == type)) {
    return;
  }
  __atomic_store_n(&executors[place].object, executor, __ATOMIC_RELAXED);
  __atomic_store_n(&executors[place].type, type, __ATOMIC_RELAXED);
  if (!IS_RECORDED(executor_name)) return;
  type_name_function type_name = NEXT(type_name_function, "swift_getTypeName");
  if (!type_name) return;
  word_pair name = type_name((const void *)type, true);
  char copy[256];
  size_t length = (size_t)name.second;
  main_executor_function main_executor = NEXT(main_executor_function, "swift_task_getMainExecutor");
  bool is_main = main_executor && (uintptr_t)main_executor().first == executor;
  EMIT(executor_name, executor, is_main, implementation == 0,
       printable(name.first, length < sizeof copy ? length : sizeof copy, copy, sizeof copy));
}
