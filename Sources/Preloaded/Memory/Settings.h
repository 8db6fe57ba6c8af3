// How to note, from the environment of the process.
#ifndef HAMON_MEMORY_SETTINGS_H
#define HAMON_MEMORY_SETTINGS_H

#include <limits.h>
#include <stdbool.h>

struct settings {
  /// HAMON_MEMORY_DIRECTORY: where files go.
  char directory[PATH_MAX];
  /// HAMON_MEMORY_SOCKET: where frozen copies report; empty if nobody waits for them.
  char socket[108];
  /// HAMON_MEMORY_AT_END=1: a copy at the end too.
  bool copies_at_end;
};
extern struct settings settings;

#endif
