#define _GNU_SOURCE
#include "CMachine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
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

void cmachine_snapshot_memory(void) {
  // By name, as a program isn't linked with the library.
  void (*take)(const char *) = (void (*)(const char *))dlsym(RTLD_DEFAULT, "hamon_memory_snapshot");
  if (take == NULL) return;
  // Other threads may still free what their last work needed.
  usleep(20000);
  take("operations");
}

int cmachine_processor_limit(void) { return CPU_SETSIZE; }

int cmachine_allowed_processors(bool *processors, int count) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
  for (int processor = 0; processor < count; processor++) processors[processor] = CPU_ISSET(processor, &set);
  return CPU_COUNT(&set);
}

int cmachine_run_only_on(const bool *processors, int count) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int processor = 0; processor < count; processor++) {
    if (processors[processor]) CPU_SET(processor, &set);
  }
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

static cpu_set_t only(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return set;
}

int cmachine_move_to(int processor) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return errno;
  cpu_set_t wanted = only(processor);
  if (sched_setaffinity(0, sizeof wanted, &wanted) != 0) return errno;
  return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? 0 : errno;
}

int cmachine_keep_on(pid_t thread, int processor) {
  if (processor < 0 || processor >= CPU_SETSIZE) return EINVAL;
  cpu_set_t set = only(processor);
  return sched_setaffinity(thread, sizeof set, &set) == 0 ? 0 : errno;
}

int cmachine_processor(void) { return sched_getcpu(); }

int cmachine_spawn_in_directory(posix_spawn_file_actions_t *actions, const char *directory) {
  return posix_spawn_file_actions_addchdir_np(actions, directory);
}

int cmachine_make_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC); }

pid_t cmachine_thread(void) { return (pid_t)syscall(SYS_gettid); }

bool cmachine_is_main_thread(void) { return getpid() == cmachine_thread(); }

// Exports of libdispatch for CoreFoundation's run loop: a descriptor that signals work on the main queue, and a function that does that
// work.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *message) __attribute__((weak));

static int wake_descriptor = -1;
static pthread_once_t wake_once = PTHREAD_ONCE_INIT;

