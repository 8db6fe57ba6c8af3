// The names of types, found without a lock: every recorded dispatch looks up its item's.
//
//  1. Entries are only ever added. An entry's name is written before its type (release), so a reader that finds the type (acquire) finds
//     the name.
//  2. One writer at a time: `TraceName` adds under its lock.
//  3. A look-up reads at most `PROBES` neighbouring entries, one or two cache lines. A type for which there is no room isn't kept here;
//     `TraceName` has it in a dictionary behind its lock.
//  4. No allocation: 32 KB of zeros that take no memory before they are touched.
#include "CSignposts.h"

enum { BITS = 11, ENTRIES = 1 << BITS, PROBES = 8 };

static struct {
  uintptr_t type;
  const char *name;
} entries[ENTRIES + PROBES];

// Multiplicative hashing (Knuth, TAOCP 3, 6.4): metadata is aligned, so its low bits say nothing.
static size_t home(uintptr_t type) {
  return (size_t)(((uint64_t)type * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - BITS));
}

const char *csignposts_type_name(uintptr_t type) {
  for (size_t index = home(type), end = index + PROBES; index < end; index++) {
    uintptr_t found = __atomic_load_n(&entries[index].type, __ATOMIC_ACQUIRE);
    if (found == type) return __atomic_load_n(&entries[index].name, __ATOMIC_RELAXED);
    if (found == 0) return NULL;
  }
  return NULL;
}

void csignposts_keep_type_name(uintptr_t type, const char *name) {
  for (size_t index = home(type), end = index + PROBES; index < end; index++) {
    uintptr_t found = __atomic_load_n(&entries[index].type, __ATOMIC_RELAXED);
    if (found == type) return;
    if (found != 0) continue;
    __atomic_store_n(&entries[index].name, name, __ATOMIC_RELAXED);
    __atomic_store_n(&entries[index].type, type, __ATOMIC_RELEASE);
    return;
  }
}
