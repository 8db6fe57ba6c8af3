// Texts that repeat, and the names of metrics: numbers in events, which the trace tells the meaning of.
//
//  1. A number is told before anybody uses it, and all of them once more whenever LTTng dumps the state of a process: when a session
//     begins, and when `hamon record` asks for it. So a session that begins later has them, as has a snapshot of a flight recorder, a trace
//     whose oldest part was overwritten, and one that has lost events.
//  2. Keys, paths and methods repeat; the ids of requests don't, and must not fill the table. So a text gets a number when it has been
//     seen often, by a small table of what was seen lately.
//  3. Entries are only ever added. An entry's text is written before its length (release), and told before its hash (release); a reader that
//     finds the hash (acquire) finds the text, and who tells all finds each entry that has been told (the length, acquire). Whoever comes
//     while another one adds does without a number: nobody waits, and nothing is allocated.
//  4. A child that continues without exec keeps its parent's numbers and gives no others: if LTTng doesn't know of the fork, its events
//     have its parent's process id.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CSignposts.h"

#if CSIGNPOSTS_EMITS
enum {
  BITS = 11,
  PROBES = 8,
  ENTRIES = (1 << BITS) + PROBES,
  SHORTEST = 4,
  LONGEST = 120,
  ROOM = 1 << 16,
  SEEN_BITS = 10,
  OFTEN = 12,
  SERIES = 1 << 12,
};

static struct {
  uint64_t hash;
  uint32_t place, length;
} entries[ENTRIES];
// The texts of the entries, each with a zero.
static char texts[ROOM];
static uint32_t text_end;
// What was seen lately: a part of the hash, and how often, in the low bits.
static uint32_t seen[1 << SEEN_BITS];

static struct {
  const char *name, *subsystem, *category;
} series[SERIES];
static uint32_t series_count;

// Held by whoever adds; for ever where nothing may be added. It is until a state dump is heard of: who tells nothing again gives no numbers.
static bool is_closed = true;

static bool begin_adding(void) { return !__atomic_exchange_n(&is_closed, true, __ATOMIC_ACQUIRE); }
static void end_adding(void) { __atomic_store_n(&is_closed, false, __ATOMIC_RELEASE); }

static bool was_seen_often(uint64_t hash) {
  uint32_t *entry = &seen[hash & ((1 << SEEN_BITS) - 1)], part = (uint32_t)(hash >> 32) & ~UINT32_C(15);
  uint32_t found = __atomic_load_n(entry, __ATOMIC_RELAXED);
  uint32_t count = (found & ~UINT32_C(15)) == part ? found & 15 : 0;
  if (count >= OFTEN) return true;
  __atomic_store_n(entry, part | (count + 1), __ATOMIC_RELAXED);
  return false;
}

static bool has_room(size_t length) {
  return __atomic_load_n(&text_end, __ATOMIC_RELAXED) + length + 1 <= ROOM;
}

static uint32_t add(uint64_t hash, uint32_t place, const char *bytes, size_t length) {
  // One that needs escapes never gets a number: it would be told with them.
  if (!csignposts_is_plain(bytes, length) || !has_room(length) || !begin_adding()) return 0;
  uint32_t number = 0;
  // Another thread may have added one there meanwhile, perhaps this very text.
  if (__atomic_load_n(&entries[place].hash, __ATOMIC_RELAXED) == 0 && has_room(length)) {
    memcpy(texts + text_end, bytes, length);
    entries[place].place = text_end;
    __atomic_store_n(&entries[place].length, (uint32_t)length, __ATOMIC_RELEASE);
    number = place + 1;
    csignposts_signpost_text(number, texts + text_end);
    __atomic_store_n(&text_end, text_end + (uint32_t)length + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&entries[place].hash, hash, __ATOMIC_RELEASE);
  }
  end_adding();
  return number;
}