static void make_wake_descriptor(void) { wake_descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cmachine_wake_main_thread(void) {
  pthread_once(&wake_once, make_wake_descriptor);
  if (wake_descriptor >= 0) eventfd_write(wake_descriptor, 1);
}

void cmachine_wait_on_main_thread(void) {
  pthread_once(&wake_once, make_wake_descriptor);
  bool serves = cmachine_is_main_thread() && _dispatch_get_main_queue_handle_4CF && _dispatch_main_queue_callback_4CF;
  struct pollfd descriptors[2] = {
      {.fd = wake_descriptor, .events = POLLIN},
      {.fd = serves ? _dispatch_get_main_queue_handle_4CF() : -1, .events = POLLIN},
  };
  // Without a descriptor to wake it, it looks every millisecond.
  if (poll(descriptors, 2, wake_descriptor < 0 ? 1 : -1) <= 0) return;
  eventfd_t count;
  if (descriptors[0].revents) eventfd_read(wake_descriptor, &count);
  if (descriptors[1].revents) {
    eventfd_read(descriptors[1].fd, &count);
    _dispatch_main_queue_callback_4CF(NULL);
  }
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

enum {
  ring_pages = 64,
  // Samples have copies of stacks. At 4,000 a second this holds an eighth of a second of them.
  most_ring_pages = 16 * ring_pages,
};

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static int open_event(const struct perf_event_attr *attributes, pid_t thread, int processor) {
  return (int)syscall(SYS_perf_event_open, attributes, thread, processor, -1, PERF_FLAG_FD_CLOEXEC);
}

// The registers that a called function keeps for its caller, and the innermost part of the stack: what callers are found by.
#if defined(__x86_64__)
// PERF_REG_X86_BX, BP, SP, and R12 to R15.
enum { sampled_registers = 1 << 1 | 1 << 6 | 1 << 7 | 0xf << 20, sampled_stack = 8192 };
#else
enum { sampled_registers = 0, sampled_stack = 0 };
#endif

size_t cmachine_sampled_stack(void) { return sampled_stack; }

size_t cmachine_recording_attributes(
    const struct cmachine_recording *recording, bool with_stack, void *bytes, size_t capacity) {
  const bool has_stack = with_stack && sampled_stack > 0;
  struct perf_event_attr attributes = {
      .size = sizeof attributes,
      .type = recording->type,
      .config = recording->config,
      .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                     PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD | PERF_SAMPLE_CALLCHAIN |
                     (has_stack ? PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER : 0),
      .sample_regs_user = has_stack ? sampled_registers : 0,
      .sample_stack_user = has_stack ? sampled_stack : 0,
      .disabled = 1,
      .inherit = 1,
      .exclude_kernel = !recording->includes_kernel,
      .exclude_hv = 1,
      .exclude_callchain_kernel = !recording->includes_kernel,
      .enable_on_exec = recording->begins_with_exec,
      .mmap = 1,
      .mmap2 = 1,
      .comm = 1,
      .comm_exec = 1,
      .task = 1,
      .sample_id_all = 1,
      .build_id = recording->has_build_ids,
      .context_switch = 1,
      .use_clockid = 1,
      .clockid = CLOCK_MONOTONIC,
  };
  if (recording->is_frequency) {
    attributes.freq = 1;
    attributes.sample_freq = recording->period;
  } else {
    attributes.sample_period = recording->period;
  }
  const size_t size = capacity < sizeof attributes ? capacity : sizeof attributes;
  memcpy(bytes, &attributes, size);
  return size;
}

int cmachine_open_recording(const struct cmachine_recording *recording, pid_t thread, int processor) {
  struct perf_event_attr attributes;
  cmachine_recording_attributes(recording, true, &attributes, sizeof attributes);
  return open_event(&attributes, thread, processor);
}

uint64_t cmachine_event_id(int event) {
  uint64_t id = 0;
  return ioctl(event, PERF_EVENT_IOC_ID, &id) == 0 ? id : 0;
}

bool cmachine_share_ring(int event, int other) { return ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, other) == 0; }

bool cmachine_enable_sampler(int sampler, bool enabled) {
  return ioctl(sampler, enabled ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0) == 0;
}

size_t cmachine_ring_size(void) { return (ring_pages + 1) * page_size(); }
size_t cmachine_most_ring_size(void) { return (most_ring_pages + 1) * page_size(); }

// How large each processor's ring may be: what the kernel lets users lock for it, and its share of what this process may lock.
static size_t allowed_ring_size(void) {
  size_t kilobytes = 516;
  FILE *const setting = fopen("/proc/sys/kernel/perf_event_mlock_kb", "re");
  if (setting != NULL) {
    if (fscanf(setting, "%zu", &kilobytes) != 1) kilobytes = 516;
    fclose(setting);
  }
  struct rlimit limit;
  const bool is_known = getrlimit(RLIMIT_MEMLOCK, &limit) == 0;
  const size_t most = cmachine_most_ring_size();
  const size_t share = is_known ? (size_t)limit.rlim_cur / (size_t)sysconf(_SC_NPROCESSORS_CONF) : 0;
  return share > most ? most : kilobytes * 1024 + share;
}

void *cmachine_map_ring(int sampler, size_t *size) {
  const size_t allowed = allowed_ring_size();
  size_t pages = most_ring_pages;
  // A larger one would leave too little for the rings of other processors.
  while (pages > ring_pages && (pages + 1) * page_size() > allowed) pages /= 2;
  for (; pages >= ring_pages / 2; pages /= 2) {
    *size = (pages + 1) * page_size();
    void *ring = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, sampler, 0);
    if (ring != MAP_FAILED) return ring;
    if (errno != EPERM && errno != ENOMEM) return NULL;
  }
  return NULL;
}

