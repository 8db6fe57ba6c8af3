#define _GNU_SOURCE
#include "CMachine.h"

#include <errno.h>
#include <link.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

// What a user may lock in memory a processor without further rights (perf_event_mlock_kb) is twice as much.
enum { ring_pages = 64 };

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

int cmachine_open_sampler(int processor, uint64_t period) {
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .type = PERF_TYPE_SOFTWARE,
      .config = PERF_COUNT_SW_TASK_CLOCK,
      .sample_period = period,
      .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN,
      .disabled = 1,
      .inherit = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
      .exclude_callchain_kernel = 1,
  };
  // A ring that several threads write to is of one processor.
  return (int)syscall(SYS_perf_event_open, &attributes, 0, processor, -1, PERF_FLAG_FD_CLOEXEC);
}

bool cmachine_enable_sampler(int sampler, bool enabled) {
  return ioctl(sampler, enabled ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0) == 0;
}

size_t cmachine_ring_size(void) { return (ring_pages + 1) * page_size(); }

void *cmachine_map_ring(int sampler) {
  void *ring =
      mmap(NULL, cmachine_ring_size(), PROT_READ | PROT_WRITE, MAP_SHARED, sampler, 0);
  return ring == MAP_FAILED ? NULL : ring;
}

size_t cmachine_read_ring(void *ring, void *buffer) {
  struct perf_event_mmap_page *page = ring;
  const char *data = (const char *)ring + page_size();
  const size_t size = ring_pages * page_size();
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  const uint64_t tail = page->data_tail;
  const size_t count = (size_t)(head - tail);
  const size_t start = (size_t)(tail % size);
  const size_t first = count < size - start ? count : size - start;
  memcpy(buffer, data + start, first);
  memcpy((char *)buffer + first, data, count - first);
  __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  return count;
}

size_t cmachine_read_waiting(int file, uint64_t *words, size_t capacity) {
  char text[256];
  const ssize_t length = pread(file, text, sizeof text - 1, 0);
  if (length <= 0 || capacity < 2) return 0;
  text[length] = 0;
  // "NUMBER ARGUMENT... STACK CODE", or "running".
  char *code = strrchr(text, ' ');
  if (code == NULL) return 0;
  *code++ = 0;
  const char *stack = strrchr(text, ' ');
  if (stack == NULL) return 0;
  words[0] = strtoull(code, NULL, 16);
  const uintptr_t top = (uintptr_t)strtoull(stack + 1, NULL, 16);
  if (top == 0) return 0;
  // The thread goes on meanwhile, and its stack may end: so the kernel copies it, as far as it is there.
  struct iovec local = {words + 1, (capacity - 1) * sizeof *words};
  struct iovec remote[2] = {{(void *)top, 0}, {NULL, 0}};
  const uintptr_t boundary = (top & ~(page_size() - 1)) + page_size();
  remote[0].iov_len = boundary - top < local.iov_len ? boundary - top : local.iov_len;
  remote[1].iov_base = (void *)boundary;
  remote[1].iov_len = local.iov_len - remote[0].iov_len;
  const ssize_t copied = process_vm_readv(getpid(), &local, 1, remote, 2, 0);
  return 1 + (copied > 0 ? (size_t)copied / sizeof *words : 0);
}

bool cmachine_follows_call(uint64_t address) {
#if defined(__x86_64__)
  const unsigned char *code = (const unsigned char *)(uintptr_t)address;
  // call with a displacement of 32 bits, or through a register or memory.
  if (code[-5] == 0xe8) return true;
  for (int size = 2; size <= 7; size++) {
    if (code[-size] == 0xff && (code[1 - size] & 0x38) == 0x10) return true;
  }
  return false;
#else
  (void)address;
  return true;
#endif
}

struct object_visit {
  void (*body)(void *, const char *, uintptr_t, uintptr_t, uintptr_t);
  void *context;
};

static int visit_object(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const struct object_visit *visit = context;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr;
    visit->body(visit->context, info->dlpi_name, info->dlpi_addr, begin, begin + segment->p_memsz);
  }
  return 0;
}

void cmachine_each_object(
    void (*body)(void *context, const char *path, uintptr_t shift, uintptr_t begin, uintptr_t end),
    void *context) {
  struct object_visit visit = {body, context};
  dl_iterate_phdr(visit_object, &visit);
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