uint32_t csignposts_text_number(csignposts_hashed_text text) {
  const char *bytes = text.text.bytes;
  size_t length = csignposts_text_length(text.text);
  if (length < SHORTEST || length > LONGEST || !csignposts_signpost_text_enabled()) return 0;
  uint64_t hash = text.hash;
  uint32_t home = (uint32_t)(hash >> (64 - BITS));
  for (uint32_t place = home; place < home + PROBES; place++) {
    uint64_t found = __atomic_load_n(&entries[place].hash, __ATOMIC_ACQUIRE);
    if (found == hash && entries[place].length == length &&
        memcmp(texts + entries[place].place, bytes, length) == 0) {
      return place + 1;
    }
    if (found == 0) return was_seen_often(hash) ? add(hash, place, bytes, length) : 0;
  }
  return 0;
}

uint32_t csignposts_make_series(const char *name, const char *subsystem, const char *category) {
  if (!begin_adding()) return 0;
  uint32_t count = series_count, number = 0;
  if (count < SERIES) {
    series[count].subsystem = subsystem;
    series[count].category = category;
    __atomic_store_n(&series[count].name, name, __ATOMIC_RELEASE);
    number = count + 1;
    if (csignposts_signpost_series_enabled()) {
      csignposts_signpost_series(number, name, subsystem, category);
    }
    series_count = number;
  }
  end_adding();
  return number;
}

// LTTng dumps the state of this process for a session. What is added meanwhile is told by whoever adds it. Before all that, and behind it
// with how many they are, stands number 0: so a reader knows what was told by a program that the process has executed before.
static void tell_all(void *data, void *session) {
  (void)data;
  (void)session;
  if (!csignposts_signpost_text_enabled() && !csignposts_signpost_series_enabled()) return;
  uint32_t count = 0, index = 0;
  const char *name;
  csignposts_signpost_text(0, "");
  for (uint32_t place = 0; place < ENTRIES; place++) {
    if (__atomic_load_n(&entries[place].length, __ATOMIC_ACQUIRE) == 0) continue;
    csignposts_signpost_text(place + 1, texts + entries[place].place);
    count++;
  }
  for (; index < SERIES && (name = __atomic_load_n(&series[index].name, __ATOMIC_ACQUIRE)) != NULL; index++) {
    csignposts_signpost_series(index + 1, name, series[index].subsystem, series[index].category);
  }
  char text[12];
  snprintf(text, sizeof text, "%u", count + index);
  csignposts_signpost_text(0, text);
}

// For what was lost or overwritten until then: this process can't be asked later.
static void tell_at_exit(void) { tell_all(NULL, NULL); }

// A second probe of LTTng's own tracepoint at the begin of a state dump. By name, for the library that has the function isn't linked, but
// loaded by the one that is.
__attribute__((constructor, used)) static void hear_of_dumps(void) {
  typedef int (*register_function)(const char *, const char *, void (*)(void), void *, const char *);
  register_function hear = (register_function)dlsym(RTLD_DEFAULT, "lttng_ust_tracepoint_provider_register");
  if (hear == NULL) return;
  if (hear("lttng_ust_statedump", "start", (void (*)(void))tell_all, NULL,
           "struct lttng_ust_session *, session") != 0) {
    return;
  }
  // Nobody takes the probe away, so a library that is this code's must stay.
  Dl_info here;
  if (dladdr((void *)hear_of_dumps, &here) != 0) {
    dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
  // Not a destructor, which may come after that of the tracepoints.
  atexit(tell_at_exit);
  end_adding();
}

void csignposts_close_dictionary(void) { __atomic_store_n(&is_closed, true, __ATOMIC_RELAXED); }
#else
uint32_t csignposts_text_number(csignposts_hashed_text text) {
  (void)text;
  return 0;
}

uint32_t csignposts_make_series(const char *name, const char *subsystem, const char *category) {
  (void)name;
  (void)subsystem;
  (void)category;
  return 0;
}

void csignposts_close_dictionary(void) {}
#endif