size_t cmachine_read_ring(void *ring, size_t ring_size, void *buffer) {
  struct perf_event_mmap_page *page = ring;
  const char *data = (const char *)ring + page_size();
  const size_t size = ring_size - page_size();
  const uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
  const uint64_t tail = page->data_tail;
  // A program may damage a ring that it writes to.
  const size_t count = head - tail > size ? 0 : (size_t)(head - tail);
  const size_t start = (size_t)(tail % size);
  const size_t first = count < size - start ? count : size - start;
  memcpy(buffer, data + start, first);
  memcpy((char *)buffer + first, data, count - first);
  __atomic_store_n(&page->data_tail, head, __ATOMIC_RELEASE);
  return count;
}

size_t cmachine_read_memory(pid_t process, uint64_t address, void *buffer, size_t size) {
  enum { most_pages = 64 };
  struct iovec remote[most_pages];
  size_t count = 0;
  size_t planned = 0;
  // Page by page, because the kernel copies only whole pieces.
  while (planned < size && count < most_pages) {
    const uint64_t start = address + planned;
    const size_t page_rest = page_size() - (size_t)(start & (page_size() - 1));
    const size_t length = page_rest < size - planned ? page_rest : size - planned;
    remote[count++] = (struct iovec){(void *)(uintptr_t)start, length};
    planned += length;
  }
  struct iovec local = {buffer, planned};
  const ssize_t copied = process_vm_readv(process, &local, 1, remote, count, 0);
  return copied > 0 ? (size_t)copied : 0;
}

// `text` is "NUMBER ARGUMENT...".
static void read_futex(const char *text, pid_t process, struct cmachine_futex *futex) {
  char *rest = NULL;
  *futex = (struct cmachine_futex){0};
  if (strtoll(text, &rest, 10) != SYS_futex) return;
  const uint64_t address = strtoull(rest, &rest, 16);
  const uint32_t operation = (uint32_t)strtoull(rest, &rest, 16);
  if (cmachine_read_memory(process, address, futex->words, sizeof futex->words) != sizeof futex->words) return;
  futex->address = address;
  futex->operation = operation;
}

enum { alignment = 16 };

static bool begins(const unsigned char *code, size_t size, const unsigned char *with, size_t count) {
  return size >= count && memcmp(code, with, count) == 0;
}

/// Whether a function begins by storing its asynchronous context below its frame record.
static bool keeps_context(const unsigned char *code, size_t size) {
  // bts $0x3c,%rbp, where frame pointers are marked; push %rbp; push %r14; lea 0x8(%rsp),%rbp.
  static const unsigned char marking[] = {0x48, 0x0f, 0xba, 0xed, 0x3c};
  static const unsigned char storing[] = {0x55, 0x41, 0x56, 0x48, 0x8d, 0x6c, 0x24, 0x08};
  const size_t marked = begins(code, size, marking, sizeof marking) ? sizeof marking : 0;
  return begins(code + marked, size - marked, storing, sizeof storing);
}

bool cmachine_may_resume(pid_t process, uint64_t function) {
  unsigned char code[alignment];
  const size_t size = cmachine_read_memory(process, function, code, sizeof code);
  // Functions of the same code are one, to which the others jump.
  return keeps_context(code, size) || (size > 0 && code[0] == 0xe9);
}

uint64_t cmachine_context_keeper(pid_t process, uint64_t first, uint64_t address) {
  static const unsigned char framing[] = {0x55, 0x48, 0x89, 0xe5};
  enum { most = 4096 };
  unsigned char code[most + 2 * alignment];
  const uint64_t last = address & ~(uint64_t)(alignment - 1);
  uint64_t begin = (first + alignment - 1) & ~(uint64_t)(alignment - 1);
  if (last < begin) return 0;
  if (last - begin > most) begin = last - most;
  const size_t size = cmachine_read_memory(process, begin, code, (size_t)(last - begin) + alignment);
  for (uint64_t place = last - begin + alignment; place >= alignment;) {
    place -= alignment;
    if (place >= size) continue;
    if (keeps_context(code + place, size - place)) return begin + place;
    // push %rbp; mov %rsp,%rbp: another function.
    if (begins(code + place, size - place, framing, sizeof framing)) return 0;
  }
  return 0;
}

