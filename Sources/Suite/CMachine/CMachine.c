#define _GNU_SOURCE
#include "CMachine.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
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

// The empty assembly keeps the compiler from making one multiplication of all additions.
#define DEPENDENT_ADD \
  sum += step;        \
  __asm__ volatile("" : "+r"(sum))

uint64_t cmachine_dependent_adds(uint64_t count, uint64_t step) {
  uint64_t sum = 0;
  for (uint64_t done = 0; done < count; done += 8) {
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
    DEPENDENT_ADD;
  }
  return sum;
}

// A line of 64 bytes holds the number of the next one.
enum { line_words = 8, line_count = 1 << 20 };

uint64_t cmachine_missing_load_lines(void) { return line_count; }

// One cycle through all lines: Sattolo's algorithm, with numbers of a generator by Marsaglia (xorshift).
static uint64_t *new_cycle(void) {
  size_t size = (size_t)line_count * line_words * sizeof(uint64_t);
  // Not from malloc, whose bytes rows report as theirs.
  uint64_t *lines = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (lines == MAP_FAILED) return NULL;
  for (uint64_t line = 0; line < line_count; line++) lines[line * line_words] = line;
  uint64_t random = 88172645463325252u;
  for (uint64_t line = line_count - 1; line > 0; line--) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    uint64_t other = random % line;
    uint64_t next = lines[line * line_words];
    lines[line * line_words] = lines[other * line_words];
    lines[other * line_words] = next;
  }
  return lines;
}

uint64_t cmachine_missing_loads(uint64_t count) {
  static uint64_t *lines = NULL;
  static uint64_t line = 0;
  if (lines == NULL) lines = new_cycle();
  if (lines == NULL) return UINT64_MAX;
  // From where the last call ended, which is no longer in a cache.
  uint64_t next = line;
  for (uint64_t done = 0; done < count; done++) next = lines[next * line_words];
  line = next;
  return next;
}

uint64_t cmachine_uncontended_exchanges(uint64_t count) {
  _Alignas(64) uint64_t word = 0;
  for (uint64_t done = 0; done < count; done++) {
    uint64_t expected = done;
    __atomic_compare_exchange_n(&word, &expected, done + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    // Else the compiler may know that nobody sees the word.
    __asm__ volatile("" : : "r"(&word) : "memory");
  }
  return word;
}
