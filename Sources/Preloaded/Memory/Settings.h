// How to note, from the environment of the process.
#ifndef HAMON_MEMORY_SETTINGS_H
#define HAMON_MEMORY_SETTINGS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct settings {
  /// HAMON_MEMORY_DIRECTORY: where files go.
  char directory[PATH_MAX];
  /// HAMON_MEMORY_SOCKET: where frozen copies report; empty if the process was started without a recorder.
  char socket[108];
  /// HAMON_MEMORY_AT_END=1: a copy at the end too.
  bool copies_at_end;
};
extern struct settings settings;

/// Where frozen copies report; false if nobody waits for them.
bool find_socket(char *path, size_t capacity);

#endif