size_t cmachine_read_waiting(
    int file, pid_t process, uint64_t *stack, uint64_t *words, size_t capacity, struct cmachine_futex *futex) {
  char text[256];
  const ssize_t length = pread(file, text, sizeof text - 1, 0);
  if (length <= 0 || capacity < 2) return 0;
  text[length] = 0;
  // "NUMBER ARGUMENT... STACK CODE", or "running".
  char *code = strrchr(text, ' ');
  if (code == NULL) return 0;
  *code++ = 0;
  const char *top_text = strrchr(text, ' ');
  if (top_text == NULL) return 0;
  words[0] = strtoull(code, NULL, 16);
  const uint64_t top = strtoull(top_text + 1, NULL, 16);
  if (top == 0) return 0;
  *stack = top;
  read_futex(text, process, futex);
  // The thread goes on meanwhile, and its stack may end: so the kernel copies as much as exists.
  const size_t copied = cmachine_read_memory(process, top, words + 1, (capacity - 1) * sizeof *words);
  return 1 + copied / sizeof *words;
}

// `code` points after the 8 bytes to check.
static bool ends_with_call(const unsigned char *code) {
#if defined(__x86_64__)
  // call with a displacement of 32 bits, or through a register or memory.
  if (code[-5] == 0xe8) return true;
  for (int size = 2; size <= 7; size++) {
    if (code[-size] == 0xff && (code[1 - size] & 0x38) == 0x10) return true;
  }
  return false;
#elif defined(__aarch64__)
  uint32_t instruction;
  memcpy(&instruction, code - 4, sizeof instruction);
  // bl, or blr with or without a signed address.
  return (instruction & 0xfc000000) == 0x94000000 || (instruction & 0xfefff000) == 0xd63f0000;
#else
  (void)code;
  return true;
#endif
}

void cmachine_follow_calls(pid_t process, const uint64_t *addresses, bool *follow, size_t count) {
  enum { piece = 256, look_back = 8 };
  unsigned char code[piece][look_back];
  struct iovec remote[piece];
  for (size_t start = 0; start < count; start += piece) {
    const size_t size = count - start < piece ? count - start : piece;
    for (size_t index = 0; index < size; index++) {
      remote[index] = (struct iovec){(void *)(uintptr_t)(addresses[start + index] - look_back), look_back};
    }
    struct iovec local = {code, size * look_back};
    const ssize_t copied = process_vm_readv(process, &local, 1, remote, size, 0);
    const size_t whole = copied > 0 ? (size_t)copied / look_back : 0;
    for (size_t index = 0; index < size; index++) {
      follow[start + index] = index < whole && ends_with_call(code[index] + look_back);
    }
  }
}

enum cmachine_call cmachine_call_before(pid_t process, uint64_t address, uint64_t *target) {
  unsigned char code[8];
  if (cmachine_read_memory(process, address - sizeof code, code, sizeof code) != sizeof code) return cmachine_no_call;
  if (!ends_with_call(code + sizeof code)) return cmachine_no_call;
#if defined(__x86_64__)
  if (code[3] == 0xe8) {
    int32_t distance;
    memcpy(&distance, code + 4, sizeof distance);
    *target = address + (uint64_t)(int64_t)distance;
    return cmachine_direct_call;
  }
#else
  (void)target;
#endif
  return cmachine_indirect_call;
}

// The empty assembly keeps the compiler from making one multiplication of all additions.
#define ADD(sum) \
  sum += step;   \
  __asm__ volatile("" : "+r"(sum))

