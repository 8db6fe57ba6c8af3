#define _GNU_SOURCE
#include "CMachine.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
#include <malloc.h>

size_t cmachine_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void cmachine_give_back_free_memory(void) { malloc_trim(0); }
#else
void cmachine_give_back_free_memory(void) {}

size_t cmachine_allocated_bytes(void) { return 0; }
#endif

__attribute__((noinline)) void cmachine_mark(void) { __asm__ volatile(""); }

int cmachine_processor_limit(void) { return CPU_SETSIZE; }

bool cmachine_may_run_on(int processor) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(processor, &set);
}

int cmachine_run_only_on(const bool *processors, int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int processor = 0; processor < count; processor++) {
    if (processors[processor]) CPU_SET(processor, &set);
  }
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

int cmachine_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int cmachine_open_process(pid_t process) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

int cmachine_open_counter(unsigned type, unsigned long long config) {
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .type = type,
      .config = config,
      .inherit = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
  };
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

bool cmachine_read_counter(int counter, double *value) {
  struct {
    uint64_t count, enabled, running;
  } reading;
  if (read(counter, &reading, sizeof reading) != sizeof reading) return false;
  // With more counters than registers, each has one for a part of the time.
  *value = reading.running == 0
               ? 0
               : (double)reading.count * ((double)reading.enabled / (double)reading.running);
  return true;
}