uint64_t cmachine_dependent_adds(uint64_t count, uint64_t step) {
  uint64_t sum = 0;
  for (uint64_t done = 0; done < count; done += 8) {
    ADD(sum);
    ADD(sum);
    ADD(sum);
    ADD(sum);
    ADD(sum);
    ADD(sum);
    ADD(sum);
    ADD(sum);
  }
  return sum;
}

uint64_t cmachine_independent_adds(uint64_t count, uint64_t step) {
  uint64_t a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  for (uint64_t done = 0; done < count; done += 8) {
    ADD(a);
    ADD(b);
    ADD(c);
    ADD(d);
    ADD(e);
    ADD(f);
    ADD(g);
    ADD(h);
  }
  return a + b + c + d + e + f + g + h;
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
  // Continues where the last call ended, with lines that are no longer in a cache.
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
    // Otherwise the compiler may know that nobody sees the word.
    __asm__ volatile("" : : "r"(&word) : "memory");
  }
  return word;
}

enum { hand_over_series = 5, hand_over_patience = 5000000 };

// A word, on a line of its own, that two threads hand to each other.
struct hand_over {
  _Alignas(128) uint32_t turn;
};

enum { turn_here, turn_there, turn_over };

static uint64_t monotonic_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *hand_back(void *pointer) {
  struct hand_over *shared = pointer;
  while (true) {
    uint32_t turn = __atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE);
    if (turn == turn_over) return NULL;
    if (turn == turn_there) __atomic_store_n(&shared->turn, turn_here, __ATOMIC_RELEASE);
  }
}

// Whether the line came back before a deadline. The clock is read only now and then, since a reading takes as long as a hand-over.
static bool comes_back(struct hand_over *shared, uint64_t deadline) {
  for (uint32_t looks = 1; __atomic_load_n(&shared->turn, __ATOMIC_ACQUIRE) != turn_here; looks++) {
    if (looks % 1024 == 0 && monotonic_now() > deadline) return false;
  }
  return true;
}

static double shortest_hand_over(struct hand_over *shared, uint32_t count) {
  double shortest = 0;
  uint64_t deadline = monotonic_now() + hand_over_patience;
  for (int series = -1; series < hand_over_series; series++) {
    uint64_t begin = monotonic_now();
    // The first series gives the other thread time to start.
    uint32_t times = series < 0 ? 1 : count;
    for (uint32_t done = 0; done < times; done++) {
      __atomic_store_n(&shared->turn, turn_there, __ATOMIC_RELEASE);
      if (!comes_back(shared, deadline)) return shortest;
    }
    double taken = (double)(monotonic_now() - begin) / times;
    if (series >= 0 && (shortest == 0 || taken < shortest)) shortest = taken;
  }
  return shortest;
}

double cmachine_hand_over_nanoseconds(uint32_t count) {
  cpu_set_t allowed;
  int here = sched_getcpu();
  if (count == 0 || here < 0 || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 0;
  int there = here;
  do {
    there = (there + 1) % CPU_SETSIZE;
  } while (there != here && !CPU_ISSET(there, &allowed));
  cpu_set_t own = only(here), others = only(there);
  if (there == here || sched_setaffinity(0, sizeof own, &own) != 0) return 0;
  struct hand_over shared = {.turn = turn_here};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // It starts there: a thread started here would wait for the end of this thread's time slice.
  pthread_attr_setaffinity_np(&attributes, sizeof others, &others);
  pthread_t thread;
  double shortest = 0;
  if (pthread_create(&thread, &attributes, hand_back, &shared) == 0) {
    shortest = shortest_hand_over(&shared, count);
    // An answer after this thread has given up would overwrite the end, and the other one would never stop.
    while (__atomic_load_n(&shared.turn, __ATOMIC_ACQUIRE) != turn_here) sched_yield();
    __atomic_store_n(&shared.turn, turn_over, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
  }
  pthread_attr_destroy(&attributes);
  sched_setaffinity(0, sizeof allowed, &allowed);
  return shortest;
}
